import type { LogEntry } from "@gauntlet/core";
import { visibleLine } from "./visible-line.ts";

/** Shows what a plugin logs: warnings always, the rest only with `GAUNTLET_DEBUG`. */
export function reportLog({ level, plugin, text }: LogEntry): void {
  if (level === "info" && !process.env["GAUNTLET_DEBUG"]) return;
  process.stderr.write(`gauntlet: ${visibleLine(plugin)}: ${visibleLine(text)}\n`);
}
