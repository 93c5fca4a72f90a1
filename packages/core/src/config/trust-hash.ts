import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { isMissing } from "./read-text.ts";

/** Stands for the content of a file that does not exist. */
export const MISSING = "missing";

/** SHA-256 of a text, in hexadecimal. */
export const hashText = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * SHA-256 of a regular file's bytes, in hexadecimal; `missing` when there is none. What is no regular file or cannot
 * be read has a value of its own, so that it is noticed when it becomes one.
 */
export async function hashFile(file: string): Promise<string> {
  try {
    // O_NONBLOCK: a repository may put a pipe where a file is expected, and opening that would wait for ever.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) return "no file";
      const hash = createHash("sha256");
      for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
      return hash.digest("hex");
    } finally {
      await handle.close();
    }
  } catch (cause) {
    return isMissing(cause) ? MISSING : "unreadable";
  }
}
