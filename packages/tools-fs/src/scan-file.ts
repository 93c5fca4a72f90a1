import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, read, readSync, type Stats, statSync } from "node:fs";
import { promisify } from "node:util";
import { specialKindOf } from "./file-state.ts";
import { MAX_EDITABLE_BYTES, MAX_UNSIZED_BYTES, SNIFF_BYTES } from "./limits.ts";
import { createLinePager, type Page, type PageRequest } from "./line-pager.ts";
import * as messages from "./messages.ts";
import { inWords, Refusal } from "./refusal.ts";
import { natureOf } from "./sniff.ts";

const CHUNK_BYTES = 256 * 1024;

/** One page of a file, and what one pass over it showed. */
export interface ScannedFile {
  readonly page: Page;
  readonly bytes: number;
  /** SHA-256 of the whole file in hex; undefined when the pass ended early or the file is too large to be changed. */
  readonly hash: string | undefined;
  /** The pass reached the end, so `page.seenLines` is the length of the file. */
  readonly isComplete: boolean;
}

const readPart = promisify(read);

/**
 * Opens a regular file so that a pipe can never hang the call, and checks the opened file itself, not its name.
 * Synchronous for the same reason as `fileStateOf`. The caller closes `fd`.
 * @param realPath the path after links; the opened file must still be the one found there.
 * @throws Refusal in words for the model.
 */
export async function openRegular(path: string, realPath: string): Promise<{ fd: number; stats: Stats }> {
  const fd = await inWords(path, async () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw new Refusal(messages.isDirectory(path));
    if (!stats.isFile()) throw new Refusal(messages.isSpecial(path, specialKindOf(stats)));
    const named = await inWords(path, async () => statSync(realPath));
    if (named.dev !== stats.dev || named.ino !== stats.ino) throw new Refusal(messages.swapped(path));
    return { fd, stats };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * Reads one page of a text file in bounded memory, hashing on the way.
 * @throws Refusal for what is not a text file, in words for the model.
 */
export async function scanFile(request: {
  readonly path: string;
  readonly realPath: string;
  readonly page: PageRequest;
  readonly signal: AbortSignal;
}): Promise<ScannedFile> {
  const { fd, stats } = await openRegular(request.path, request.realPath);
  try {
    return await inWords(request.path, () => scan(fd, stats.size, request));
  } finally {
    closeSync(fd);
  }
}

async function scan(
  fd: number,
  size: number,
  { path, page, signal }: { path: string; page: PageRequest; signal: AbortSignal },
): Promise<ScannedFile> {
  // What is appended during the pass is left out; files that state no size may be endless.
  const limit = size > 0 ? size : MAX_UNSIZED_BYTES;
  const isEditable = size <= MAX_EDITABLE_BYTES;
  const hash = createHash("sha256");
  const pager = createLinePager(page);
  const buffer = Buffer.allocUnsafe(size > 0 ? Math.min(size, CHUNK_BYTES) : CHUNK_BYTES);
  let bytes = 0;
  let atEnd = false;
  while (bytes < limit && (isEditable || !pager.isFull())) {
    signal.throwIfAborted();
    const bytesRead = await readNext(fd, buffer, { wanted: Math.min(buffer.length, limit - bytes), size });
    if (bytesRead === 0) {
      atEnd = true;
      break;
    }
    const chunk = buffer.subarray(0, bytesRead);
    if (bytes === 0) refuseOtherThanText(path, chunk.subarray(0, SNIFF_BYTES), size);
    if (isEditable) hash.update(chunk);
    pager.push(chunk);
    bytes += bytesRead;
  }
  const isComplete = atEnd || (size > 0 && bytes >= size);
  return {
    page: pager.end(),
    bytes,
    isComplete,
    hash: isComplete && isEditable ? hash.digest("hex") : undefined,
  };
}

/** A file that fits into one piece is read at once; a larger one leaves the event loop to others between pieces. */
async function readNext(
  fd: number,
  buffer: Buffer,
  { wanted, size }: { readonly wanted: number; readonly size: number },
): Promise<number> {
  if (size > 0 && size <= CHUNK_BYTES) return readSync(fd, buffer, 0, wanted, null);
  return (await readPart(fd, buffer, 0, wanted, null)).bytesRead;
}

function refuseOtherThanText(path: string, head: Buffer, size: number): void {
  const nature = natureOf(head);
  if (nature !== "text") throw new Refusal(messages.notText(path, nature, size));
}
