import { createHash } from "node:crypto";
import { read, readSync } from "node:fs";
import { promisify } from "node:util";
import { hashOf } from "../file/files-read.ts";
import { keepContent, keptContent, MAX_KNOWN_BYTES } from "../file/known-content.ts";
import type { OpenedFile } from "../file/open-regular.ts";
import { MAX_UNSIZED_BYTES } from "../limits.ts";
import * as messages from "../messages.ts";
import { inWords, Refusal } from "../refusal.ts";
import { createDecoder, type TextForm } from "../text/charset.ts";
import { formOfOther } from "../text/legacy-charset.ts";
import { formOfHead } from "../text/text-form.ts";
import { createUtf8Checker } from "../text/utf8-checker.ts";
import { createLinePager, type Page, type PageRequest } from "./line-pager.ts";

const CHUNK_BYTES = 256 * 1024;

/** One page of a file, and what one pass over it showed. */
export interface ScannedFile {
  readonly page: Page;
  readonly bytes: number;
  /** SHA-256 of the whole file in hex; undefined when the pass ended early or the file is too large to be changed. */
  readonly hash: string | undefined;
  /** The pass reached the end, so `page.seenLines` is the length of the file. */
  readonly isComplete: boolean;
  readonly form: TextForm;
}

/** What to scan. */
export interface ScanRequest {
  readonly file: OpenedFile;
  readonly page: PageRequest;
  /** Largest file that is read to its end for its hash; of a larger one no more than the page needs. */
  readonly maxHashedBytes: number;
  /** Hash the file had when it was last seen: a comparison with what is remembered is many times cheaper than a hash. */
  readonly knownHash: string | undefined;
  readonly signal: AbortSignal;
}

const readPart = promisify(read);

/**
 * Reads one page of a text file in bounded memory, hashing on the way. What is not UTF-8 is found on the way, too;
 * then a second pass reads it as what it is.
 * @throws Refusal for what is not a text file, in words for the model.
 */
export async function scanFile(request: ScanRequest): Promise<ScannedFile> {
  const { path, fd, stats } = request.file;
  const scratch = Buffer.allocUnsafeSlow(stats.size > MAX_KNOWN_BYTES ? CHUNK_BYTES : 0);
  return inWords(path, () => scan({ fd, size: stats.size, scratch }, request));
}

interface Source {
  readonly fd: number;
  /** 0 for files that do not tell, such as those under /proc. */
  readonly size: number;
  /** Every piece but the first of a large file is read into the same memory. */
  readonly scratch: Buffer;
}

async function scan(file: Source, request: ScanRequest): Promise<ScannedFile> {
  const head = await readAt(file, 0);
  const form = formOfHead(head);
  if (typeof form === "string") throw new Refusal(messages.notText(request.file.path, form, file.size));
  const { scanned, strange } = await passOver(file, { head, form, request });
  if (form.charset !== "utf-8" || strange === undefined) return scanned;
  const other = await formOfOther(head, strange);
  if (other === undefined) throw new Refusal(messages.unknownCharset(request.file.path, scanned.bytes));
  return other.charset === "utf-8" ? scanned : (await passOver(file, { head, form: other, request })).scanned;
}

/** @returns what was found, and the first piece that is not UTF-8. */
async function passOver(
  file: Source,
  { head, form, request }: { readonly head: Buffer; readonly form: TextForm; readonly request: ScanRequest },
): Promise<{ readonly scanned: ScannedFile; readonly strange: Buffer | undefined }> {
  const { page, maxHashedBytes, signal } = request;
  const isHashed = file.size <= maxHashedBytes;
  const [hash, pager, utf8] = [createHash("sha256"), createLinePager(page), createUtf8Checker()];
  const decoder = form.charset === "utf-8" ? undefined : await createDecoder(form.charset);
  const limit = limitOf(file);
  let strange: Buffer | undefined;
  let [bytes, piece] = [0, head];
  const isOnePiece = head.length >= limit;
  while (piece.length > 0) {
    bytes += piece.length;
    if (isHashed && !isOnePiece) hash.update(piece);
    utf8.push(piece);
    if (strange === undefined && !utf8.isValid()) strange = Buffer.from(piece);
    pager.push(decoder ? Buffer.from(decoder.write(piece)) : piece);
    if (bytes >= limit || (!isHashed && pager.isFull())) break;
    signal.throwIfAborted();
    piece = await readAt(file, bytes);
  }
  if (decoder) pager.push(Buffer.from(decoder.end()));
  const isComplete = piece.length === 0 || (file.size > 0 && bytes >= file.size);
  if (isComplete && !utf8.end()) strange ??= piece;
  const wholeHash = (): string => (isOnePiece ? hashOfPiece(head, request.knownHash) : hash.digest("hex"));
  const found = isComplete && isHashed ? wholeHash() : undefined;
  if (found !== undefined && bytes === head.length) keepContent(found, head);
  return { scanned: { page: pager.end(), bytes, isComplete, hash: found, form }, strange };
}

function hashOfPiece(bytes: Buffer, knownHash: string | undefined): string {
  const isKnown = knownHash !== undefined && keptContent(knownHash)?.equals(bytes);
  return isKnown ? knownHash : hashOf(bytes);
}

// What is appended during the pass is left out; files that state no size may be endless.
const limitOf = ({ size }: Source): number => (size > 0 ? size : MAX_UNSIZED_BYTES);

/**
 * The next piece; empty at the end. A file whose content may be kept comes in one. One of few bytes is read at once;
 * a larger one leaves the event loop to others meanwhile.
 */
async function readAt(file: Source, position: number): Promise<Buffer> {
  const left = limitOf(file) - position;
  const wanted = file.size > 0 && file.size <= MAX_KNOWN_BYTES ? left : Math.min(left, CHUNK_BYTES);
  const buffer =
    position > 0 && wanted <= file.scratch.length ? file.scratch : Buffer.allocUnsafeSlow(wanted);
  const isSmall = file.size > 0 && file.size <= CHUNK_BYTES;
  const count = isSmall
    ? readSync(file.fd, buffer, 0, wanted, position)
    : (await readPart(file.fd, buffer, 0, wanted, position)).bytesRead;
  return buffer.subarray(0, count);
}
