/** Time a command gets when the model names none. */
export const DEFAULT_TIMEOUT_MS = 120_000;

/** Longest time a command gets; larger wishes are lowered to it. */
export const MAX_TIMEOUT_MS = 600_000;

/** Largest command in bytes: Linux takes no single argument of 128 KiB or more, its closing NUL included. */
export const MAX_COMMAND_BYTES = 128 * 1024 - 1;

/** Result text above this many bytes is stored in a file and previewed. */
export const MAX_RESULT_BYTES = 30_000;
