/** Milliseconds one fetch may take from the name to the last byte; what people can set as `timeoutSeconds`. */
export const DEFAULT_TIMEOUT_SECONDS = 30;
/** Milliseconds one attempt to connect may take. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** Addresses of one name that are tried, in the order they were given. */
export const MAX_ADDRESSES_TRIED = 4;
/** Redirects within one host that are followed. */
export const MAX_REDIRECTS = 10;
/** Bytes of the headers of a reply. */
export const MAX_HEADER_BYTES = 32 * 1024;
/** Encodings laid over one body. */
export const MAX_ENCODINGS = 3;

/** Bytes at the start of a body that say what it is. */
export const SNIFF_BYTES = 8_192;
/** Bytes of an HTML page, decompressed, that are read; the rest is left out and this is said. */
export const MAX_HTML_BYTES = 2 * 1024 * 1024;
/** Bytes of any other text, decompressed, that are read. */
export const MAX_TEXT_BYTES = 10 * 1024 * 1024;
/** Bytes of a file, decompressed, that is saved; a larger one is refused, because a part of it is of no use. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Bytes of the body of an error reply that are read. */
export const MAX_ERROR_BYTES = 64 * 1024;
/** Characters of the body of an error reply that are shown. */
export const MAX_ERROR_CHARS = 2_000;

/** Characters of a text that goes to the model whole. */
export const MAX_INLINE_CHARS = 40_000;
/** Characters from the beginning of a longer text that are shown. */
export const HEAD_CHARS = 6_000;
/** Characters of a text that a summarizing model gets. */
export const MAX_SUMMARY_CHARS = 300_000;
/** Headings that an outline has. */
export const MAX_OUTLINE_LINES = 80;
/** Above what any result of the pack has, so that nothing is cut twice. */
export const MAX_RESULT_BYTES = 400_000;

/** Elements inside one another that are converted; browsers stop at about half of it. */
export const MAX_HTML_DEPTH = 1_000;
/** Elements of a page that are converted: what takes memory is their number, not the size of the page. */
export const MAX_HTML_ELEMENTS = 120_000;
/** Characters of HTML that are parsed before other work gets its turn. */
export const HTML_SLICE_CHARS = 64 * 1024;
/** Milliseconds the parsing of a page may take. */
export const HTML_TIMEOUT_MS = 15_000;

/** Milliseconds a page is kept by a session. */
export const CACHE_MS = 15 * 60_000;
/** Pages a session keeps. */
export const MAX_CACHED_PAGES = 40;
/** Characters of all pages a session keeps. */
export const MAX_CACHED_CHARS = 16_000_000;
