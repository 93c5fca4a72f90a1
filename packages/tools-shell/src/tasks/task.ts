import type { Json } from "@gauntlet/core";

/** How a task stands. `lost`: it ended with the session it ran in. */
export type TaskStatus = "running" | "completed" | "failed" | "timed out" | "too long" | "stopped" | "lost";

/** What is known of a background task, as the session keeps it. */
export interface TaskRecord {
  readonly [key: string]: Json;
  readonly id: string;
  readonly command: string;
  readonly description: string;
  /** File with everything it printed. */
  readonly path: string;
  readonly status: TaskStatus;
  /** Null when it has not ended by itself. */
  readonly exitCode: number | null;
  readonly signal: string | null;
}
