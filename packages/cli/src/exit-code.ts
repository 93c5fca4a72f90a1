import { isGauntletError } from "@gauntlet/core";

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

/** How the codes of errors begin that come before anything is run. */
const USAGE_CODES = [
  "GNT_CONFIG",
  "GNT_POLICY",
  "GNT_PLUGIN",
  "GNT_TOOL",
  "GNT_MCP_CONFIG",
  "GNT_MCP_PIN",
  "GNT_MODEL_MISSING",
  "GNT_SESSION_NOT_FOUND",
  "GNT_SESSION_AMBIGUOUS",
];

/** The exit code of a command that ended with an error. */
export const exitCodeOf = (thrown: unknown): ExitCode =>
  isGauntletError(thrown) && USAGE_CODES.some((prefix) => thrown.code.startsWith(prefix))
    ? EXIT.usage
    : EXIT.failed;
