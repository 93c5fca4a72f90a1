import { hunksOf, prefixed, renderHunks } from "../text/patch.ts";
import type { NotebookEditInput } from "./cell-change.ts";
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

// Sources end without a line break, which is no difference worth a line of its own.
const withEnd = (source: string): string => (source === "" || source.endsWith("\n") ? source : `${source}\n`);
