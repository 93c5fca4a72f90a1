import { fstatSync, readFile, type Stats } from "node:fs";
import { promisify } from "node:util";
import { inWords, Refusal } from "../refusal.ts";
import { hashOf } from "./files-read.ts";
import type { OpenedFile } from "./open-regular.ts";

const readWhole = promisify(readFile);

/** A whole file as it is on disk. */
export interface FileBytes {
  readonly bytes: Buffer;
  /** SHA-256 in hex. */
  readonly hash: string;
  /** Of the opened file, after the read. */
  readonly stats: Stats;
}

/** How large a file may be, and what the model is told of a larger one. */
export interface SizeLimit {
  readonly maxBytes: number;
  readonly tooLarge: (path: string, bytes: number, maxBytes: number) => string;
}

/** Reads a whole file; a larger one than allowed is refused before it is read. @throws Refusal in words for the model. */
export async function wholeFile(file: OpenedFile, { maxBytes, tooLarge }: SizeLimit): Promise<FileBytes> {
  const { path, fd } = file;
  if (file.stats.size > maxBytes) throw new Refusal(tooLarge(path, file.stats.size, maxBytes));
  const bytes = await inWords(path, () => readWhole(fd));
  if (bytes.length > maxBytes) throw new Refusal(tooLarge(path, bytes.length, maxBytes));
  return { bytes, hash: hashOf(bytes), stats: fstatSync(fd) };
}
