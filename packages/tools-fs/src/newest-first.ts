import { statSync } from "node:fs";
import { setImmediate as nextTick } from "node:timers/promises";
import { codeOf } from "./refusal.ts";
import { pathBelow } from "./search-root.ts";

// A look at one file takes microseconds, a trip through the thread pool many times that.
const AT_ONCE = 2_000;

/** A path below a root; `bytes` as for `WalkedFile`. */
export interface FoundPath {
  readonly way: string;
  readonly bytes?: Buffer | undefined;
}

/**
 * Sorts files by modification time, newest first, and by path where times are equal. What is no file any more, or a
 * link to something else than a file, is left out.
 * @param root absolute.
 * @returns paths below the root.
 * @throws the signal's reason after an abort.
 */
export async function newestFirst(
  found: readonly FoundPath[],
  root: string,
  signal: AbortSignal,
): Promise<string[]> {
  const files: { way: string; modifiedMs: number }[] = [];
  let left = 0;
  for (const path of found) {
    if (left-- === 0) {
      await nextTick();
      signal.throwIfAborted();
      left = AT_ONCE;
    }
    const modifiedMs = modifiedAt(root, path);
    if (modifiedMs !== undefined) files.push({ way: path.way, modifiedMs });
  }
  files.sort((a, b) => b.modifiedMs - a.modifiedMs || (a.way < b.way ? -1 : 1));
  return files.map(({ way }) => way);
}

function modifiedAt(root: string, { way, bytes }: FoundPath): number | undefined {
  try {
    const path = bytes === undefined ? pathBelow(root, way) : Buffer.concat([Buffer.from(`${root}/`), bytes]);
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? stats.mtimeMs : undefined;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}
