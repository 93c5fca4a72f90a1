import { isUtf8 } from "node:buffer";
import { closeSync, readFile } from "node:fs";
import { promisify } from "node:util";
import { hashOf } from "./files-read.ts";
import { MAX_EDITABLE_BYTES, SNIFF_BYTES } from "./limits.ts";
import * as messages from "./messages.ts";
import { inWords, Refusal } from "./refusal.ts";
import { openRegular } from "./scan-file.ts";
import { natureOf } from "./sniff.ts";

const readWhole = promisify(readFile);
const BOM = Buffer.from("\uFEFF");

/** A whole file as it is on disk. */
export interface FileBytes {
  readonly bytes: Buffer;
  /** SHA-256 in hex. */
  readonly hash: string;
}

/** A whole text file; `bom + text` encoded as UTF-8 is exactly its bytes. */
export interface TextFile extends FileBytes {
  readonly bom: "" | "\uFEFF";
  readonly text: string;
}

/** Reads a whole regular file of at most 64 MiB. @throws Refusal in words for the model. */
export async function loadBytes(path: string, realPath: string): Promise<FileBytes> {
  const { fd, stats } = await openRegular(path, realPath);
  try {
    if (stats.size > MAX_EDITABLE_BYTES) throw new Refusal(messages.tooLargeToEdit(path, stats.size));
    const bytes = await inWords(path, () => readWhole(fd));
    if (bytes.length > MAX_EDITABLE_BYTES) throw new Refusal(messages.tooLargeToEdit(path, bytes.length));
    return { bytes, hash: hashOf(bytes) };
  } finally {
    closeSync(fd);
  }
}

/** Decodes a file without loss. @throws Refusal when it is not UTF-8 text. */
export function decodeText(path: string, { bytes, hash }: FileBytes): TextFile {
  const nature = natureOf(bytes.subarray(0, SNIFF_BYTES));
  if (nature !== "text") throw new Refusal(messages.notText(path, nature, bytes.length));
  if (!isUtf8(bytes)) throw new Refusal(messages.notUtf8(path));
  const hasBom = bytes.subarray(0, BOM.length).equals(BOM);
  return {
    bytes,
    hash,
    bom: hasBom ? "\uFEFF" : "",
    text: bytes.toString("utf8", hasBom ? BOM.length : 0),
  };
}

/** Half of a surrogate pair in a string has no UTF-8 form; writing it would write something else. */
export function refuseLoneSurrogates(field: string, value: string): void {
  if (/\p{Surrogate}/u.test(value)) throw new Refusal(messages.loneSurrogate(field));
}
