import { type Stats, statSync } from "node:fs";
import { setImmediate as nextTick } from "node:timers/promises";
import { codeOf } from "../refusal.ts";
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

/** Takes files one by one and keeps the newest. */
export interface NewestFirst {
  /**
   * Looks at a file. What is no file any more, or a link to something else than a file, is left out.
   * @param isDenied told how many names the file has; true leaves it out. Default: no file is.
   */
  add(path: FoundPath, isDenied?: (links: number) => boolean): void;
  /** Those that were added, newest first, and by path where times are equal. */
  result(): Newest;
}

/**
 * @param root absolute.
 * @param limit how many are wanted; the others are only counted.
 */
export function createNewestFirst(root: string, limit = Number.POSITIVE_INFINITY): NewestFirst {
  let files: DatedPath[] = [];
  let oldestMs = Number.NEGATIVE_INFINITY;
  let total = 0;
  return {
    add(path, isDenied = () => false) {
      const stats = statsOf(root, path);
      if (!stats?.isFile() || isDenied(stats.nlink)) return;
      total++;
      if (stats.mtimeMs < oldestMs) return;
      files.push({ way: path.way, modifiedMs: stats.mtimeMs });
      if (files.length < limit * 2) return;
      files = files.sort(byAge).slice(0, limit);
      oldestMs = files.at(-1)?.modifiedMs ?? oldestMs;
    },
    result: () => ({
      ways: files
        .sort(byAge)
        .slice(0, limit)
        .map(({ way }) => way),
      total,
    }),
  };
}

/**
 * Sorts files by modification time, as `NewestFirst` does, and lets others have their turn in between.
 * @param root absolute.
 * @returns paths below the root.
 * @throws the signal's reason after an abort.
 */
export async function newestFirst(
  found: readonly FoundPath[],
  root: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const newest = createNewestFirst(root);
  for (const [index, path] of found.entries()) {
    if (index % AT_ONCE === 0) {
      await nextTick();
      signal.throwIfAborted();
    }
    newest.add(path);
  }
  return newest.result().ways;
}

const byAge = (a: DatedPath, b: DatedPath): number => b.modifiedMs - a.modifiedMs || (a.way < b.way ? -1 : 1);

function statsOf(root: string, { way, bytes }: FoundPath): Stats | undefined {
  try {
    const path = bytes === undefined ? pathBelow(root, way) : Buffer.concat([Buffer.from(`${root}/`), bytes]);
    return statSync(path, MAY_BE_GONE);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}
