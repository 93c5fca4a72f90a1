import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { isMissing, realPathOrSelf } from "./real-path.ts";

/** A file that has several names, and how many. */
export interface LinkedFile {
  readonly dev: number;
  readonly ino: number;
  readonly nlink: number;
}

/** Names that were found for the wanted files. */
export interface FoundNames {
  /** Absolute paths by `inodeKey`, in no particular order. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** False when some place was not looked at, so that names may be missing. */
  readonly complete: boolean;
}

/** Directory entries one search looks at, at most. */
export const MAX_ENTRIES = 20_000;

// Package managers fill these with hard links by the ten thousand. They are searched only when asked for by name.
const CROWDED = "node_modules";

/** What identifies a file whatever its name. */
export const inodeKey = ({ dev, ino }: LinkedFile): string => `${dev}:${ino}`;

/** The file at a path when it is regular and has more names than one; undefined otherwise, missing files included. */
export function linkedFile(path: string): LinkedFile | undefined {
  const found = statOf(path);
  if (found === undefined || !found.isFile() || found.nlink < 2) return undefined;
  return { dev: found.dev, ino: found.ino, nlink: found.nlink };
}

// With `throwIfNoEntry` a path through a file would still be an error.
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (isMissing(error, path)) return undefined;
    throw error;
  }
}

/**
 * Looks for all names of some files below directories (or at single files), without following links. Stops when
 * every name is known or after `MAX_ENTRIES` entries. Never throws for places that are missing or closed.
 */
export function findNames(files: readonly LinkedFile[], roots: readonly string[]): FoundNames {
  const wanted = new Map(files.map((file) => [inodeKey(file), file.nlink]));
  const names = new Map<string, string[]>();
  let missing = [...wanted.values()].reduce((sum, count) => sum + count, 0);
  const complete = visitFiles(roots, (path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || !wanted.has(inodeKey(found))) return true;
    names.set(inodeKey(found), [...(names.get(inodeKey(found)) ?? []), path]);
    missing -= 1;
    return missing > 0;
  });
  return { names, complete };
}

/** Whether a path leads through a place of package managers, whose files have names in their store. */
export const isCrowded = (path: string): boolean => path.split("/").includes(CROWDED);

/**
 * Shows every file below directories (or the single files) to a visitor once, until it says false.
 * @returns false when a place was closed or there was more than `MAX_ENTRIES` to look at.
 */
export function visitFiles(roots: readonly string[], visit: (path: string) => boolean): boolean {
  let left = MAX_ENTRIES;
  let complete = true;
  // A place that is searched under two names would count every file in it twice.
  const waiting = roots.map(realPathOrSelf);
  const seen = new Set<string>();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const entries = entriesOf(path);
    if (entries === "closed") complete = false;
    if (entries === "file" && !visit(path)) return complete;
    if (typeof entries === "string") continue;
    for (const entry of entries) {
      left -= 1;
      if (left < 0) return false;
      const below = join(path, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== CROWDED) waiting.push(below);
      } else if (!entry.isSymbolicLink() && !seen.has(below)) {
        seen.add(below);
        if (!visit(below)) return complete;
      }
    }
  }
  return complete;
}

function entriesOf(path: string): Dirent[] | "file" | "closed" {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR") return "file";
    return code === "ENOENT" ? [] : "closed";
  }
}
