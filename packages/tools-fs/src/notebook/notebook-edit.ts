import { defineTool, Type, writeFile } from "@gauntlet/core";
import * as descriptions from "../descriptions.ts";
import * as texts from "../edit-messages.ts";
import { type DecidedContext, refuseMoved } from "../file/decided-place.ts";
import { settingsOf } from "../file/editing-settings.ts";
import { fileStateOf } from "../file/file-state.ts";
import { filesRead, hashOf, type ReadRecord } from "../file/files-read.ts";
import { keepContent, keptContent } from "../file/known-content.ts";
import { nearNames } from "../file/near-names.ts";
import { loadBytes, refuseLoneSurrogates, refuseTooLarge } from "../file/text-file.ts";
import type { FileBytes } from "../file/whole-file.ts";
import * as messages from "../messages.ts";
import { objectionOf, Refusal } from "../refusal.ts";
import { replaceFile } from "../replace/replace-file.ts";
import { firstGap } from "../text/line-ranges.ts";
import { isNotebookName } from "../text/media-kind.ts";
import { changeOf, type NotebookEditInput } from "./cell-change.ts";
import { type CellEdit, editCell, RepeatedKey } from "./cell-edit.ts";
import * as notebooks from "./messages.ts";
import { type Notebook, parseNotebook } from "./notebook.ts";
import { askedCell, changedCell, changedSources } from "./notebook-diff.ts";

/** What a NotebookEdit did. */
export interface NotebookEditOutput {
  readonly notebook_path: string;
  /** Source of the cell now; empty for a deleted one. */
  readonly new_source: string;
  /** Source before, for a cell that was there. */
  readonly old_source?: string;
  /** What the cell is named by now, or was. */
  readonly cell_id: string;
  readonly cell_type: "code" | "markdown" | "raw";
  readonly language: string;
  readonly edit_mode: CellEdit["mode"];
  /** Text of the file before and after, byte order mark aside. */
  readonly original_file: string;
  readonly updated_file: string;
  /** The cell an inserted one stands behind; undefined at the top. */
  readonly after?: string;
  /** Cells that are named by their place have other names now. */
  readonly isRenumbered: boolean;
}

/** Replaces, inserts or deletes one cell of a notebook that the model has read; everything else keeps its bytes. */
export const notebookEdit = defineTool({
  name: "NotebookEdit",
  description: descriptions.NOTEBOOK_EDIT,
  input: Type.Object(
    {
      notebook_path: Type.String({
        format: "path",
        minLength: 1,
        description: "Notebook (.ipynb) to change; absolute, or relative to the working directory",
      }),
      cell_id: Type.Optional(
        Type.String({
          description: "Cell as Read names it; for insert, the cell to insert after (none: at the top)",
        }),
      ),
      new_source: Type.String({ description: "The whole source of the cell; empty for delete" }),
      cell_type: Type.Optional(
        Type.Enum(["code", "markdown"], {
          description: "Type of the cell; needed for insert, otherwise the present type stays",
        }),
      ),
      edit_mode: Type.Optional(
        Type.Enum(["replace", "insert", "delete"], {
          default: "replace",
          description: "What to do with the cell; default replace",
        }),
      ),
    },
    { additionalProperties: false },
  ),

  onInterrupt: "finish",

  effectKinds: ["write"],
  effects: (input, ctx) => [writeFile(ctx.resolve(input.notebook_path))],
  validateInput: (input, ctx) => objectionOf(() => planOf(input, ctx)),
  describeCall: ({ notebook_path, cell_id, edit_mode = "replace" }) =>
    `${edit_mode} ${edit_mode === "insert" ? "a cell" : `cell ${cell_id ?? "?"}`} in ${notebook_path}`,

  async execute(input, ctx): Promise<NotebookEditOutput> {
    const { path, realPath, expected, bom, json, notebook, change } = await planOf(input, ctx);
    const updated = updatedText(path, json, { notebook, change });
    const bytes = Buffer.from(bom + updated);
    const { maxFileBytes } = settingsOf(ctx);
    if (bytes.length > maxFileBytes)
      throw new Refusal(texts.tooLargeToEdit(path, bytes.length, maxFileBytes));
    const after = parseNotebook(bytes);
    // INVARIANT: what was a notebook still is one.
    if ("fault" in after) throw new Refusal(notebooks.wouldBreak(path, after.fault));
    await replaceFile({ path, realPath, bytes, expected });
    const hash = hashOf(bytes);
    keepContent(hash, bytes);
    ctx.slots.set(filesRead, realPath, { hash, partial: false });
    return outputOf(path, {
      change,
      before: { json, notebook },
      after: { json: updated, notebook: after.notebook },
    });
  },

  toModel: notebooks.notebookEditResult,
  toPerson: ({ outcome, input, output, text }) => {
    if (outcome === "asked") return askedCell(input as NotebookEditInput);
    return outcome === "succeeded" && isNotebookEditOutput(output) ? `${text}\n${changedCell(output)}` : text;
  },
});

interface Plan {
  readonly path: string;
  readonly realPath: string;
  readonly expected: FileBytes;
  readonly bom: string;
  readonly json: string;
  readonly notebook: Notebook;
  readonly change: CellEdit;
}

/** The change with every condition checked against the present file. @throws Refusal when one does not hold. */
async function planOf(input: NotebookEditInput, ctx: DecidedContext): Promise<Plan> {
  const path = ctx.resolve(input.notebook_path);
  const { maxFileBytes } = settingsOf(ctx);
  const size = Buffer.byteLength(input.new_source);
  if (size > maxFileBytes) throw new Refusal(texts.contentTooLarge(path, size, maxFileBytes));
  refuseLoneSurrogates("new_source", input.new_source);
  const state = fileStateOf(path);
  if (state.kind === "missing") throw new Refusal(messages.missing(path, await nearNames(path, ctx)));
  if (state.kind !== "regular") throw new Refusal(messages.notAFile(path, state));
  if (!isNotebookName(state.realPath)) throw new Refusal(notebooks.notNamedNotebook(path));
  refuseMoved(path, state.realPath, ctx);
  refuseTooLarge(path, state.size, ctx);
  const record = ctx.slots.get(filesRead, state.realPath);
  if (record === undefined) throw new Refusal(texts.notRead(path));
  const expected = await loadBytes(path, state.realPath, maxFileBytes);
  const reading = parseNotebook(expected.bytes);
  if (expected.hash !== record.hash)
    throw new Refusal(texts.changedSinceRead(path, changedSources(keptContent(record.hash), reading)));
  if ("fault" in reading) throw new Refusal(notebooks.notANotebook(path, reading.fault));
  refusePartlyRead(path, record, reading.notebook);
  const change = changeOf(path, input, reading.notebook);
  return { path, realPath: state.realPath, expected, ...reading, change };
}

function refusePartlyRead(path: string, record: ReadRecord, { cells }: Notebook): void {
  const gap = record.partial ? firstGap(record.lines ?? [], cells.length) : undefined;
  if (gap) throw new Refusal(notebooks.onlyPartlyRead(path, gap));
}

function updatedText(
  path: string,
  json: string,
  { notebook, change }: { readonly notebook: Notebook; readonly change: CellEdit },
): string {
  try {
    return editCell(json, notebook, change);
  } catch (error) {
    if (error instanceof RepeatedKey) throw new Refusal(notebooks.repeatedKey(path, error.key));
    throw error;
  }
}

interface Version {
  readonly json: string;
  readonly notebook: Notebook;
}

function outputOf(
  notebook_path: string,
  { change, before, after }: { readonly change: CellEdit; readonly before: Version; readonly after: Version },
): NotebookEditOutput {
  const { mode, index } = change;
  const old = mode === "insert" ? undefined : before.notebook.cells[index];
  const cell = mode === "delete" ? old : after.notebook.cells[index];
  const previous = mode === "insert" ? before.notebook.cells[index - 1] : undefined;
  return {
    notebook_path,
    new_source: mode === "delete" ? "" : change.source,
    ...(old !== undefined && { old_source: old.source }),
    cell_id: cell?.label ?? "",
    cell_type: cell?.type ?? "code",
    language: before.notebook.language,
    edit_mode: mode,
    original_file: before.json,
    updated_file: after.json,
    ...(previous !== undefined && { after: previous.label }),
    isRenumbered: mode !== "replace" && before.notebook.cells.slice(index).some(({ id }) => id === undefined),
  };
}

const isNotebookEditOutput = (output: unknown): output is NotebookEditOutput =>
  typeof output === "object" && output !== null && "updated_file" in output;
