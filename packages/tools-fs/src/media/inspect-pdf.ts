import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { Refusal } from "../refusal.ts";
import { MAX_PDF_MEMORY_BYTES, PDF_TIMEOUT_MS } from "./media-limits.ts";
import * as messages from "./messages.ts";
import { PDF_WORKER, type PdfAnswer, type PdfJob } from "./pdf-worker.ts";

const WATCH_EVERY_MS = 25;

/** A picture on a page, as raw pixels. */
export interface ScannedPicture {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly data: Uint8Array;
  /** Degrees clockwise that the page is turned by. */
  readonly turn: number;
}

/** A PDF that could be opened. */
export type OpenedPdf = Exclude<PdfAnswer, { readonly fault: string }>;

/**
 * Opens a PDF in a worker, which is ended when it takes too long or too much memory: a small file can ask for any
 * amount of both.
 * @throws Refusal in words for the model; the signal's reason after an abort.
 */
export async function inspectPdf(
  path: string,
  job: Omit<PdfJob, "library">,
  signal: AbortSignal,
): Promise<OpenedPdf> {
  signal.throwIfAborted();
  const workerData: PdfJob = { ...job, library: libraryUrl() };
  const worker = new Worker(PDF_WORKER, {
    eval: true,
    workerData,
    transferList: [job.data],
    // What the library warns about is not for the person's screen.
    stdout: true,
    stderr: true,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_PDF_MEMORY_BYTES / 1024 ** 2 },
  });
  try {
    const answer = await answerOf(worker, path, signal);
    if ("fault" in answer) throw new Refusal(messages.unreadablePdf(path, answer.fault, answer.message));
    return answer;
  } finally {
    await worker.terminate();
  }
}

function answerOf(worker: Worker, path: string, signal: AbortSignal): Promise<PdfAnswer> {
  return new Promise((resolve, reject) => {
    const deadline = performance.now() + PDF_TIMEOUT_MS;
    const memoryLimit = process.memoryUsage.rss() + MAX_PDF_MEMORY_BYTES;
    const end = (settle: () => void) => {
      clearInterval(watch);
      signal.removeEventListener("abort", onAbort);
      settle();
    };
    const onAbort = () => end(() => reject(signal.reason));
    const watch = setInterval(() => {
      if (performance.now() > deadline) end(() => reject(new Refusal(messages.pdfTooSlow(path))));
      else if (process.memoryUsage.rss() > memoryLimit)
        end(() => reject(new Refusal(messages.pdfTooHungry(path))));
    }, WATCH_EVERY_MS);
    signal.addEventListener("abort", onAbort, { once: true });
    worker.once("message", (answer: PdfAnswer) => end(() => resolve(answer)));
    worker.once("error", (error: Error) => end(() => reject(new Refusal(whyEnded(path, error)))));
    worker.once("exit", () => end(() => reject(new Refusal(messages.pdfTooHungry(path)))));
  });
}

function whyEnded(path: string, error: Error & { readonly code?: string }): string {
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY") return messages.pdfTooHungry(path);
  return messages.unreadablePdf(path, error.name, error.message);
}

/** Found from here, because a worker made from text has no place of its own to look from. */
function libraryUrl(): string {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve("unpdf")).href;
  } catch (cause) {
    throw new Error(messages.pdfLibraryMissing, { cause });
  }
}
