import type { ResultContent } from "@gauntlet/core";
import type { OpenedFile } from "../file/open-regular.ts";
import { MAX_PAGE_BYTES } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import { inspectPdf, type OpenedPdf } from "./inspect-pdf.ts";
import { loadMedia } from "./media-file.ts";
import {
  IMAGE_EDGE,
  MAX_DOCUMENT_BYTES,
  MAX_MEDIA_BYTES,
  MAX_SCAN_PIXELS,
  MAX_SCANS_PER_PAGE,
  MAX_WHOLE_PDF_PAGES,
  SCAN_TIMEOUT_MS,
} from "./media-limits.ts";
import * as messages from "./messages.ts";
import { imagePart } from "./read-image.ts";
import { type FittedScan, fitScans } from "./scanned-page.ts";

/** A whole PDF, sent as the document it is. */
export interface PdfReadOutput {
  readonly type: "pdf";
  readonly file: {
    readonly filePath: string;
    readonly base64: string;
    /** Bytes of the file. */
    readonly originalSize: number;
  };
  readonly pageCount: number;
}

/** Pages of a PDF: their text, and of a page without text its pictures. */
export interface PartsReadOutput {
  readonly type: "parts";
  readonly file: {
    readonly filePath: string;
    /** Bytes of the file. */
    readonly originalSize: number;
    /** Number of pages shown. */
    readonly count: number;
  };
  readonly pageCount: number;
  readonly pages: readonly ShownPage[];
  /** Pages asked for that did not fit. */
  readonly leftOut: readonly number[];
}

/** One page. `scan` says what became of the pictures of a page without text. */
export interface ShownPage {
  readonly page: number;
  readonly text: string;
  readonly isCut: boolean;
  readonly scans: readonly FittedScan[];
}

/** What is asked of a PDF. */
export interface PdfRequest extends OpenedFile {
  /** Pages to show, counted from 1; undefined: all of them. */
  readonly pages: readonly number[] | undefined;
  readonly signal: AbortSignal;
}

/**
 * Reads a PDF. A whole one that is short, small and sound is sent as a document, so that the model sees its text and
 * its look; otherwise the text of each page is, which needs no trust in what a model server accepts.
 * @returns `isWhole`: all of it is shown.
 * @throws Refusal in words for the model.
 */
export async function readPdf(request: PdfRequest): Promise<{
  readonly output: PdfReadOutput | PartsReadOutput;
  readonly hash: string;
  readonly isWhole: boolean;
}> {
  const { path, pages, signal } = request;
  const { bytes, hash } = await loadMedia(request, MAX_MEDIA_BYTES);
  const asDocument = pages === undefined && bytes.length <= MAX_DOCUMENT_BYTES && isSound(bytes);
  const pdf = await inspectPdf(
    path,
    {
      data: new Uint8Array(bytes).buffer,
      pages,
      asDocument,
      maxWholePages: MAX_WHOLE_PDF_PAGES,
      maxChars: MAX_PAGE_BYTES,
      maxPixels: MAX_SCAN_PIXELS,
      maxPictures: MAX_SCANS_PER_PAGE,
      pictureMs: SCAN_TIMEOUT_MS,
      edge: IMAGE_EDGE,
    },
    signal,
  );
  refuseOutOfRange(request, pdf.pageCount);
  if (asDocument && !pdf.isEncrypted) {
    const file = { filePath: path, base64: bytes.toString("base64"), originalSize: bytes.length };
    return { output: { type: "pdf", file, pageCount: pdf.pageCount }, hash, isWhole: true };
  }
  const output = await partsOf(path, bytes.length, pdf);
  const isWhole = output.leftOut.length === 0 && output.pages.length === pdf.pageCount;
  return { output, hash, isWhole };
}

function refuseOutOfRange({ path, pages }: PdfRequest, pageCount: number): void {
  if (pageCount === 0) throw new Refusal(messages.noPages(path));
  if (pages === undefined) {
    if (pageCount > MAX_WHOLE_PDF_PAGES) throw new Refusal(messages.pagesNeeded(path, pageCount));
  } else if (!pages.some((page) => page <= pageCount)) {
    throw new Refusal(messages.pagesPastEnd(path, pageCount));
  }
}

async function partsOf(filePath: string, originalSize: number, pdf: OpenedPdf): Promise<PartsReadOutput> {
  const scans = await fitScans(pdf.pages);
  const pages: ShownPage[] = [];
  const leftOut: number[] = [];
  let left = MAX_PAGE_BYTES;
  for (const { page, text, isCut } of pdf.pages) {
    const size = Buffer.byteLength(text);
    if (pages.length > 0 && (size > left || isCut)) {
      leftOut.push(page);
      left = 0;
      continue;
    }
    // Only a first page that is longer than a result may be is cut.
    const shown = size > left ? Buffer.from(text).subarray(0, left).toString("utf8") : text;
    left -= Buffer.byteLength(shown);
    pages.push({ page, text: shown, isCut: isCut || shown !== text, scans: scans.get(page) ?? [] });
  }
  const file = { filePath, originalSize, count: pages.length };
  return { type: "parts", file, pageCount: pdf.pageCount, pages, leftOut };
}

/**
 * Whether a PDF has what strict readers look for: the way from its end to its cross-reference. The library mends what
 * lacks it; a model server refuses it, and every later request with it.
 */
function isSound(bytes: Buffer): boolean {
  if (bytes.toString("latin1", 0, 5) !== "%PDF-") return false;
  const end = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(
    bytes.toString("latin1", Math.max(0, bytes.length - 1_024)),
  );
  const start = Number(end?.[1] ?? Number.NaN);
  if (!(start < bytes.length)) return false;
  return /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(bytes.toString("latin1", start, start + 40));
}

/** What the model gets of a whole PDF: a line about it, and the document. */
export const pdfContent = (output: PdfReadOutput): readonly ResultContent[] => [
  { type: "text", text: messages.pdfResult(output) },
  {
    type: "document",
    source: { type: "base64", media_type: "application/pdf", data: output.file.base64 },
  },
];

/** What the model gets of pages: their text, each followed by its pictures. */
export function partsContent(output: PartsReadOutput): readonly ResultContent[] {
  const parts: ResultContent[] = [];
  let text = messages.partsHead(output);
  for (const page of output.pages) {
    text += messages.pageText(page);
    for (const scan of page.scans) {
      if ("note" in scan) continue;
      parts.push({ type: "text", text }, imagePart(scan.mediaType, scan.base64));
      text = "";
    }
  }
  text += messages.partsTail(output);
  if (text.trim() !== "") parts.push({ type: "text", text });
  return parts;
}
