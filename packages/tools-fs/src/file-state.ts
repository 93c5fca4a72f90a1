import type { Stats } from "node:fs";
import { lstat, readlink, realpath, stat } from "node:fs/promises";
import { codeOf } from "./refusal.ts";

/** What stands at a path after links are followed. `missing` also covers a missing parent directory. */
export type FileState =
  | { readonly kind: "regular"; readonly realPath: string; readonly size: number }
  | { readonly kind: "directory"; readonly realPath: string }
  | { readonly kind: "missing" }
  | { readonly kind: "broken-link"; readonly target: string }
  | { readonly kind: "special"; readonly what: string }
  | { readonly kind: "unreachable"; readonly code: string };

/** Looks at a path without opening it, so that pipes and devices are never touched. Never throws for a system error. */
export async function fileStateOf(path: string): Promise<FileState> {
  try {
    const stats = await stat(path);
    if (!stats.isFile() && !stats.isDirectory()) return { kind: "special", what: specialKindOf(stats) };
    const realPath = await realpath(path);
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
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return "a device";
  return "a special file";
}

async function linkOrMissing(path: string): Promise<FileState> {
  try {
    if ((await lstat(path)).isSymbolicLink()) return { kind: "broken-link", target: await readlink(path) };
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
  return { kind: "missing" };
}
