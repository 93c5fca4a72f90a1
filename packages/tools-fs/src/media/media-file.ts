import { readSync } from "node:fs";
import type { OpenedFile } from "../file/open-regular.ts";
import { type FileBytes, wholeFile } from "../file/whole-file.ts";
import { inWords } from "../refusal.ts";
import { KIND_BYTES, type MediaKind, mediaKindOf } from "../text/media-kind.ts";
import { fileTooLarge } from "./messages.ts";

/** Looks at the first bytes of a file. @throws Refusal in words for the model. */
export async function kindOfFile({ path, realPath, fd }: OpenedFile): Promise<MediaKind | undefined> {
  const head = Buffer.alloc(KIND_BYTES);
  const length = await inWords(path, async () => readSync(fd, head, 0, KIND_BYTES, 0));
  return mediaKindOf(realPath, head.subarray(0, length));
}

/** Reads a whole file that is not shown as text. @throws Refusal in words for the model. */
export const loadMedia = (file: OpenedFile, maxBytes: number): Promise<FileBytes> =>
  wholeFile(file, { maxBytes, tooLarge: fileTooLarge });
