/** Time a command gets when the model names none. */
export const DEFAULT_TIMEOUT_MS = 120_000;

/** Longest time a command gets; larger wishes are lowered to it. */
export const MAX_TIMEOUT_MS = 600_000;

/** Largest command in bytes: Linux takes no single argument of 128 KiB (131,072) or more, and a few are ours. */
export const MAX_COMMAND_BYTES = 131_000;

/** Result text above this many bytes is stored in a file and previewed. */
export const MAX_RESULT_BYTES = 30_000;

/** Time a background task gets when the model names none. */
export const DEFAULT_TASK_TIMEOUT_MS = 1_800_000;

/** Longest time of a background task; larger wishes are lowered to it. */
export const MAX_TASK_TIMEOUT_MS = 7_200_000;

/** Time a wait for a background task lasts when the model names none. */
export const DEFAULT_MONITOR_MS = 300_000;

/** Longest wait for a background task; larger wishes are lowered to it. */
export const MAX_MONITOR_MS = 1_800_000;
