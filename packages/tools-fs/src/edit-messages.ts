import type { EditOutput } from "./edit/edit.ts";
import type { Difference } from "./edit/first-difference.ts";
import type { LineSpan } from "./edit/line-changes.ts";
import { MAX_COUNTED_PLACES, MAX_REPLACED_PLACES } from "./edit/match-text.ts";
import type { Mismatch } from "./edit/mismatch.ts";
import { shownDifference } from "./edit/shown-difference.ts";
import type { WriteOutput } from "./edit/write.ts";
import { at, count } from "./messages.ts";

// Texts of Edit and Write, and of the rules they share. As in messages.ts: first what happened, last the next step.

const withDiff = (text: string, diff: string | undefined): string =>
  diff === undefined ? text : `${text}\nWhat changed since:\n${diff}`;
const linesIn = ({ from, to }: LineSpan): string => (from === to ? `line ${from}` : `lines ${from}-${to}`);
const listed = (lines: readonly number[]): string =>
  `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;

/** Read before write. */
export const notRead = (path: string): string =>
  `${at(path)} exists and has not been read in this session; nothing was changed. Use Read on it first, then try again.`;

export const onlyPartlyRead = (path: string, nextLine: number): string =>
  `Of ${at(path)} only a part has been read; nothing was changed. Read the rest first, from offset ${nextLine} on, or use Edit to change the part you know.`;

export const notShownWhole = (path: string): string =>
  `Of ${at(path)} only a part has been shown; nothing was changed. To replace it, delete it with a command first.`;

export const linesCut = (path: string): string =>
  `${at(path)} has lines that are longer than Read shows, so not all of it is known; nothing was changed. Use Edit to change the part you know, or delete it with a command first.`;

export const linesNotRead = (path: string, { from, to }: LineSpan, isStale: boolean): string => {
  const stale = isStale ? `${at(path)} was changed by someone else since a part of it was read. ` : "";
  return `${stale}\`old_string\` stands at ${linesIn({ from, to })} of ${at(path)}, which ${from === to ? "has" : "have"} not been read in this session; nothing was changed. Read with offset ${from} and limit ${to - from + 1} first, then try again.`;
};

export const changedSinceRead = (path: string, diff: string | undefined): string =>
  withDiff(
    `${at(path)} was changed by someone else since it was read; nothing was changed. Read it again, then redo the change on the new content.`,
    diff,
  );

export const changedNote = (diff: string | undefined): string =>
  withDiff("The file was changed by someone else since it was read.", diff);

export const changedMeanwhile = (path: string): string =>
  `${at(path)} was changed by someone else at the same moment; their version is in place. Read it again, then redo the change.`;

export const halfWritten = (path: string, record: string): string =>
  `${at(path)} has several names, so it was written in place; this failed half way, and so did putting the old content back. Both contents are in \`${record}\` beside it. Tell the person.`;

export const tooLargeToEdit = (path: string, bytes: number, limit: number): string =>
  `${at(path)} has, or would have, ${bytes} bytes; files above ${limit} bytes cannot be changed with this tool; nothing was changed. Use a shell command.`;

export const underFile = (path: string, parent: string): string =>
  `${at(path)} cannot exist: ${at(parent)} is a file, not a directory. Choose another path.`;

/** Charsets. */
export const notReversible = (path: string, charset: string): string =>
  charset === "utf-8"
    ? `${at(path)} is not valid UTF-8, so an edit could damage other characters in it; nothing was changed. Convert it to UTF-8 with iconv first.`
    : `${at(path)} holds bytes that have no meaning in ${charset}, so an edit could damage them; nothing was changed. Convert it to UTF-8 with iconv first.`;

export const notInCharset = (path: string, charset: string, chars: readonly string[]): string => {
  const named = chars.slice(0, 5).map((char) => `${char} (U+${codeOf(char)})`);
  const more = chars.length > named.length ? " and others" : "";
  return `${at(path)} is ${charset}, which has no ${named.join(", ")}${more}; nothing was changed. Use characters it has, or convert the file to UTF-8 with iconv first.`;
};

const codeOf = (char: string): string =>
  (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");

export const loneSurrogate = (field: string): string =>
  `\`${field}\` holds half of a surrogate pair, which has no UTF-8 form; nothing was changed. Send the whole character.`;

/** Write. */
export const contentTooLarge = (path: string, bytes: number, limit: number): string =>
  `The content for ${at(path)} has ${bytes} bytes, above the limit of ${limit}; nothing was written. Generate such a file with a command.`;

export function writeResult({ type, filePath, lines, bytes, kept, otherNames }: WriteOutput): string {
  const done = type === "create" ? "Created" : "Overwrote";
  const note = kept.length === 0 ? "" : ` The file kept ${kept.join(" and ")}.`;
  return `${done} ${at(filePath)} (${count(lines, "line")}, ${count(bytes, "byte")}).${note}${otherNamesNote(otherNames)}`;
}

const otherNamesNote = (names: number): string =>
  names === 0 ? "" : ` It has ${count(names, "other name")} (hard links), which show the change, too.`;

/** What of its form an overwritten file kept although the content given did not have it. */
export const KEPT = {
  crlf: "its CRLF line endings",
  bom: "its byte order mark",
  charset: (charset: string): string => `its charset ${charset}`,
};

/** Edit. */
export const nothingToChange = (path: string): string =>
  `\`old_string\` and \`new_string\` are the same, so ${at(path)} was not changed. Give the text you want in \`new_string\`.`;

export const emptyOldString = (path: string): string =>
  `\`old_string\` is empty, but ${at(path)} exists and is not empty; nothing was changed. Give the text to replace, or use Write to replace the whole content.`;

/** @param stale what others changed since the read, as `changedNote` says it, or nothing. */
export const noMatch = (path: string, mismatch: Mismatch, stale: string): string =>
  inOrder(`\`old_string\` was not found in ${at(path)}; nothing was changed.`, stale, nextAfter(mismatch));

/** What happened, a note, and the next step; a note with a diff ends its last line. */
const inOrder = (happened: string, note: string, next: string): string =>
  note === "" ? `${happened} ${next}` : `${happened} ${note}${note.includes("\n") ? "\n" : " "}${next}`;

const FORGIVEN = {
  whitespace: "The same text with other whitespace",
  characters: "The same text with characters that look alike",
  case: "The same text with other capitals",
};

function nextAfter(mismatch: Mismatch): string {
  switch (mismatch.kind) {
    case "line-numbers":
      return "Every line of it begins with a line number: leave out the line numbers that Read shows.";
    case "whitespace":
    case "characters":
    case "case":
      return `${FORGIVEN[mismatch.kind]} stands at ${listed(mismatch.lines)}: ${inWords(mismatch.difference)} Copy it exactly as Read shows it.`;
    case "nearest":
      return `The nearest place begins at line ${mismatch.line}: ${inWords(mismatch.difference)} Read the place again and copy the text exactly.`;
    case "unknown":
      return "No part of it stands in the file as a line. Read the file again and copy the text exactly.";
  }
}

function inWords(difference: Difference): string {
  const { file, given, note } = shownDifference(difference);
  return `line ${difference.line} of the file has ${file} where \`old_string\` has ${given}${note}.`;
}

/** @param stale as in `noMatch`; every occurrence of a text that others changed meanwhile is not replaced. */
export const severalMatches = (
  path: string,
  { count: n, lines }: { readonly count: number; readonly lines: readonly number[] },
  stale: string,
): string => {
  const [places, shown] = [[...new Set(lines)], lines.length];
  const many = n > MAX_COUNTED_PLACES ? `more than ${MAX_COUNTED_PLACES}` : n;
  return inOrder(
    `\`old_string\` has ${many} matches in ${at(path)} (${listed(places)}${n > shown ? ", …" : ""}) and must be unique; nothing was changed.`,
    stale,
    stale === ""
      ? "Add lines around it until it is, or set `replace_all` to change every occurrence."
      : "Add lines around it until it is.",
  );
};

export const tooManyMatches = (path: string): string =>
  `\`old_string\` has more than ${MAX_REPLACED_PLACES} matches in ${at(path)}, too many for one edit; nothing was changed. Add lines around it, or use a command such as sed.`;

export function editResult({ filePath, count: n, snippet, ...output }: EditOutput): string {
  const what = n === 1 ? "one occurrence" : `${n} occurrences`;
  const done =
    n === 0
      ? `Wrote ${at(filePath)}, which was empty or did not exist.`
      : `Replaced ${what} in ${at(filePath)}.`;
  const first = n > 1 ? "First place: the" : "The";
  return `${done}${otherNamesNote(output.otherNames)}${staleNote(output)}\n${first} lines around it now:\n${snippet}`;
}

function staleNote({ wasStale, foreign }: Pick<EditOutput, "wasStale" | "foreign">): string {
  if (!wasStale) return "";
  const kept = "\nNote: the file was changed by someone else since it was read. Those changes are kept";
  if (foreign === undefined) return `${kept}; Read it again before relying on other lines.`;
  const more = foreign.isWhole
    ? ""
    : "\n… more changes are not shown: Read the file again before relying on other lines.";
  return `${kept}:\n${foreign.diff}${more}`;
}
