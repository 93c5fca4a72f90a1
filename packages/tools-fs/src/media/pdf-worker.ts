import type { ScannedPicture } from "./inspect-pdf.ts";

/** What a worker is asked to do with a PDF. */
export interface PdfJob {
  /** File URL of the PDF library. */
  readonly library: string;
  readonly data: ArrayBuffer;
  /** Page numbers to show; undefined: all of them, if they are few. */
  readonly pages: readonly number[] | undefined;
  readonly maxWholePages: number;
  /** Only prove that each page is there when all pages are shown; the document itself is sent. */
  readonly asDocument: boolean;
  /** Text beyond this many characters is left out, page by page. */
  readonly maxChars: number;
  readonly maxPixels: number;
  readonly maxPictures: number;
  /** Longest edge of a picture in the answer, in pixels. */
  readonly edge: number;
  /** Milliseconds the pictures of one page may take. */
  readonly pictureMs: number;
}

/** What a worker answers. `fault` is the name of the library's error. */
export type PdfAnswer =
  | { readonly fault: string; readonly message: string }
  | {
      readonly pageCount: number;
      readonly isEncrypted: boolean;
      readonly pages: readonly PdfPage[];
    };

/** One page. `pictures` are looked for only where there is no text. */
export interface PdfPage {
  readonly page: number;
  readonly text: string;
  readonly isCut: boolean;
  readonly pictures: readonly ScannedPicture[];
}

/**
 * The worker's code, as text: a worker needs a file of its own, and this package also runs from one bundled file.
 * `workerData` is a `PdfJob`; it posts one `PdfAnswer`.
 */
export const PDF_WORKER = `
const { parentPort, workerData: job } = require("node:worker_threads");

async function main() {
  const { getDocumentProxy, getResolvedPDFJS } = await import(job.library);
  const { OPS } = await getResolvedPDFJS();
  const pdf = await getDocumentProxy(new Uint8Array(job.data), {
    isEvalSupported: false, verbosity: 0, maxImageSize: job.maxPixels, useSystemFonts: false,
  });
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const answer = { pageCount: pdf.numPages, isEncrypted: Boolean(info.EncryptFilterName), pages: [] };
  if (!job.pages && pdf.numPages > job.maxWholePages) return answer;
  const wanted = job.pages ?? Array.from({ length: pdf.numPages }, (_, i) => i + 1);
  const isProof = job.asDocument && !answer.isEncrypted;
  let left = job.maxChars;
  for (const number of wanted.filter((page) => page <= pdf.numPages)) {
    const page = await pdf.getPage(number);
    if (isProof) continue;
    const { items } = await page.getTextContent();
    const whole = items.map((item) => (item.str ?? "") + (item.hasEOL ? "\\n" : "")).join("");
    const text = whole.slice(0, left);
    left -= text.length;
    const pictures = whole.trim() === "" ? await inTime(picturesOf(OPS, page)) : [];
    answer.pages.push({ page: number, text, isCut: text.length < whole.length, pictures });
    page.cleanup();
  }
  return answer;
}

// The library waits for ever for a picture it could not decode.
const inTime = (found) => Promise.race([
  found.catch(() => []),
  new Promise((resolve) => setTimeout(resolve, job.pictureMs, [])),
]);

async function picturesOf(OPS, page) {
  const { fnArray, argsArray } = await page.getOperatorList();
  const found = [];
  for (const [i, fn] of fnArray.entries()) {
    const [shown] = argsArray[i] ?? [];
    if (fn === OPS.paintInlineImageXObject) found.push(shown);
    if (fn !== OPS.paintImageXObject) continue;
    found.push(await new Promise((resolve) => (shown.startsWith("g_") ? page.commonObjs : page.objs).get(shown, resolve)));
  }
  return found
    .flatMap((image) => (image?.data ? [{ ...pixelsOf(image), turn: page.rotate }] : []))
    .filter(({ width, height, channels, data }) => width * height >= 10_000 && data.length === width * height * channels)
    .sort((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, job.maxPictures)
    .map(shrunk);
}

/** As large as it will be shown: the pixels of twenty scanned pages would not fit into memory. */
function shrunk(image) {
  const { width, height, channels, data } = image;
  const step = Math.max(1, width / job.edge, height / job.edge);
  const size = { width: Math.max(1, Math.floor(width / step)), height: Math.max(1, Math.floor(height / step)) };
  const out = new Uint8Array(size.width * size.height * channels);
  let at = 0;
  for (let y = 0; y < size.height; y++) {
    const [top, bottom] = [Math.floor(y * step), Math.min(height, Math.floor((y + 1) * step))];
    for (let x = 0; x < size.width; x++) {
      const [left, right] = [Math.floor(x * step), Math.min(width, Math.floor((x + 1) * step))];
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        for (let row = top; row < bottom; row++)
          for (let column = left; column < right; column++) sum += data[(row * width + column) * channels + channel];
        out[at++] = sum / ((bottom - top) * (right - left));
      }
    }
  }
  return { ...image, ...size, data: out };
}

/** Pictures of one bit a pixel, as most scanners make them, get one byte. */
function pixelsOf({ width, height, kind, data }) {
  if (kind !== 1) return { width, height, channels: Math.round(data.length / (width * height)), data };
  const bytes = new Uint8Array(width * height);
  const row = (width + 7) >> 3;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) bytes[y * width + x] = (data[y * row + (x >> 3)] >> (7 - (x & 7))) & 1 ? 255 : 0;
  return { width, height, channels: 1, data: bytes };
}

main().then(
  (answer) => parentPort.postMessage(answer, answer.pages.flatMap(({ pictures }) => pictures.map(({ data }) => data.buffer))),
  (error) => parentPort.postMessage({ fault: String(error?.name), message: String(error?.message).slice(0, 200) }),
);
`;
