import type { Command, Assignment as ParsedAssignment } from "unbash";
import type { Assignment, Node, Piece, Word } from "../tree.ts";
import { readRedirect } from "./read-redirect.ts";
import { type Reader, unclearPiece } from "./reader.ts";

/** Words with the assignments and redirections around them. */
export function readSimple(command: Command, reader: Reader): Node {
  const assignments: Assignment[] = [];
  const words: Word[] = command.name ? [reader.word(command.name)] : [];
  for (const one of command.prefix)
    if (one.type === "Assignment") assignments.push(readAssignment(one, reader));
  for (const one of command.args) {
    words.push(
      one.type === "Assignment"
        ? {
            source: one.text,
            pieces: [{ kind: "literal", value: `${one.name}=` }, ...assignedPieces(one, reader)],
          }
        : reader.word(one),
    );
  }
  const redirects = command.redirects.map((one) => readRedirect(one, reader));
  return {
    kind: "simple",
    words,
    assignments,
    redirects,
    source: reader.source.slice(command.pos, command.end),
  };
}

/** An assignment that is an argument, as `declare` takes them. */
function assignedPieces({ value, index }: ParsedAssignment, reader: Reader): readonly Piece[] {
  const pieces = valuesOf(value, reader).flatMap((word) => word.pieces);
  return index
    ? [...pieces, ...reader.word(index).pieces, unclearPiece("it assigns to a subscript")]
    : pieces;
}

function readAssignment({ name, value, append, index }: ParsedAssignment, reader: Reader): Assignment {
  return {
    name,
    values: valuesOf(value, reader),
    isPlain: value.type !== "ArrayValue" && append !== true && index === undefined,
    ...(index && { index: reader.word(index) }),
  };
}

function valuesOf(value: ParsedAssignment["value"], reader: Reader): readonly Word[] {
  return value.type === "ArrayValue"
    ? value.elements.map((word) => withSubscript(reader.word(word)))
    : [reader.word(value)];
}

/** `[i]=x` in a list evaluates `i`. */
function withSubscript(word: Word): Word {
  if (!word.source.startsWith("[") || /^\[\d+\]\+?=/.test(word.source)) return word;
  return { ...word, pieces: [...word.pieces, unclearPiece("it assigns to a subscript")] };
}
