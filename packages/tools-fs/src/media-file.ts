import { closeSync, fstatSync, readFile, readSync } from "node:fs";
import { promisify } from "node:util";
import { hashOf } from "./files-read.ts";
import { KIND_BYTES, type MediaKind, mediaKindOf } from "./media-kind.ts";
import { fileTooLarge } from "./messages-media.ts";
import { openRegular } from "./open-regular.ts";
import { inWords, Refusal } from "./refusal.ts";
import type { FileBytes } from "./text-file.ts";

const readWhole = promisify(readFile);

/** One file, by the path the model knows and the path after links. */
export interface MediaFile {
  readonly path: string;
  readonly realPath: string;
}

/** Looks at the first bytes of a regular file. @throws Refusal in words for the model. */
export async function kindOfFile({ path, realPath }: MediaFile): Promise<MediaKind | undefined> {
  const { fd } = await openRegular(path, realPath);
  try {
    const head = Buffer.alloc(KIND_BYTES);
    const length = await inWords(path, async () => readSync(fd, head, 0, KIND_BYTES, 0));
    return mediaKindOf(realPath, head.subarray(0, length));
  } finally {
    closeSync(fd);
  }
}

/**
 * Reads a whole file.
 * @param maxBytes a larger file is refused before it is read.
 * @throws Refusal in words for the model.
 */
export async function loadMedia({ path, realPath }: MediaFile, maxBytes: number): Promise<FileBytes> {
  const { fd, stats } = await openRegular(path, realPath);
  try {
    if (stats.size > maxBytes) throw new Refusal(fileTooLarge(path, stats.size, maxBytes));
    const bytes = await inWords(path, () => readWhole(fd));
    if (bytes.length > maxBytes) throw new Refusal(fileTooLarge(path, bytes.length, maxBytes));
    return { bytes, hash: hashOf(bytes), stats: fstatSync(fd) };
  } finally {
    closeSync(fd);
  }
}
