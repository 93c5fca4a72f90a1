import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

// The limit Linux itself sets on links within one path.
const MAX_LINKS = 40;

/**
 * Where an absolute path leads. A leaf that does not exist yet is fine, and so is a dangling link, whose target counts.
 * @throws the file system's error when the path cannot be followed (a loop, a forbidden directory).
 */
export function followLinks(path: string): string {
  return follow(path, MAX_LINKS);
}

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
    if (!isMissing(error)) throw error;
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
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether an error says that there is nothing at a path. */
export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}
