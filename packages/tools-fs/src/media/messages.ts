import { at, count } from "../messages.ts";
import type { ImageFormat } from "../text/media-kind.ts";
import { MAX_PDF_PAGES, MAX_WHOLE_PDF_PAGES } from "./media-limits.ts";
import type { ImageReadOutput } from "./read-image.ts";
import type { PartsReadOutput, PdfReadOutput, ShownPage } from "./read-pdf.ts";

/** Any of them. */
export const fileTooLarge = (path: string, bytes: number, maxBytes: number): string =>
  `${at(path)} has ${bytes} bytes; Read opens such a file up to ${maxBytes}. Make a smaller copy with a command.`;

export const pagesNotPdf = (path: string): string =>
  `${at(path)} is not a PDF, so it has no pages. Leave out pages; for a text file use offset and limit.`;

export const rangeOfPdf = (path: string): string =>
  `${at(path)} is a PDF, which has pages and no lines. Use pages, such as "1-5", in place of offset and limit.`;

/** Images. */
const NAMES: Readonly<Record<ImageFormat, string>> = {
  png: "PNG",
  jpeg: "JPEG",
  gif: "GIF",
  webp: "WebP",
  tiff: "TIFF",
  bmp: "BMP",
  heic: "HEIC",
  avif: "AVIF",
};

interface Size {
  readonly width: number;
  readonly height: number;
}

const pixels = ({ width, height }: Size): string => `${width}×${height} px`;

export const unfitImage = (path: string, format: ImageFormat, why: string): string =>
  `${at(path)} looks like a ${NAMES[format]} image, but it cannot be shown: ${why}`;

export const tooManyPixels = (size: Size, max: number): string =>
  `its header states ${pixels(size)}, above the ${max / 1e6} megapixels that are decoded. Make a smaller copy with a command.`;

export const tooManyBytes = (bytes: number, max: number): string =>
  `it has ${bytes} bytes, and no smaller form stays under ${max}. Make a smaller copy with a command.`;

export const tooSlow = (seconds: number): string =>
  `decoding it takes more than ${seconds} seconds. Make a smaller copy with a command.`;

export const noDecoder = (format: ImageFormat): string =>
  `${NAMES[format]} of this kind cannot be decoded here. Convert a copy to PNG with a command.`;

export const corrupt = (why: string): string =>
  `it is damaged or not complete (${why}). Make or fetch the file again, then read it.`;

export const needsLibrary = (why: string): string =>
  `${why}, and the package \`sharp\` that would do it is not installed. Tell the person to run \`npm install sharp\`, or make a PNG of at most 2000 px with a command.`;

export function imageResult({ filePath, file, frames }: ImageReadOutput): string {
  const { originalWidth, originalHeight, displayWidth, displayHeight } = file.dimensions;
  const original = pixels({ width: originalWidth, height: originalHeight });
  const head = `Image ${at(filePath)} (${original}, ${count(file.originalSize, "byte")})`;
  const first = frames > 1 ? ` It has ${frames} frames; look at the first only.` : "";
  if (displayWidth === originalWidth && displayHeight === originalHeight) return `${head}.${first}`;
  // The longer side tells the scale; the other may be rounded up to a pixel.
  const scale = (Math.max(originalWidth, originalHeight) / Math.max(displayWidth, displayHeight)).toFixed(2);
  return `${head}, shown at ${pixels({ width: displayWidth, height: displayHeight })}: multiply coordinates by ${scale} for the original.${first}`;
}

/** Pages of a PDF. */
export const badPages = (pages: string): string =>
  `\`pages\` is \`${pages.slice(0, 100)}\`, which is not a list of pages. Write it as "3", "1-5" or "1-3,7", counted from 1.`;

export const tooManyPages = (pages: string): string =>
  `\`pages\` is \`${pages.slice(0, 100)}\`, which names more than the ${MAX_PDF_PAGES} pages one Read shows. Ask for them in several calls.`;

export const pagesNeeded = (path: string, pageCount: number): string =>
  `${at(path)} has ${pageCount} pages, and more than ${MAX_WHOLE_PDF_PAGES} are not shown at once. Say which with pages, at most ${MAX_PDF_PAGES} a call, such as "1-${Math.min(MAX_PDF_PAGES, pageCount)}".`;

export const pagesPastEnd = (path: string, pageCount: number): string =>
  `${at(path)} has only ${count(pageCount, "page")}. Use pages from 1 to ${pageCount}.`;

export const noPages = (path: string): string =>
  `${at(path)} is a PDF without pages. There is nothing to show.`;

const PDF_FAULTS: Readonly<Record<string, string>> = {
  PasswordException: "is a PDF that is encrypted with a password. Ask the person for a copy without one.",
};

export const unreadablePdf = (path: string, fault: string, message: string): string =>
  `${at(path)} ${PDF_FAULTS[fault] ?? `begins like a PDF, but it is damaged or not one (${message}). Make or fetch the file again, or look at its bytes with a command such as xxd.`}`;

export const pdfTooSlow = (path: string): string =>
  `${at(path)}: reading this PDF takes too long, so it was given up. Ask for fewer pages, or extract its text with a command such as pdftotext.`;

export const pdfTooHungry = (path: string): string =>
  `${at(path)}: reading this PDF takes too much memory, so it was given up. Ask for fewer pages, or extract its text with a command such as pdftotext.`;

export const pdfLibraryMissing =
  "The package `unpdf`, which reads PDFs, cannot be found. Reinstall Gauntlet, or extract the text with a command such as pdftotext.";

export const pdfResult = ({ file, pageCount }: PdfReadOutput): string =>
  `PDF ${at(file.filePath)} (${count(pageCount, "page")}, ${count(file.originalSize, "byte")}), whole:`;

export const partsHead = ({ file, pageCount }: PartsReadOutput): string =>
  `PDF ${at(file.filePath)} (${count(pageCount, "page")}, ${count(file.originalSize, "byte")}); text of ${count(file.count, "page")}:\n`;

export const scanNeedsLibrary = "its pictures need the package `sharp` (`npm install sharp`)";
export const scanUnreadable = "a picture on it cannot be decoded";
export const scansFull = "a picture on it is left out, because the result is full; ask for this page alone";

export function pageText({ page, text, isCut, scans }: ShownPage): string {
  const head = `\n--- page ${page} ---\n`;
  if (isCut) return `${head}${text}\n[page cut: it has more text than one Read shows]\n`;
  if (text.trim() !== "") return `${head}${text.trimEnd()}\n`;
  const notes = [...new Set(scans.flatMap((scan) => ("note" in scan ? [scan.note] : [])))];
  const isShown = scans.some((scan) => "base64" in scan);
  const what = isShown ? "its pictures follow" : "they cannot be shown as text";
  return `${head}[no text on this page: probably scanned or drawn; ${[what, ...notes].join("; ")}]\n`;
}

export function partsTail({ leftOut }: PartsReadOutput): string {
  if (leftOut.length === 0) return "";
  return `\n(Pages ${leftOut.join(", ")} did not fit. Ask for them with pages.)`;
}
