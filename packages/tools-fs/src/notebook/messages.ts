import { at, count } from "../messages.ts";
import { clipped } from "../text/clipped.ts";
import type { NotebookEditOutput } from "./notebook-edit.ts";
import type { NotebookReadOutput, ShownCell } from "./read-notebook.ts";

/** Why a file is no notebook; each goes on after its name. */
export const notUtf8 = "it is not UTF-8";

export const notJson = (why: string): string =>
  `it is not JSON (${clipped(why.split("\n", 1)[0] ?? "", 160).toWellFormed()})`;

export const notAnObject = "it is not a JSON object";

export const otherFormat = (nbformat: unknown): string =>
  typeof nbformat === "number"
    ? `it has nbformat ${nbformat}, and only 4 is known; convert a copy with jupyter nbconvert --to notebook`
    : "it states no nbformat";

export const noCells = "it has no list of cells";

export const badCell = (index: number, what: string): string => `its cell ${index} ${what}`;

/** Read. */
export const shownAsText = (path: string, fault: string): string =>
  `(${at(path)} is called a notebook, but it is not a valid one: ${fault}. It is shown as text; Edit can mend it.)`;

export const pastCells = (path: string, offset: number, total: number): string =>
  `${at(path)} has only ${count(total, "cell")}; offset ${offset} is past the end. Use an offset from 1 to ${Math.max(1, total)}.`;

export const cellsTooLarge = (path: string, first: number, fit: number): string =>
  `${at(path)}: the cells from ${first} are more than one Read can show. Use a smaller limit: ${count(fit, "cell")} from offset ${first} fit.`;

export function notebookHead({ file, language, minor, ...of }: NotebookReadOutput): string {
  const shown = file.cells.length;
  const last = of.firstCell + shown - 1;
  const head = `Notebook ${at(file.filePath)} (${language}, nbformat 4.${minor}, ${count(of.totalCells, "cell")})`;
  if (of.isFirstPage) {
    return `PARTIAL view: cells 1-${last} of ${of.totalCells}; the notebook is too large to show whole. Go on with offset ${last + 1} and limit ${shown}; both count cells.\n${head}\n`;
  }
  if (shown === of.totalCells) return `${head}\n`;
  return `${head}, cells ${of.firstCell}-${last}\n`;
}

/** A cell in pieces: the cell itself, then each of its outputs. */
export function cellText({
  cell_id,
  cellType,
  source,
  execution_count,
  outputs = [],
}: ShownCell): readonly string[] {
  const ran = execution_count === undefined ? "" : ` execution_count="${execution_count}"`;
  const cell = `\n<cell id=${JSON.stringify(cell_id)} type="${cellType}"${ran}>\n${source}\n</cell>\n`;
  return [
    cell,
    ...outputs.map(({ output_type, text, image }) =>
      image === undefined
        ? `<output type=${JSON.stringify(output_type)}>\n${text?.trimEnd() ?? ""}\n</output>\n`
        : `<output type=${JSON.stringify(output_type)}>(an image, next)</output>\n`,
    ),
  ];
}

export const sourceCut = (chars: number): string => `\n… [source cut; it has ${chars} characters]`;

export const outputCut = (chars: number): string =>
  `… [${chars} characters cut; see all of it with a command such as jq]`;

export const outputsLeftOut = (n: number): string =>
  `[${count(n, "more output")} left out; see them with a command such as jq]`;

export const imageLeftOut = (type: string): string => `[${type} left out: the result holds enough images]`;

export const notThatImage = (type: string): string => `[${type} left out: its data is not an image]`;

export const unfitOutput = (type: string, why: string): string => `[${type} left out: ${why}]`;

export const otherForms = (types: readonly string[]): string => `[no text; it has ${types.join(", ")}]`;

/** NotebookEdit, and what keeps Edit and Write from notebooks. */
export const notANotebook = (path: string, fault: string): string =>
  `${at(path)} is not a valid notebook, so nothing was changed: ${fault}. Mend it with Edit, as the text it is.`;

export const notNamedNotebook = (path: string): string =>
  `${at(path)} is not a notebook: its name does not end in .ipynb. Use Edit for other files.`;

export const useNotebookEdit = (path: string): string =>
  `${at(path)} is a notebook, and Read shows its cells, not its bytes; nothing was changed. Change cells with NotebookEdit; to replace it wholly, delete it with a command first.`;

export const onlyPartlyRead = (path: string, [from, to]: readonly [from: number, to: number]): string =>
  `Of the notebook ${at(path)} not all cells have been read; nothing was changed. Read the rest first, with offset ${from} and limit ${to - from + 1}; both count cells.`;

export const cellTooLong = (path: string, id: string, chars: number): string =>
  `The cell ${at(id)} of ${at(path)} has ${chars} characters, more than Read shows; nothing was changed. Change it with a command such as jq.`;

/** Stands where a diff of sources would. */
export const onlyOutputs = "(outputs or metadata; all sources are as they were)";

const QUOTED_CELLS = 10;

const cellList = (labels: readonly string[]): string => {
  if (labels.length === 0) return "It has no cells.";
  const more = labels.length > QUOTED_CELLS ? `, … (${labels.length} in all)` : "";
  return `Its cells are ${labels.slice(0, QUOTED_CELLS).map(at).join(", ")}${more}.`;
};

export const cellNeeded = (path: string, mode: string, labels: readonly string[]): string =>
  `\`cell_id\` is missing, and ${mode} needs one; ${at(path)} was not changed. ${cellList(labels)}`;

export const noSuchCell = (path: string, id: string, labels: readonly string[]): string =>
  `There is no cell ${at(id)} in ${at(path)}; nothing was changed. ${cellList(labels)}`;

export const severalCells = (path: string, id: string, n: number): string =>
  `${n} cells of ${at(path)} have the id ${at(id)}, so it names none; nothing was changed. Give them ids of their own with a command first.`;

export const cellHasId = (path: string, asked: string, id: string): string =>
  `The cells of ${at(path)} are named by their ids; nothing was changed. The cell at ${at(asked)} now is ${at(id)}: use that if it is the one you mean.`;

export const cellTypeNeeded = (path: string): string =>
  `An insert needs \`cell_type\`, code or markdown; ${at(path)} was not changed. Add it.`;

export const sameSource = (path: string, label: string): string =>
  `The cell ${at(label)} of ${at(path)} has this source and type already, so nothing was changed. Give the source you want.`;

export const repeatedKey = (path: string, key: string): string =>
  `${at(path)} holds the key ${at(key)} twice in one object, so it says two things; nothing was changed. Mend it with a command first.`;

export function notebookEditResult(output: NotebookEditOutput): string {
  const { edit_mode: mode, cell_id: id, cell_type: type, notebook_path: path } = output;
  const cell = `${type} cell ${at(id)}`;
  if (mode === "delete") return `Deleted ${cell} of ${at(path)}.${output.isRenumbered ? RENUMBERED : ""}`;
  if (mode === "replace") {
    const cleared = type === "code" ? " Its outputs were cleared." : "";
    return `Replaced the source of ${cell} in ${at(path)}.${cleared}`;
  }
  const where = output.after === undefined ? "at the top" : `after ${at(output.after)}`;
  return `Inserted ${cell} ${where} of ${at(path)}.${output.isRenumbered ? RENUMBERED : ""}`;
}

export const wouldBreak = (path: string, fault: string): string =>
  `The edit would make ${at(path)} an invalid notebook (${fault}), so nothing was changed. Change it with Edit, as the text it is.`;

const RENUMBERED = " Cells without ids are named by their place: those behind it have new names now.";
