import { MODES, type Mode } from "../contract/decision.ts";

/** For each mode, those that allow nothing it does not allow and ask about nothing it refuses. */
const AT_MOST: Readonly<Record<Mode, readonly Mode[]>> = {
  bypassPermissions: MODES,
  acceptEdits: ["acceptEdits", "default", "dontAsk", "plan"],
  default: ["default", "dontAsk", "plan"],
  dontAsk: ["dontAsk"],
  plan: ["plan"],
};

/** The wanted mode where it is at most as wide as `mode`; else `mode`. */
export function narrowMode(mode: Mode, wanted: Mode | undefined): Mode {
  return wanted !== undefined && AT_MOST[mode].includes(wanted) ? wanted : mode;
}
