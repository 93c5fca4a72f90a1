/** Tokens of numbered text one Read may return, as estimated. */
export const MAX_PAGE_TOKENS = 25_000;
/** Bytes of numbered text one Read may return; what the token limit is for plain ASCII. */
export const MAX_PAGE_BYTES = 100_000;
/** Characters of one line Read shows; the rest of the line is cut with a note. */
export const MAX_LINE_CHARS = 2_000;
/** Bytes at the start of a file that are searched for a NUL byte. */
export const SNIFF_BYTES = 8_192;
/** Bytes read from a file that states no size, such as those under /proc. */
export const MAX_UNSIZED_BYTES = 1024 * 1024;
/** Paths one Glob returns. */
export const MAX_GLOB_RESULTS = 100;
/** Characters of one line Grep shows. */
export const MAX_MATCH_CHARS = 500;
/** Lines or paths one Grep returns unless `head_limit` says otherwise. */
export const DEFAULT_HEAD_LIMIT = 250;
/** Bytes of text one Grep collects, whatever `head_limit` says. */
export const MAX_GREP_BYTES = 1_000_000;
/** Paths one Grep holds at a time. */
export const MAX_GREP_PATHS = 100_000;
/** Milliseconds a search goes on; then it says what it has found so far. */
export const MAX_SEARCH_MS = { glob: 20_000, grep: 60_000 };
/** Milliseconds a search that is over has to sort and show what it found. */
export const SEARCH_GRACE_MS = 10_000;
/** Lines after its page that a Grep counts, to say how many more there are. */
export const MAX_COUNTED_LINES = 20_000;
