import { DECLARING, GIVING } from "./builtins.ts";
import { isHarmless, isInherited } from "./environment-names.ts";
import type { Assignment, SimpleNode, Word } from "./tree.ts";

const ASSIGNMENT = /^([A-Za-z_]\w*)(?:\+?=(.*))?$/s;

/**
 * Whether a command puts a variable into the environment of the programs behind it that may change what they do: it
 * exports one, exports all from here on, or sets one that is there without that.
 */
export function exportsSome({ words, assignments }: SimpleNode): boolean {
  if (words.length === 0) return assignments.some(changesInherited);
  const texts = words.map(literalOf);
  const at = texts.findIndex((text) => text === undefined || !/^(command|builtin|-.*)$/.test(text));
  const head = texts[at] ?? "";
  const options = texts.slice(at + 1);
  const has = (option: RegExp): boolean => options.some((text) => text === undefined || option.test(text));
  if (head === "set") return has(/^-\w*a|^allexport$/);
  if (head === "shopt") return has(/^allexport$/);
  const operands = words.slice(at + 1).filter((word) => !literalOf(word)?.startsWith("-"));
  // The others of its kind export with `-x`.
  if (head === "export" || (DECLARING.has(head) && has(/^-\w*x/))) return !operands.every(isHarmlessWord);
  if (DECLARING.has(head)) return operands.some((word) => isInheritedWord(word) && !isHarmlessWord(word));
  return GIVING.has(head) && operands.some(isInheritedWord);
}

const changesInherited = ({ name, values, isPlain }: Assignment): boolean => {
  const [value] = isPlain ? values.map(literalOf) : [];
  return isInherited(name) && !isHarmless(name, value);
};

function isHarmlessWord(word: Word): boolean {
  const name = nameIn(word);
  return name !== undefined && isHarmless(name, ASSIGNMENT.exec(literalOf(word) ?? "")?.[2]);
}

const isInheritedWord = (word: Word): boolean => isInherited(nameIn(word) ?? "");

/** The variable that `name` or `name=…` is about. */
function nameIn({ pieces: [first] }: Word): string | undefined {
  return ASSIGNMENT.exec(first?.kind === "literal" ? first.value : "")?.[1];
}

/** What a word is when nothing in it is expanded. */
export function literalOf({ pieces }: Word): string | undefined {
  const texts = pieces.map((piece) => (piece.kind === "literal" ? piece.value : undefined));
  return texts.every((text) => text !== undefined) ? texts.join("") : undefined;
}
