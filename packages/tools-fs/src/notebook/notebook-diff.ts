import { hunksOf, prefixed, renderHunks, shortDiff } from "../text/patch.ts";
import type { NotebookEditInput } from "./cell-change.ts";
import { onlyOutputs } from "./messages.ts";
import { type Notebook, type NotebookReading, parseNotebook } from "./notebook.ts";
import type { NotebookEditOutput } from "./notebook-edit.ts";

/** The change as a person is asked about it, before anybody has allowed a look at the notebook. */
export function askedCell({
  notebook_path,
  cell_id,
  new_source,
  cell_type,
  edit_mode,
}: NotebookEditInput): string {
  const mode = edit_mode ?? "replace";
  const type = cell_type === undefined ? "" : `${cell_type} `;
  if (mode === "delete") return `${notebook_path}: delete cell ${cell_id ?? "?"}`;
  const what =
    mode === "insert"
      ? `insert a ${type}cell ${cell_id === undefined ? "at the top" : `after cell ${cell_id}`}`
      : `the whole source of ${type}cell ${cell_id ?? "?"}`;
  return [`${notebook_path}: ${what}`, ...prefixed("+", new_source)].join("\n");
}

/** The cell's source before and after, as a diff. */
export function changedCell({ edit_mode, old_source = "", new_source }: NotebookEditOutput): string {
  if (edit_mode === "insert") return prefixed("+", new_source).join("\n");
  if (edit_mode === "delete") return prefixed("-", old_source).join("\n");
  return renderHunks(hunksOf(withEnd(old_source), withEnd(new_source)));
}

/**
 * What others changed in the sources of a notebook, as a diff for the model.
 * @param seen the file as the model saw it; undefined when it is no longer remembered.
 */
export function changedSources(seen: Buffer | undefined, present: NotebookReading): string | undefined {
  const before = seen && parseNotebook(seen);
  if (before === undefined || "fault" in before || "fault" in present) return undefined;
  const [old, now] = [sourcesOf(before.notebook), sourcesOf(present.notebook)];
  if (old === now) return onlyOutputs;
  const hunks = hunksOf(old, now);
  return hunks.length === 0 ? undefined : shortDiff(hunks).diff;
}

const sourcesOf = ({ cells }: Notebook): string =>
  cells.map(({ label, type, source }) => `${type} cell ${label}:\n${withEnd(source)}`).join("");

// Sources end without a line break, which is no difference worth a line of its own.
const withEnd = (source: string): string => (source === "" || source.endsWith("\n") ? source : `${source}\n`);
