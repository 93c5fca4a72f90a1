import type { Word as ParsedWord, WordPart } from "unbash";
import type { Piece, Word } from "../tree.ts";
import { joinArithmetic, readNumber } from "./read-arithmetic.ts";
import { literal, type Reader, unclearPiece } from "./reader.ts";

/** A word, unquoted and cut into pieces. */
export function readWord(word: ParsedWord, reader: Reader): Word {
  const pieces = word.parts?.map((part) => reader.piece(part, false)) ?? [literal(word.value)];
  return { source: word.text, pieces: withHome(word.text, pieces) };
}

/** `~` stands for home at the start of a word, and behind the `=` of what looks like an assignment. */
function withHome(source: string, pieces: readonly Piece[]): readonly Piece[] {
  const [first, ...rest] = pieces;
  if (first?.kind !== "literal") return pieces;
  const match = /^([A-Za-z_]\w*\+?=)?([^~"'\\]*:)?~(.?)/s.exec(source);
  if (match === null) return pieces;
  const [, start = "", list, next = ""] = match;
  if (list !== undefined)
    return start === "" ? pieces : [...pieces, unclearPiece("it may name a home in a list")];
  if (!/^\/?$/.test(next) || !/^~(\/|$)/.test(first.value.slice(start.length)))
    return [unclearPiece("it names the home of another user"), ...pieces];
  return [
    ...(start === "" ? [] : [literal(start)]),
    { kind: "home" },
    literal(first.value.slice(start.length + 1)),
    ...rest,
  ];
}

/** @param isQuoted whether it stands in double quotes or a here-document. */
export function readPiece(part: WordPart, isQuoted: boolean, reader: Reader): Piece {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return literal(part.value);
    case "Glob":
    case "ExtendedGlob":
      return { kind: "glob", inner: innerOf(part.parts, reader) };
    case "BraceExpansion":
      return { kind: "braces", source: part.text, inner: innerOf(part.parts, reader) };
    case "CommandExpansion":
      return { kind: "script", script: reader.script(part.script) };
    case "ProcessSubstitution":
      return { kind: "process", script: reader.script(part.script) };
    case "ArithmeticExpansion":
      return { kind: "arithmetic", arithmetic: reader.arithmetic(part.expression) };
    case "SimpleExpansion":
      return variable(part.text.slice(1), isQuoted);
    case "ParameterExpansion":
      return readParameter(part, isQuoted, reader);
    case "DoubleQuoted":
    case "LocaleString":
      return readQuoted(part, reader);
    default:
      return unclearPiece("it has an expansion nobody here knows");
  }
}

const innerOf = (parts: readonly WordPart[] | undefined, reader: Reader): readonly Piece[] =>
  parts?.map((part) => reader.piece(part, false)) ?? [];

function readQuoted(
  part: Extract<WordPart, { type: "DoubleQuoted" | "LocaleString" }>,
  reader: Reader,
): Piece {
  const inner = {
    source: part.text,
    pieces: part.parts.map((one) => reader.piece(one, true)),
  };
  const [only] = inner.pieces;
  if (inner.pieces.length === 1 && only?.kind === "variable") return only;
  if (inner.pieces.every(({ kind }) => kind === "literal")) {
    return literal(inner.pieces.map((one) => (one.kind === "literal" ? one.value : "")).join(""));
  }
  // A word in a word: what it holds is known when all of it is.
  return { kind: "variable", name: "", isQuoted: true, words: [inner], isPlain: true, arithmetic: [] };
}

const variable = (name: string, isQuoted: boolean): Piece => ({
  kind: "variable",
  name,
  isQuoted,
  ...(name === "@" && { isList: true as const }),
  words: [],
  isPlain: true,
  arithmetic: [],
});

function readParameter(
  part: Extract<WordPart, { type: "ParameterExpansion" }>,
  isQuoted: boolean,
  reader: Reader,
): Piece {
  const { parameter, prefix, index, operation } = part;
  if (prefix === "!") return unclearPiece("it expands a variable whose name is in another");
  if (operation?.type === "Unknown") return unclearPiece("it has an operation nobody here knows");
  if (operation?.type === "Transform" && !/^[QEKkaALuU]$/.test(operation.operand.value))
    return unclearPiece("it runs what is in a variable (`@P`)");
  const words = (
    operation === undefined
      ? []
      : operation.type === "Replace"
        ? [operation.pattern, operation.replacement]
        : "operand" in operation && operation.operand
          ? [operation.operand]
          : []
  ).map((word) => reader.word(word));
  const numbers = [
    ...(index && !/^[@*]$/.test(index.value) ? [index] : []),
    ...(operation?.type === "Slice"
      ? [operation.offset, ...(operation.length ? [operation.length] : [])]
      : []),
  ];
  const arithmetic = numbers.map((word) => readNumber(reader.word(word)));
  // A length is a number, whatever the variable holds.
  if (prefix === "#") return { kind: "arithmetic", arithmetic: joinArithmetic(arithmetic) };
  const assigns = operation?.type === "Default" && operation.operator.endsWith("=");
  return {
    kind: "variable",
    name: parameter,
    isQuoted,
    words,
    ...((parameter === "@" || index?.value === "@") && { isList: true as const }),
    ...(assigns && { assigns }),
    isPlain: prefix === undefined && index === undefined && operation === undefined,
    arithmetic,
  };
}
