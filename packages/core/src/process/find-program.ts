import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const found = new Map<string, string>();

/**
 * Finds a program on a search path; the answer is remembered for each path. Relative and empty entries are skipped,
 * because they would let a working directory supply the program.
 * @param searchPath value of PATH.
 * @returns an absolute path, or undefined when there is none.
 */
export function findProgram(name: string, searchPath = ""): string | undefined {
  const key = `${name}\0${searchPath}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  const program = searchPath
    .split(delimiter)
    .filter((dir) => isAbsolute(dir))
    .map((dir) => join(dir, name))
    .find(isProgram);
  if (program !== undefined) found.set(key, program);
  return program;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
