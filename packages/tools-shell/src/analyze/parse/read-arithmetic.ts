import type { ArithmeticExpression } from "unbash";
import type { Arithmetic, Word } from "../tree.ts";
import { literal, type Reader } from "./reader.ts";

/** A word that is evaluated as arithmetic. */
export function readNumber({ pieces, source }: Word): Arithmetic {
  const text = pieces.map((piece) => (piece.kind === "literal" ? piece.value : " ")).join("");
  if (/[[\]]/.test(text))
    return { names: [], assigned: [], pieces, unclear: `\`${source}\` has a subscript` };
  const names = text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
  return { names, assigned: /[^=!<>]=[^=]|\+\+|--/.test(text) ? names : [], pieces };
}

const ASSIGNING = /^([-+*/%&|^]|<<|>>)?=$/;

/** `$(( … ))` and `(( … ))`. */
export function readArithmetic(expression: ArithmeticExpression | undefined, reader: Reader): Arithmetic {
  if (expression === undefined)
    return { names: [], assigned: [], pieces: [], unclear: "it has arithmetic that does not parse" };
  switch (expression.type) {
    case "ArithmeticWord": {
      const { value, parts } = expression;
      const pieces = parts?.map((part) => reader.piece(part, true)) ?? [literal(value)];
      return readNumber({ source: value, pieces });
    }
    case "ArithmeticCommandExpansion": {
      const script = reader.script(expression.script);
      return {
        names: [],
        assigned: [],
        pieces: [{ kind: "script", script }],
        unclear: "it evaluates what a command prints",
      };
    }
    case "ArithmeticGroup":
      return readArithmetic(expression.expression, reader);
    case "ArithmeticUnary": {
      const operand = readArithmetic(expression.operand, reader);
      return /^(\+\+|--)$/.test(expression.operator) ? { ...operand, assigned: operand.names } : operand;
    }
    case "ArithmeticBinary": {
      const [left, right] = [
        readArithmetic(expression.left, reader),
        readArithmetic(expression.right, reader),
      ];
      const assigned = ASSIGNING.test(expression.operator) ? left.names : left.assigned;
      return joinArithmetic([{ ...left, assigned }, right]);
    }
    case "ArithmeticTernary":
      return joinArithmetic(
        [expression.test, expression.consequent, expression.alternate].map((one) =>
          readArithmetic(one, reader),
        ),
      );
  }
}

/** All of them, evaluated one after the other. */
export function joinArithmetic(parts: readonly Arithmetic[]): Arithmetic {
  const reason = parts.find(({ unclear: why }) => why !== undefined)?.unclear;
  return {
    names: parts.flatMap(({ names }) => names),
    assigned: parts.flatMap(({ assigned }) => assigned),
    pieces: parts.flatMap(({ pieces }) => pieces),
    ...(reason !== undefined && { unclear: reason }),
  };
}
