import { randomBytes } from "node:crypto";
import { type JsonLayout, type JsonValue, layoutOf, writeJson } from "./json-layout.ts";
import { elementsOf, membersOf, skipBlank } from "./json-spans.ts";
import { insertElement, removeElement, removeMember, setMember } from "./json-splice.ts";
import { type Cell, MINOR_WITH_IDS, type Notebook } from "./notebook.ts";

/** One change of a notebook; `index` counts cells from 0. */
export type CellEdit =
  | { readonly mode: "replace"; readonly index: number; readonly type: Cell["type"]; readonly source: string }
  | { readonly mode: "insert"; readonly index: number; readonly type: Cell["type"]; readonly source: string }
  | { readonly mode: "delete"; readonly index: number };

/** A key that stands twice in an object the edit is about: readers could take either. */
export class RepeatedKey extends Error {
  override readonly name = "RepeatedKey";
  readonly key: string;

  constructor(key: string) {
    super(`the key \`${key}\` stands twice`);
    this.key = key;
  }
}

/**
 * Makes a change in the text of a notebook; every character outside the cell stays as it is, and inside it all members
 * the change is not about. What is written follows the layout of the file.
 * @param json valid text of `notebook`, without byte order mark.
 * @throws RepeatedKey
 */
export function editCell(json: string, notebook: Notebook, edit: CellEdit): string {
  const from = startOf(json, skipBlank(json, 0), "cells");
  if (edit.mode === "delete") return removeElement(json, from, edit.index);
  if (edit.mode === "insert") return inserted(json, notebook, { ...edit, from });
  const span = elementsOf(json, from)[edit.index];
  const cell = notebook.cells[edit.index];
  if (span === undefined || cell === undefined) return json;
  const changed = replaced(json.slice(span.start, span.end), { ...edit, cell, layout: layoutOf(json) });
  return json.slice(0, span.start) + changed + json.slice(span.end);
}

/** Where the value of a member begins. */
function startOf(json: string, from: number, key: string): number {
  const found = membersOf(json, from).filter((member) => member.key === key);
  if (found.length > 1) throw new RepeatedKey(key);
  return found[0]?.start ?? from;
}

function inserted(
  json: string,
  notebook: Notebook,
  { from, index, type, source }: { from: number; index: number; type: Cell["type"]; source: string },
): string {
  const file = layoutOf(json);
  const first = elementsOf(json, from)[0];
  const gap = first === undefined ? file.newline + file.step.repeat(2) : json.slice(from + 1, first.start);
  const layout: JsonLayout = gap.includes("\n") ? file : { ...file, newline: "" };
  const isInLines = notebook.cells[0]?.isInLines ?? true;
  const cell = newCell({ type, source: sourceOf(source, isInLines), id: freeId(notebook) });
  const element = writeJson(cell, layout, gap.slice(gap.lastIndexOf("\n") + 1));
  const after = file.newline + file.step;
  return insertElement(json, { from, index, element }, { before: gap, after });
}

/** Members in alphabetical order, as Jupyter writes them. */
function newCell({
  type,
  source,
  id,
}: {
  type: Cell["type"];
  source: JsonValue;
  id: string | undefined;
}): JsonValue {
  return {
    cell_type: type,
    ...(type === "code" && { execution_count: null }),
    ...(id !== undefined && { id }),
    metadata: {},
    ...(type === "code" && { outputs: [] }),
    source,
  };
}

interface Replacement {
  readonly cell: Cell;
  readonly type: Cell["type"];
  readonly source: string;
  /** Of the file. */
  readonly layout: JsonLayout;
}

function replaced(object: string, { cell, type, source, layout: file }: Replacement): string {
  refuseRepeated(object);
  const own = layoutOf(object);
  const layout: JsonLayout = { ...file, newline: own.newline, colon: own.colon, comma: own.comma };
  const write = (value: JsonValue) => writeJson(value, layout, own.step);
  let changed = setMember(object, "source", write(sourceOf(source, cell.isInLines)), layout);
  if (type !== cell.type) changed = setMember(changed, "cell_type", write(type), layout);
  if (type === "code") {
    // Outputs belong to the source that made them.
    changed = setMember(changed, "execution_count", "null", layout);
    changed = setMember(changed, "outputs", "[]", layout);
    return removeMember(changed, "attachments");
  }
  return removeMember(removeMember(changed, "execution_count"), "outputs");
}

function refuseRepeated(object: string): void {
  const seen = new Set<string>();
  for (const { key } of membersOf(object, 0)) {
    if (seen.has(key)) throw new RepeatedKey(key);
    seen.add(key);
  }
}

const sourceOf = (source: string, isInLines: boolean): JsonValue =>
  isInLines ? source.split(/(?<=\n)/).filter((line) => line !== "") : source;

/** An id that no cell has; undefined where cells have none. */
function freeId({ minor, cells }: Notebook): string | undefined {
  if (minor < MINOR_WITH_IDS) return undefined;
  const taken = new Set(cells.map(({ id }) => id));
  for (;;) {
    const id = randomBytes(4).toString("hex");
    if (!taken.has(id)) return id;
  }
}
