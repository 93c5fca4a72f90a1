// Beyond this size the help is not worth the memory.
const MAX_CHARS = 4_000_000;
const LINE_NUMBER = /^\s*\d+\t/;

/** Why an exact search found nothing, as far as it can be told. Lines are 1-based. */
export type Mismatch =
  | { readonly kind: "whitespace"; readonly lines: readonly number[]; readonly tabs: boolean }
  | { readonly kind: "line-numbers" }
  | { readonly kind: "unknown" };

/** Looks for `oldString` with all white space left out, and for line numbers copied from a Read. */
export function explainMismatch(text: string, oldString: string): Mismatch {
  const lines = oldString.split("\n").filter((line) => line !== "");
  if (lines.length > 0 && lines.every((line) => LINE_NUMBER.test(line))) return { kind: "line-numbers" };
  const wanted = withoutWhitespace(oldString);
  if (wanted === "" || text.length > MAX_CHARS) return { kind: "unknown" };
  const dense = withoutWhitespace(text);
  const found: number[] = [];
  for (let at = dense.indexOf(wanted); at !== -1 && found.length < 3; at = dense.indexOf(wanted, at + 1))
    found.push(lineOfDenseIndex(text, at));
  if (found.length === 0) return { kind: "unknown" };
  return { kind: "whitespace", lines: found, tabs: text.includes("\t") !== oldString.includes("\t") };
}

function lineOfDenseIndex(text: string, index: number): number {
  let seen = 0;
  let line = 1;
  for (const unit of text.split("")) {
    if (unit === "\n") line++;
    if (!/\s/.test(unit) && seen++ === index) break;
  }
  return line;
}

const withoutWhitespace = (text: string): string => text.replace(/\s+/g, "");
