import { isInside, relativeInside, toComparable } from "./path-inside.ts";
import type { PolicyContext } from "./policy.ts";
import { realPathOrSelf } from "./real-path.ts";

interface Place {
  readonly path: string;
  readonly realPath: string;
}

/**
 * Tells whether a place is in the working directories, by where it leads and by how it is spelled. A working directory
 * itself may be spelled through a link to it; a link to something in it is another matter.
 * @param within what counts as being in a directory; default: the directory and everything below it.
 */
export function isInWorkingDirectories(
  { path, realPath }: Place,
  { cwd, workingDirectories }: PolicyContext,
  within: (path: string, directory: string) => boolean = isInside,
): boolean {
  const directories = workingDirectories.filter((directory) => within(realPath, directory));
  if (directories.length === 0) return false;
  const isSpelled = [cwd, ...workingDirectories].some((directory) => within(path, directory));
  return isSpelled || directories.some((directory) => isSpelledThroughLink({ path, realPath }, directory));
}

function isSpelledThroughLink({ path, realPath }: Place, directory: string): boolean {
  const way = relativeInside(toComparable(realPath), toComparable(directory));
  const ending = way ? `/${way}` : "";
  if (way === undefined || !path.endsWith(ending) || path === ending) return false;
  return realPathOrSelf(path.slice(0, path.length - ending.length)) === directory;
}
