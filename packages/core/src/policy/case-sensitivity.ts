import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathPlatform, testSwitches } from "./test-switches.ts";

/**
 * Tells whether names in a directory are the same in upper and lower case. True on macOS and Windows; elsewhere only
 * when the directory is found under its name with the case swapped.
 * @param directory absolute.
 */
export function isCaseInsensitive(directory: string, platform: NodeJS.Platform = pathPlatform()): boolean {
  if (testSwitches().caseInsensitive || platform === "darwin" || platform === "win32") return true;
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

/** Tells whether names are the same in composed and decomposed characters, as on macOS. */
export function isUnicodeNormalizing(platform: NodeJS.Platform = pathPlatform()): boolean {
  return testSwitches().unicodeNormalizing === true || platform === "darwin";
}
