/** Bytes of the longest path that any system we run on takes. */
export const MAX_PATH_BYTES = 4_095;
