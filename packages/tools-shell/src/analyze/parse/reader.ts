import type { ArithmeticExpression, ParsedScript, Word as ParsedWord, WordPart } from "unbash";
import type { Arithmetic, Node, Piece, Word } from "../tree.ts";

/** Reads the parts of one script; they nest in each other without end, so each reader finds the others here. */
export interface Reader {
  /** The text positions of the parsed tree point into. */
  readonly source: string;
  script(script: ParsedScript | undefined): Node;
  word(word: ParsedWord): Word;
  piece(part: WordPart, isQuoted: boolean): Piece;
  arithmetic(expression: ArithmeticExpression | undefined): Arithmetic;
}

export const unclearNode = (reason: string): Node => ({ kind: "unclear", reason });
export const unclearPiece = (reason: string): Piece => ({ kind: "unclear", reason });
export const literal = (value: string): Piece => ({ kind: "literal", value });
