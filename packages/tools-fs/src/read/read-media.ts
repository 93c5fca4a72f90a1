import type { CallContext, ExecuteContext, ResultContent } from "@gauntlet/core";
import { rememberRead } from "../file/files-read.ts";
import type { OpenedFile } from "../file/open-regular.ts";
import { isRepeatedPage, rememberPage } from "../file/pages-read.ts";
import { kindOfFile } from "../media/media-file.ts";
import * as messages from "../media/messages.ts";
import { pagesAsked } from "../media/page-list.ts";
import { type ImageReadOutput, imageContent, readImage } from "../media/read-image.ts";
import {
  type PartsReadOutput,
  type PdfReadOutput,
  partsContent,
  pdfContent,
  readPdf,
} from "../media/read-pdf.ts";
import { type NotebookReadOutput, notebookContent, readNotebook } from "../notebook/read-notebook.ts";
import { Refusal } from "../refusal.ts";
import type { UnchangedOutput } from "./read-text.ts";

/** What Read gives for a file that is not shown as lines of text. */
export type MediaReadOutput = ImageReadOutput | PdfReadOutput | PartsReadOutput | NotebookReadOutput;

/** The part of Read's input that says which part of the file to show. */
export interface ReadRange {
  readonly offset?: number;
  readonly limit?: number;
  readonly pages?: string;
}

/** What became of a file: shown as a medium, or left to be shown as text, with a notice when it was expected to be more. */
export type MediaReading =
  | { readonly output: MediaReadOutput | UnchangedOutput; readonly notice?: never }
  | { readonly output?: never; readonly notice?: string };

/**
 * Reads a file that is an image, a PDF or a notebook, and records that the model knows it. Pages of a PDF count as a
 * partial view: nothing short of the whole lets Write replace it.
 * @throws Refusal in words for the model.
 */
export async function readMedia(
  file: OpenedFile,
  range: ReadRange,
  ctx: ExecuteContext,
): Promise<MediaReading> {
  const kind = await kindOfFile(file);
  const pages = pagesAsked(range.pages);
  if (pages !== undefined && kind?.kind !== "pdf") throw new Refusal(messages.pagesNotPdf(file.path));
  switch (kind?.kind) {
    case undefined:
      return {};
    case "image": {
      const { output, hash } = await readImage(file, kind.format);
      return remembered(output, { file, hash, partial: false }, ctx);
    }
    case "pdf": {
      if (range.offset !== undefined || range.limit !== undefined)
        throw new Refusal(messages.rangeOfPdf(file.path));
      const { output, hash, isWhole } = await readPdf({ ...file, pages, signal: ctx.signal });
      return remembered(output, { file, hash, partial: !isWhole }, ctx);
    }
    case "notebook": {
      const reading = await readNotebook(file, range);
      return "fault" in reading ? { notice: reading.fault } : cellsRead(file, reading, { range, ctx });
    }
  }
}

function cellsRead(
  { path, realPath }: OpenedFile,
  { output, hash }: { readonly output: NotebookReadOutput; readonly hash: string },
  { range, ctx }: { readonly range: ReadRange; readonly ctx: CallContext },
): MediaReading {
  const asked = { startLine: output.firstCell, limit: range.limit ?? null };
  if (isRepeatedPage(ctx.slots, realPath, { hash, asked }))
    return { output: { type: "file_unchanged", file: { filePath: path }, isOfCells: true } };
  rememberPage(ctx.slots, realPath, {
    hash,
    charset: "utf-8",
    asked,
    count: output.file.cells.length,
    total: output.totalCells,
    hasCutLine: false,
    isWhole: !output.isFirstPage,
  });
  return { output };
}

function remembered(
  output: MediaReadOutput,
  { file, hash, partial }: { readonly file: OpenedFile; readonly hash: string; readonly partial: boolean },
  { slots }: CallContext,
): MediaReading {
  rememberRead(slots, file.realPath, { hash, partial });
  return { output };
}

/** What the model gets of it. */
export function mediaContent(output: MediaReadOutput): readonly ResultContent[] {
  switch (output.type) {
    case "image":
      return imageContent(output);
    case "pdf":
      return pdfContent(output);
    case "parts":
      return partsContent(output);
    case "notebook":
      return notebookContent(output);
  }
}
