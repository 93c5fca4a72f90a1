import { MAX_CELL_CHARS } from "../media/media-limits.ts";
import { Refusal } from "../refusal.ts";
import type { CellEdit } from "./cell-edit.ts";
import * as messages from "./messages.ts";
import type { Cell, Notebook } from "./notebook.ts";

/** What the model asks for. */
export interface NotebookEditInput {
  readonly notebook_path: string;
  readonly cell_id?: string;
  readonly new_source: string;
  readonly cell_type?: "code" | "markdown";
  readonly edit_mode?: "replace" | "insert" | "delete";
}

/**
 * Says which cell an input is about and what becomes of it. Inserting puts the cell behind the one named, or at the
 * top when none is.
 * @throws Refusal in words for the model.
 */
export function changeOf(path: string, input: NotebookEditInput, { cells }: Notebook): CellEdit {
  const { cell_id, new_source: source, cell_type, edit_mode: mode = "replace" } = input;
  if (mode === "insert") {
    if (cell_type === undefined) throw new Refusal(messages.cellTypeNeeded(path));
    const index = cell_id === undefined ? 0 : indexOf(path, cell_id, cells) + 1;
    return { mode, index, type: cell_type, source };
  }
  if (cell_id === undefined) throw new Refusal(messages.cellNeeded(path, mode, labelsOf(cells)));
  const index = indexOf(path, cell_id, cells);
  refuseCut(path, cells[index]);
  if (mode === "delete") return { mode, index };
  const present = cells[index];
  const type = cell_type ?? present?.type ?? "code";
  if (present?.source === source && present.type === type)
    throw new Refusal(messages.sameSource(path, present.label));
  return { mode, index, type, source };
}

/** A cell that Read cannot show whole is not known, and what is not known is not replaced. */
function refuseCut(path: string, cell: Cell | undefined): void {
  if (cell !== undefined && cell.source.length > MAX_CELL_CHARS)
    throw new Refusal(messages.cellTooLong(path, cell.label, cell.source.length));
}

/** The place of the cell that is named by its id, or, where it has none, by `cell-N`. */
function indexOf(path: string, asked: string, cells: Notebook["cells"]): number {
  const found = cells.flatMap(({ id }, index) => (id === asked ? [index] : []));
  if (found.length > 1) throw new Refusal(messages.severalCells(path, asked, found.length));
  if (found[0] !== undefined) return found[0];
  const place = Number(/^cell-(\d{1,9})$/.exec(asked)?.[1] ?? Number.NaN);
  const cell = cells[place];
  if (cell === undefined) throw new Refusal(messages.noSuchCell(path, asked, labelsOf(cells)));
  if (cell.id !== undefined) throw new Refusal(messages.cellHasId(path, asked, cell.id));
  return place;
}

const labelsOf = (cells: Notebook["cells"]): readonly string[] => cells.map(({ label }) => label);
