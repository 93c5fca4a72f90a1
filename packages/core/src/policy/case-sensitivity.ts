import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Tells whether names in a directory are the same in upper and lower case. True on macOS and Windows; elsewhere only
 * when the directory is found under its name with the case swapped.
 * @param directory absolute.
 */
export function isCaseInsensitive(directory: string, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === "darwin" || platform === "win32") return true;
  const name = basename(directory);
  const swapped = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  if (swapped === name) return false;
  try {
    const here = statSync(directory);
    const there = statSync(join(dirname(directory), swapped));
    return here.dev === there.dev && here.ino === there.ino;
  } catch {
    return false;
  }
}
