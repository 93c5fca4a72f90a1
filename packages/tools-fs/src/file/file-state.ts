import { readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { codeOf } from "../refusal.ts";

/** What stands at a path after links are followed. `missing` also covers a missing parent directory. */
export type FileState =
  | { readonly kind: "regular"; readonly realPath: string; readonly size: number }
  | { readonly kind: "directory"; readonly realPath: string }
  | { readonly kind: "missing" }
  | { readonly kind: "broken-link"; readonly target: string }
  | { readonly kind: "special"; readonly what: string }
  | { readonly kind: "unreachable"; readonly code: string };

/**
 * Looks at a path without opening it, so that pipes and devices are never touched. Never throws for a system error.
 * Synchronous, because a look costs microseconds and a trip through the thread pool many times that.
 */
export function fileStateOf(path: string): FileState {
  try {
    const stats = statSync(path);
    if (!stats.isFile() && !stats.isDirectory()) return { kind: "special", what: specialKindOf(stats) };
    const realPath = realpathSync.native(path);
    return stats.isFile() ? { kind: "regular", realPath, size: stats.size } : { kind: "directory", realPath };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return code === "ENOENT" ? linkOrMissing(path) : { kind: "unreachable", code };
  }
}

/** A word for what is neither file nor directory: `a named pipe (FIFO)`. */
export function specialKindOf(stats: Stats): string {
  if (stats.isFIFO()) return "a named pipe (FIFO)";
  if (stats.isSocket()) return "a socket";
  return "a device";
}

function linkOrMissing(path: string): FileState {
  try {
    return { kind: "broken-link", target: readlinkSync(path) };
  } catch {
    return { kind: "missing" };
  }
}
