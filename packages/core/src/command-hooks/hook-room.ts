import type { HookAgent, HookSettings } from "../contract/command-hook.ts";

/** What the command hooks of one session know of it. */
export interface HookRoom {
  /** Id of the session a person talks to, also in one of its subagents. */
  readonly session: string;
  /** Absolute path of its journal. */
  readonly transcript: string;
  readonly agent?: HookAgent;
  /** Absolute. */
  readonly cwd: string;
  /** The hooks that are set now. */
  readonly settings: () => HookSettings;
  /** The environment of this process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the file SessionStart hooks may write variables to; it may not exist. */
  readonly envFile: string;
}
