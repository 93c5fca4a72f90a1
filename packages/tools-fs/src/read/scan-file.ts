import { createHash } from "node:crypto";
import { keepContent } from "../file/known-content.ts";
import type { OpenedFile } from "../file/open-regular.ts";
import { unchangedContent } from "../file/unchanged-content.ts";
import * as messages from "../messages.ts";
import { inWords, Refusal } from "../refusal.ts";
import { createDecoder, type TextForm } from "../text/charset.ts";
import { formOfOther } from "../text/legacy-charset.ts";
import { formOfHead } from "../text/text-form.ts";
import { createUtf8Checker } from "../text/utf8-checker.ts";
import { type PassedFile, passedFile, pieceAt, piecesOf } from "./file-pieces.ts";
import { createLinePager, type Page, type PageRequest } from "./line-pager.ts";

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
  /** Hash the file had when it was last seen: to compare with what is remembered is many times cheaper than to hash. */
  readonly knownHash: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Reads one page of a text file in bounded memory, hashing on the way. What is not UTF-8 is found on the way, too;
 * then a second pass reads it as what it is.
 * @throws Refusal for what is not a text file, in words for the model.
 */
export async function scanFile(request: ScanRequest): Promise<ScannedFile> {
  return inWords(request.file.path, () => scan(request));
}

async function scan(request: ScanRequest): Promise<ScannedFile> {
  const known = unchangedContent(request.file, request.knownHash);
  const file = passedFile(request.file, known);
  const head = known ?? (await pieceAt(file, 0));
  const form = formOfHead(head);
  if (typeof form === "string") throw new Refusal(messages.notText(request.file.path, form, file.size));
  const knownHash = known && request.knownHash;
  const { scanned, sample } = await passOver(file, { head, form, knownHash, request });
  if (form.charset !== "utf-8" || sample === undefined) return scanned;
  const other = await formOfOther(head, file.whole?.subarray(0, scanned.bytes) ?? sample);
  if (other === undefined) throw new Refusal(messages.unknownCharset(request.file.path, scanned.bytes));
  if (other.charset === "utf-8") return scanned;
  return (await passOver(file, { head, form: other, knownHash, request })).scanned;
}

interface Pass {
  readonly head: Buffer;
  readonly form: TextForm;
  /** Set when `head` is the whole content, which has this hash. */
  readonly knownHash: string | undefined;
  readonly request: ScanRequest;
}

/** @returns what was found, and, of what is not UTF-8, by what to judge its charset. */
async function passOver(
  file: PassedFile,
  { head, form, knownHash, request }: Pass,
): Promise<{ readonly scanned: ScannedFile; readonly sample: Buffer | undefined }> {
  const isHashed = file.size <= request.maxHashedBytes;
  const hash = isHashed && knownHash === undefined ? createHash("sha256") : undefined;
  const [pager, utf8] = [createLinePager(request.page), createUtf8Checker()];
  const decoder = form.charset === "utf-8" ? undefined : await createDecoder(form.charset);
  let [bytes, isCut] = [0, false];
  for await (const piece of piecesOf(file, head)) {
    bytes += piece.length;
    hash?.update(piece);
    utf8.push(piece);
    pager.push(decoder ? Buffer.from(decoder.write(piece)) : piece);
    isCut = bytes < file.limit && !isHashed && pager.isFull();
    if (isCut) break;
    request.signal.throwIfAborted();
  }
  if (decoder) pager.push(Buffer.from(decoder.end()));
  const isComplete = !isCut && (file.size > 0 || bytes < file.limit);
  const sample = utf8.end(isComplete);
  const found = isComplete ? (knownHash ?? hash?.digest("hex")) : undefined;
  const content = bytes === head.length ? head : file.whole?.subarray(0, bytes);
  if (found !== undefined && content) keepContent(found, content);
  return { scanned: { page: pager.end(), bytes, isComplete, hash: found, form }, sample };
}
