import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { codeOf } from "../refusal.ts";

/**
 * Tells whether an open file holds just these bytes. Synchronous, so that in this process nothing happens between the
 * answer and the step that follows it.
 */
export function isAsExpected(fd: number, bytes: Buffer): boolean {
  const stats = fstatSync(fd);
  return stats.isFile() && stats.size === bytes.length && readFileSync(fd).equals(bytes);
}

/** The same for a name; a link there, or nothing, is not what was expected. @throws other system errors. */
export function isFileAsExpected(path: string, bytes: Buffer): boolean {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (["ELOOP", "ENOENT", "ENXIO"].includes(codeOf(error) ?? "")) return false;
    throw error;
  }
  try {
    return isAsExpected(fd, bytes);
  } finally {
    closeSync(fd);
  }
}
