import type { TestExpression } from "unbash";
import type { Node, Word } from "../tree.ts";
import { type Reader, unclearNode } from "./reader.ts";

const NUMERIC = /^-(eq|ne|lt|le|gt|ge)$/;

/** `[[ … ]]`. */
export function readTest(expression: TestExpression, reader: Reader): Node {
  const words: Word[] = [];
  const numbers: Word[] = [];
  const rest: TestExpression[] = [expression];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    switch (next.type) {
      case "TestUnary":
        // `-v` and `-R` evaluate a subscript in their operand.
        (/^-[vR]$/.test(next.operator) ? numbers : words).push(reader.word(next.operand));
        break;
      case "TestBinary":
        (NUMERIC.test(next.operator) ? numbers : words).push(reader.word(next.left), reader.word(next.right));
        break;
      case "TestLogical":
        rest.push(...next.operands);
        break;
      case "TestNot":
        rest.push(next.operand);
        break;
      case "TestGroup":
        rest.push(next.expression);
        break;
      default:
        return unclearNode("it has a test nobody here knows");
    }
  }
  return { kind: "test", words, numbers };
}
