import type { Plugin } from "@gauntlet/core";
import toolsAgent from "@gauntlet/tools-agent";
import toolsFs from "@gauntlet/tools-fs";
import toolsShell from "@gauntlet/tools-shell";
import toolsWeb from "@gauntlet/tools-web";

/** The packs the command brings along. */
export const BUILTIN_PACKS: readonly Plugin[] = Object.freeze([toolsFs, toolsShell, toolsAgent, toolsWeb]);
