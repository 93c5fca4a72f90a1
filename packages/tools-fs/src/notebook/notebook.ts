import { isUtf8 } from "node:buffer";
import { isJsonObject } from "@gauntlet/core";
import * as messages from "./messages.ts";

/** What is read of a notebook; the rest of its JSON is not looked at. */
export interface Notebook {
  /** Minor version of nbformat 4. */
  readonly minor: number;
  /** Language of its code cells, such as `python`. */
  readonly language: string;
  readonly cells: readonly Cell[];
}

export interface Cell {
  /** What the model names it by: its id, or `cell-N`, counted from 0, for one without. */
  readonly label: string;
  readonly id: string | undefined;
  readonly type: "code" | "markdown" | "raw";
  readonly source: string;
  /** Whether the file holds the source as a list of lines. */
  readonly isInLines: boolean;
  readonly executionCount: number | undefined;
  readonly outputs: readonly Output[];
}

/** One output of a code cell, as it is in the file. */
export type Output = Readonly<Record<string, unknown>>;

/** A notebook with its text, byte order mark aside, or why the bytes are none, in words. */
export type NotebookReading =
  | { readonly notebook: Notebook; readonly json: string; readonly bom: "" | "\uFEFF" }
  | { readonly fault: string };

/** First minor version whose cells have ids. */
export const MINOR_WITH_IDS = 5;
const LANGUAGE = /^[\w+#. -]{1,40}$/;
const CELL_TYPES = ["code", "markdown", "raw"] as const;

/** Reads a notebook of nbformat 4. Never throws: a fault is a finding about the file. */
export function parseNotebook(bytes: Buffer): NotebookReading {
  if (!isUtf8(bytes)) return { fault: messages.notUtf8 };
  const whole = bytes.toString("utf8");
  const bom = whole.startsWith("\uFEFF") ? "\uFEFF" : "";
  const json = whole.slice(bom.length);
  let root: unknown;
  try {
    root = JSON.parse(json);
  } catch (error) {
    return { fault: messages.notJson(error instanceof Error ? error.message : String(error)) };
  }
  const read = notebookOf(root);
  return typeof read === "string" ? { fault: read } : { notebook: read, json, bom };
}

function notebookOf(root: unknown): Notebook | string {
  if (!isJsonObject(root)) return messages.notAnObject;
  const { nbformat, nbformat_minor: minor, cells, metadata } = root;
  if (nbformat !== 4) return messages.otherFormat(nbformat);
  if (!Array.isArray(cells)) return messages.noCells;
  const read: Cell[] = [];
  for (const [index, raw] of cells.entries()) {
    const cell = cellOf(raw, index);
    if (typeof cell === "string") return cell;
    read.push(cell);
  }
  return { minor: typeof minor === "number" ? minor : 0, language: languageOf(metadata), cells: read };
}

function cellOf(raw: unknown, index: number): Cell | string {
  if (!isJsonObject(raw)) return messages.badCell(index, "is not an object");
  const type = CELL_TYPES.find((one) => one === raw["cell_type"]);
  if (type === undefined) return messages.badCell(index, "has no known cell_type");
  const source = textOf(raw["source"]);
  if (source === undefined) return messages.badCell(index, "has no source");
  const outputs = type === "code" ? (raw["outputs"] ?? []) : [];
  if (!Array.isArray(outputs) || !outputs.every(isJsonObject))
    return messages.badCell(index, "has bad outputs");
  const id = typeof raw["id"] === "string" && raw["id"] !== "" ? raw["id"] : undefined;
  const count = raw["execution_count"];
  return {
    label: id ?? `cell-${index}`,
    id,
    type,
    source,
    isInLines: Array.isArray(raw["source"]),
    executionCount: typeof count === "number" ? count : undefined,
    outputs,
  };
}

function languageOf(metadata: unknown): string {
  if (!isJsonObject(metadata)) return "python";
  const { language_info: info, kernelspec } = metadata;
  const named = [isJsonObject(info) && info["name"], isJsonObject(kernelspec) && kernelspec["language"]];
  return named.find((name): name is string => typeof name === "string" && LANGUAGE.test(name)) ?? "python";
}

/** A text that nbformat lets be a string or a list of lines; undefined when it is neither. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.every((line) => typeof line === "string") ? value.join("") : undefined;
}
