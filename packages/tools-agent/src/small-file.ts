import { constants } from "node:fs";
import { open } from "node:fs/promises";

/**
 * The text of a regular file, which links may lead to.
 * @throws for anything else, so that a pipe cannot hold the session up, and for a file above `maxBytes`.
 */
export async function readSmallFile(path: string, maxBytes: number): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error("it is not a file");
    if (stats.size > maxBytes) throw new Error(`it has ${stats.size} bytes, more than ${maxBytes}`);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}
