import { inodeKey, isCrowded, linkedFile, visitFiles } from "./inode-names.ts";
import { placesOf } from "./inode-votes.ts";
import type { PathIndex } from "./path-index.ts";
import { isReadDenied } from "./path-votes.ts";

// A search asks about its files within moments of each other, and walking for each of them would take minutes.
const FRESH_MS = 1_000;

interface DeniedFiles {
  readonly at: number;
  readonly keys: ReadonlySet<string>;
  readonly complete: boolean;
  /** How many names of each file were found; only counted when not every place was searched by intent. */
  readonly names?: ReadonlyMap<string, number>;
}

/**
 * Makes the question whether a file that has several names must be left out of a search, because a rule keeps one of
 * the names from being read, or because not every place could be looked at. What was found is kept for a second.
 */
export function createInodeFilter(index: PathIndex, cwd: string): (realPath: string) => boolean {
  let denied: DeniedFiles | undefined;
  return (realPath) => {
    if (index.bindingReads.length === 0) return false;
    const file = linkedFile(realPath);
    if (file === undefined) return false;
    if (denied === undefined || performance.now() - denied.at > FRESH_MS) denied = findDenied(index, cwd);
    const { complete, keys, names } = denied;
    if (!complete || keys.has(inodeKey(file))) return true;
    return names !== undefined && !isCrowded(realPath) && (names.get(inodeKey(file)) ?? 0) < file.nlink;
  };
}

function findDenied(index: PathIndex, cwd: string): DeniedFiles {
  const keys = new Set<string>();
  const names = new Map<string, number>();
  const { places, narrowed } = placesOf(index.bindingReads, [cwd]);
  const complete = visitFiles(places, (path) => {
    const isDenied = isReadDenied(index, path, path);
    const file = isDenied || narrowed ? linkedFile(path) : undefined;
    if (file === undefined) return true;
    const key = inodeKey(file);
    if (isDenied) keys.add(key);
    names.set(key, (names.get(key) ?? 0) + 1);
    return true;
  });
  return { at: performance.now(), keys, complete, ...(narrowed && { names }) };
}
