/** Largest image or PDF file, in bytes, that Read opens. */
export const MAX_MEDIA_BYTES = 64 * 1024 * 1024;
/** Largest notebook, in bytes, that Read opens. */
export const MAX_NOTEBOOK_BYTES = 100 * 1024 * 1024;

/** Bytes of an image that is sent; as base64 they are the 5 MiB a model server takes. */
export const MAX_IMAGE_BYTES = (5 * 1024 * 1024 * 3) / 4;
/** Longest edge, in pixels, of an image that was made smaller: what models look at without shrinking it themselves. */
export const IMAGE_EDGE = 1_568;
/** Longest edge, in pixels, of an image that cannot be made smaller: what is taken among many images. */
export const MAX_IMAGE_EDGE = 2_000;
/** Pixels of an image that is decoded; bounds the memory a small file can ask for to about 256 MB. */
export const MAX_IMAGE_PIXELS = 64_000_000;
/** Seconds one step on an image may take. */
export const IMAGE_SECONDS = 20;

/** Pages of a PDF shown by one Read. */
export const MAX_PDF_PAGES = 20;
/** Pages of a PDF shown without being named. */
export const MAX_WHOLE_PDF_PAGES = 10;
/** Largest PDF, in bytes, that is sent as a document. */
export const MAX_DOCUMENT_BYTES = 3 * 1024 * 1024;
/** Bytes of memory a PDF may take beyond what the process has when its reading begins. */
export const MAX_PDF_MEMORY_BYTES = 400 * 1024 * 1024;
/** Milliseconds the reading of a PDF may take. */
export const PDF_TIMEOUT_MS = 30_000;
/** Milliseconds the pictures of one scanned page may take. */
export const SCAN_TIMEOUT_MS = 5_000;
/** Pixels of a picture on a scanned page. */
export const MAX_SCAN_PIXELS = 25_000_000;
/** Pictures of one scanned page, the largest first. */
export const MAX_SCANS_PER_PAGE = 2;

/** Characters of the source of one cell. */
export const MAX_CELL_CHARS = 40_000;
/** Characters of one output of a cell. */
export const MAX_OUTPUT_CHARS = 8_000;
/** Images one Read of a notebook shows. */
export const MAX_NOTEBOOK_IMAGES = 20;
/** Bytes of all images one Read of a notebook or a PDF shows. */
export const MAX_IMAGES_BYTES = 8 * 1024 * 1024;
