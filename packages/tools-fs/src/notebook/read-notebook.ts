import type { ResultContent } from "@gauntlet/core";
import { keepContent } from "../file/known-content.ts";
import type { OpenedFile } from "../file/open-regular.ts";
import { MAX_PAGE_BYTES } from "../limits.ts";
import { loadMedia } from "../media/media-file.ts";
import { MAX_CELL_CHARS, MAX_NOTEBOOK_BYTES } from "../media/media-limits.ts";
import { imagePart } from "../media/read-image.ts";
import { Refusal } from "../refusal.ts";
import { clipped } from "../text/clipped.ts";
import * as messages from "./messages.ts";
import { type Cell, type Notebook, parseNotebook } from "./notebook.ts";
import { createOutputReader, type ShownOutput } from "./notebook-outputs.ts";

/** A notebook as Read shows it. */
export interface NotebookReadOutput {
  readonly type: "notebook";
  readonly file: { readonly filePath: string; readonly cells: readonly ShownCell[] };
  readonly language: string;
  readonly minor: number;
  /** 1-based. */
  readonly firstCell: number;
  readonly totalCells: number;
  /** Set when the whole notebook was asked for and only its first cells fit. */
  readonly isFirstPage: boolean;
}

/** One cell. `cell_id` is what NotebookEdit takes. */
export interface ShownCell {
  readonly cellType: Cell["type"];
  readonly cell_id: string;
  readonly source: string;
  readonly execution_count?: number;
  readonly outputs?: readonly ShownOutput[];
}

// What stands around the text of one output; a hundred thousand empty ones are not shown either.
const OUTPUT_FRAME_CHARS = 40;

interface CellRange {
  readonly offset?: number;
  readonly limit?: number;
}

/**
 * Reads a notebook by cells; `offset` and `limit` count cells.
 * @returns `fault` in words when it is not a valid notebook, so that it can be shown as the text it is.
 * @throws Refusal in words for the model.
 */
export async function readNotebook(
  file: OpenedFile,
  range: CellRange,
): Promise<{ readonly output: NotebookReadOutput; readonly hash: string } | { readonly fault: string }> {
  const { bytes, hash } = await loadMedia(file, MAX_NOTEBOOK_BYTES);
  const reading = parseNotebook(bytes);
  if ("fault" in reading) return { fault: messages.shownAsText(file.path, reading.fault) };
  const { notebook } = reading;
  keepContent(hash, bytes);
  const first = Math.max(1, range.offset ?? 1);
  const total = notebook.cells.length;
  if (first > total && range.offset !== undefined)
    throw new Refusal(messages.pastCells(file.path, first, total));
  const wanted = notebook.cells.slice(first - 1, first - 1 + (range.limit ?? total));
  const cells = await firstCells(wanted);
  const isShort = cells.length < wanted.length;
  if (isShort && (range.offset !== undefined || range.limit !== undefined))
    throw new Refusal(messages.cellsTooLarge(file.path, first, cells.length));
  return {
    output: outputOf(file.path, notebook, { cells, first, isShort }),
    hash,
  };
}

function outputOf(
  filePath: string,
  { language, minor, cells: all }: Notebook,
  shown: { readonly cells: readonly ShownCell[]; readonly first: number; readonly isShort: boolean },
): NotebookReadOutput {
  return {
    type: "notebook",
    file: { filePath, cells: shown.cells },
    language,
    minor,
    firstCell: shown.first,
    totalCells: all.length,
    isFirstPage: shown.isShort,
  };
}

/** As many cells as one result holds, at least one. */
async function firstCells(cells: readonly Cell[]): Promise<readonly ShownCell[]> {
  const readOutput = createOutputReader();
  const shown: ShownCell[] = [];
  let left = MAX_PAGE_BYTES;
  for (const cell of cells) {
    const one = await shownCell(cell, readOutput);
    left -= Buffer.byteLength(messages.cellText(one).join(""));
    if (left < 0 && shown.length > 0) break;
    shown.push(one);
  }
  return shown;
}

async function shownCell(cell: Cell, readOutput: (output: Cell["outputs"][number]) => Promise<ShownOutput>) {
  const outputs: ShownOutput[] = [];
  let left = MAX_CELL_CHARS;
  for (const output of cell.outputs) {
    if (left <= 0) {
      outputs.push({
        output_type: "note",
        text: messages.outputsLeftOut(cell.outputs.length - outputs.length),
      });
      break;
    }
    const one = await readOutput(output);
    left -= OUTPUT_FRAME_CHARS + (one.text?.length ?? 0);
    outputs.push(one);
  }
  return {
    cellType: cell.type,
    cell_id: cell.label,
    source:
      cell.source.length > MAX_CELL_CHARS
        ? clipped(cell.source, MAX_CELL_CHARS) + messages.sourceCut(cell.source.length)
        : cell.source,
    ...(cell.executionCount !== undefined && { execution_count: cell.executionCount }),
    ...(cell.type === "code" && { outputs }),
  };
}

/** What the model gets: cells as text, each image after the text of its cell. */
export function notebookContent(output: NotebookReadOutput): readonly ResultContent[] {
  const parts: ResultContent[] = [];
  let text = messages.notebookHead(output);
  for (const cell of output.file.cells) {
    for (const [i, piece] of messages.cellText(cell).entries()) {
      text += piece;
      const image = cell.outputs?.[i - 1]?.image;
      if (image === undefined) continue;
      parts.push({ type: "text", text }, imagePart(image.media_type, image.image_data));
      text = "";
    }
  }
  if (text.trim() !== "") parts.push({ type: "text", text });
  return parts;
}
