import type { Node, Piece, Word } from "./tree.ts";

/** What a word is when the command runs. */
export type Value =
  | { readonly kind: "text"; readonly text: string; readonly source: string }
  /** Names of files, all below the directory `base` is in. */
  | { readonly kind: "paths"; readonly base: string; readonly source: string }
  /** A pipe the shell makes. */
  | { readonly kind: "stream"; readonly source: string }
  /** Nobody knows, but that it begins with `prefix`. `splits`: it may become several words, or none. */
  | {
      readonly kind: "unknown";
      readonly prefix: string;
      readonly source: string;
      readonly splits?: true;
      /** One number that is not negative. */
      readonly isNumber?: true;
    };

/** A word that is written out. */
export const textValue = (text: string, source = text): Value => ({ kind: "text", text, source });
/** The directory a command runs in, where it names none. */
export const HERE: Value = textValue(".");
/** What a text is put behind that a shell of its own runs. */
export const SHELL_TEXT: readonly Value[] = [textValue("sh"), textValue("-c")];

/** What a loop goes through: paths that begin alike. */
export interface PathsOfLoop {
  readonly base: string;
  /** None of them can be split, or read as a pattern. */
  readonly isWhole: boolean;
}

/** Where the values of variables come from. */
export interface Variables {
  readonly home: string;
  /** Undefined for what is not known. */
  get(name: string): string | undefined;
  /** It holds one number that is not negative, and nothing on the line changes that. */
  isCount(name: string): boolean;
  pathsOf(name: string): PathsOfLoop | undefined;
}

const MAX_WORDS = 100;

/** The words a word becomes: one, or several where braces list them. */
export function valuesOf(word: Word, variables: Variables): readonly Value[] {
  if (isNothing(word, variables)) return [];
  const spelled = bracesOf(word.pieces);
  return spelled.map((pieces) => valueOfPieces(pieces, word.source, variables));
}

/** A variable without a value, alone and unquoted, is no word at all; nor is an empty list. */
function isNothing({ pieces: [only, ...others] }: Word, variables: Variables): boolean {
  if (only?.kind !== "variable" || others.length > 0 || !only.isPlain || only.name === "") return false;
  return (!only.isQuoted || only.isList === true) && variables.get(only.name) === "";
}

/** Lists what braces spell out, `{a,b}`; ranges and nested ones stay unknown. */
function bracesOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  if (pieces.every(({ kind }) => kind !== "braces")) return [pieces];
  let spelled: readonly (readonly Piece[])[] = [[]];
  for (const piece of pieces) {
    const choices = piece.kind === "braces" ? alternativesIn(piece.source) : undefined;
    const options: readonly Piece[] = choices?.map((value) => ({ kind: "literal", value })) ?? [piece];
    const next = spelled.flatMap((start) => options.map((option) => [...start, option]));
    if (next.length > MAX_WORDS) return [pieces];
    spelled = next;
  }
  return spelled;
}

function alternativesIn(source: string): readonly string[] | undefined {
  const inner = source.slice(1, -1);
  return /^[\w./@%+:-]*(,[\w./@%+:-]*)+$/.test(inner) && !inner.includes("..") ? inner.split(",") : undefined;
}

function valueOfPieces(pieces: readonly Piece[], source: string, variables: Variables): Value {
  let text = "";
  let hasGlob = false;
  for (const piece of pieces) {
    if (piece.kind === "process") return { kind: "stream", source };
    if (piece.kind === "glob") {
      hasGlob = true;
      continue;
    }
    if (piece.kind === "variable" && piece.name !== "" && piece.isPlain) {
      const paths = variables.pathsOf(piece.name);
      // The name of a file may hold spaces, and words behind them that are anything.
      if (paths && pieces.length === 1 && (piece.isQuoted || paths.isWhole))
        return { kind: "paths", base: paths.base, source };
    }
    const value = textOf(piece, variables);
    if (value === undefined && pieces.length === 1 && isCount(piece, variables))
      return { kind: "unknown", prefix: "", source, isNumber: true };
    if (value === undefined)
      return unknown(
        hasGlob ? "" : text + startOf(piece, variables),
        source,
        pieces.some((one) => splits(one, variables)),
      );
    // What comes after a glob does not lead out of its directory, unless it says so.
    if (!hasGlob) text += value;
    else if (value.includes("..")) return unknown("", source, true);
  }
  return hasGlob ? { kind: "paths", base: text, source } : { kind: "text", text, source };
}

const unknown = (prefix: string, source: string, isSplit: boolean): Value => ({
  kind: "unknown",
  prefix,
  source,
  ...(isSplit && { splits: true }),
});

/** Digits in `IFS` would split it, and setting that is opaque. */
const isCount = (piece: Piece, { isCount }: Variables): boolean =>
  piece.kind === "variable" && piece.isPlain && isCount(piece.name);

const splits = (piece: Piece, variables: Variables): boolean =>
  piece.kind === "variable"
    ? (!piece.isQuoted && !isCount(piece, variables)) || holdsList(piece)
    : /^(script|braces|glob|unclear)$/.test(piece.kind);

/** A list stands for several words wherever it is quoted, and so does one in the default of another variable. */
const holdsList = (piece: Extract<Piece, { kind: "variable" }>): boolean =>
  piece.isList === true ||
  piece.words.some(({ pieces }) => pieces.some((one) => one.kind === "variable" && holdsList(one)));

/** Unquoted, it is neither split nor read as a pattern. */
const WHOLE = /^[\w./@%+:,=-]*$/;
export const isWhole = (value: Value): boolean => value.kind === "text" && WHOLE.test(value.text);

/** Whether it may stand for more words, or fewer, than the one that is written. */
export const isSeveral = (value: Value): boolean =>
  value.kind === "paths" || (value.kind === "unknown" && value.splits === true);

function textOf(piece: Piece, variables: Variables): string | undefined {
  switch (piece.kind) {
    case "literal":
      return piece.value;
    case "home":
      return variables.home;
    case "script":
      return isPwd(piece.script) ? variables.get("PWD") : undefined;
    case "variable": {
      if (piece.name === "") return quotedText(piece.words, variables);
      const value = piece.isPlain ? variables.get(piece.name) : undefined;
      // Unquoted, a value is split into words and read as a pattern.
      return value !== undefined && (piece.isQuoted || WHOLE.test(value)) ? value : undefined;
    }
    default:
      return undefined;
  }
}

/** `$(pwd)` */
function isPwd(script: Node): boolean {
  const [only, ...others] = script.kind === "list" ? script.items : [];
  const node = only?.node;
  return others.length === 0 && node?.kind === "simple" && node.source.trim() === "pwd";
}

/** What is known of the beginning of a quoted text. */
function startOf(piece: Piece, variables: Variables): string {
  if (piece.kind !== "variable" || piece.name !== "") return "";
  let start = "";
  for (const one of piece.words.flatMap(({ pieces }) => pieces)) {
    const text = textOf(one, variables);
    if (text === undefined) return start;
    start += text;
  }
  return start;
}

function quotedText(words: readonly Word[], variables: Variables): string | undefined {
  const texts = words.flatMap(({ pieces }) => pieces).map((piece) => textOf(piece, variables));
  return texts.every((text) => text !== undefined) ? texts.join("") : undefined;
}

/** A word as rules see it: bare where that is unambiguous, else in single quotes; as it is written when unknown. */
export function spell(value: Value): string {
  if (value.kind !== "text") return value.source;
  return /^[\w@%+=:,./^~{}-]+$/.test(value.text) ? value.text : `'${value.text.replaceAll("'", "'\\''")}'`;
}
