import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { MAX_PATH_BYTES } from "../contract/path-limit.ts";

// The limit Linux itself sets on links within one path.
const MAX_LINKS = 40;

/**
 * Where an absolute path leads. A leaf that does not exist yet is fine, and so is a dangling link, whose target counts.
 * @throws the file system's error when the path cannot be followed (a loop, a forbidden directory).
 */
export function followLinks(path: string): string {
  try {
    return follow(path, MAX_LINKS);
  } catch (error) {
    const words = UNFOLLOWED[(error as NodeJS.ErrnoException).code ?? ""];
    throw words === undefined ? error : new Error(`\`${path}\` ${words}`, { cause: error });
  }
}

const UNFOLLOWED: Readonly<Record<string, string>> = {
  ELOOP: "has symbolic links that lead in a circle (ELOOP)",
  EACCES: "is in a directory that the system does not let this user into (EACCES)",
  ENAMETOOLONG: "is longer than the system lets a path be (ENAMETOOLONG)",
};

/**
 * Where an absolute path leads, or the path itself when it cannot be followed. What does not exist yet leads where it
 * would be made.
 */
export function realPathOrSelf(path: string): string {
  try {
    return followLinks(path);
  } catch {
    return path;
  }
}

// Synchronous on purpose: every call is located several times, a look-up costs microseconds, and a trip through the
// thread pool costs many times that.
function follow(path: string, linksLeft: number): string {
  if (linksLeft < 0) throw new Error(`\`${path}\` goes through too many links`);
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isMissing(error, path)) throw error;
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const target = linkTarget(path);
  const realParent = follow(parent, linksLeft);
  if (target === undefined) return join(realParent, basename(path));
  return follow(resolve(realParent, target), linksLeft - 1);
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch (error) {
    if (isMissing(error, path)) return undefined;
    throw error;
  }
}

/** Whether an error says that there is nothing at a path, and in the case of a name that is too long nothing can be. */
export function isMissing(error: unknown, path: string): boolean {
  const { code } = error as NodeJS.ErrnoException;
  // A path that is too long as a whole may still be reached step by step, so nothing is known of it.
  if (code === "ENAMETOOLONG") return Buffer.byteLength(path) <= MAX_PATH_BYTES;
  return code === "ENOENT" || code === "ENOTDIR";
}
