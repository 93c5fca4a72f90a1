import { statSync } from "node:fs";
import { setImmediate as nextTick } from "node:timers/promises";
import { codeOf } from "./refusal.ts";
import { pathBelow } from "./search-root.ts";

// A look at one file takes microseconds, a trip through the thread pool many times that.
const AT_ONCE = 2_000;
const MAY_BE_GONE = { throwIfNoEntry: false } as const;

/** A path below a root; `bytes` as for `WalkedFile`. */
export interface FoundPath {
  readonly way: string;
  readonly bytes?: Buffer | undefined;
}

interface DatedPath {
  readonly way: string;
  readonly modifiedMs: number;
}

/** The first of the sorted files, as paths below the root, and how many there are in all. */
export interface Newest {
  readonly ways: readonly string[];
  readonly total: number;
}

/**
 * Sorts files by modification time, newest first, and by path where times are equal. What is no file any more, or a
 * link to something else than a file, is left out.
 * @param root absolute.
 * @param limit how many are wanted; the others are only counted.
 * @throws the signal's reason after an abort.
 */
export async function newestFirst(
  found: readonly FoundPath[],
  root: string,
  signal: AbortSignal,
  limit = Number.POSITIVE_INFINITY,
): Promise<Newest> {
  let files: DatedPath[] = [];
  let oldestMs = Number.NEGATIVE_INFINITY;
  let total = 0;
  let left = 0;
  for (const path of found) {
    if (left-- === 0) {
      await nextTick();
      signal.throwIfAborted();
      left = AT_ONCE;
    }
    const modifiedMs = modifiedAt(root, path);
    if (modifiedMs === undefined) continue;
    total++;
    if (modifiedMs < oldestMs) continue;
    files.push({ way: path.way, modifiedMs });
    if (files.length < limit * 2) continue;
    files = files.sort(byAge).slice(0, limit);
    oldestMs = files.at(-1)?.modifiedMs ?? oldestMs;
  }
  return {
    ways: files
      .sort(byAge)
      .slice(0, limit)
      .map(({ way }) => way),
    total,
  };
}

const byAge = (a: DatedPath, b: DatedPath): number => b.modifiedMs - a.modifiedMs || (a.way < b.way ? -1 : 1);

function modifiedAt(root: string, { way, bytes }: FoundPath): number | undefined {
  try {
    const path = bytes === undefined ? pathBelow(root, way) : Buffer.concat([Buffer.from(`${root}/`), bytes]);
    const stats = statSync(path, MAY_BE_GONE);
    return stats?.isFile() ? stats.mtimeMs : undefined;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}
