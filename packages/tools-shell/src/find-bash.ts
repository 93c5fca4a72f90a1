import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const found = new Map<string, string>();

/**
 * Finds bash on a search path; the answer is remembered for each path. Relative and empty entries are skipped, because
 * they would let a working directory supply the shell.
 * @param searchPath value of PATH.
 * @returns an absolute path, or undefined when there is none.
 */
export function findBash(searchPath = ""): string | undefined {
  const known = found.get(searchPath);
  if (known !== undefined) return known;
  const bash = searchPath
    .split(delimiter)
    .filter((dir) => isAbsolute(dir))
    .map((dir) => join(dir, "bash"))
    .find(isProgram);
  if (bash !== undefined) found.set(searchPath, bash);
  return bash;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
