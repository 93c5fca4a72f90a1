/** What the exit code of every command means. */
export const EXIT = {
  done: 0,
  /** The task or call failed. */
  failed: 1,
  /** Wrong usage or configuration; nothing was run. */
  usage: 2,
  /** The call was, or would be, denied. */
  denied: 3,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
