import { type Difference, firstDifference } from "./first-difference.ts";
import { type Folding, foldText } from "./folded-text.ts";
import { nearestPlace } from "./nearest-place.ts";
import { similarLine } from "./similar-line.ts";
import { lineAt } from "./snippet.ts";

// Beyond these sizes the help is not worth the time.
const MAX_FOLDED_CHARS = 500_000;
const MAX_CHARS = 4_000_000;
const MAX_PLACES = 3;
const LINE_NUMBER = /^\s*\d+[\t\u2192]/;
const FOLDINGS: readonly Folding[] = ["whitespace", "characters", "case"];

/** Why an exact search found nothing, as far as it can be told. */
export type Mismatch =
  /** The same text stands there but for white space, look-alike characters or case. `lines` are 1-based. */
  | {
      readonly kind: Folding;
      readonly lines: readonly number[];
      readonly difference: Difference;
    }
  /** Some of the lines stand there, or one much like them; `line` is where the text would begin. */
  | { readonly kind: "nearest"; readonly line: number; readonly difference: Difference }
  | { readonly kind: "line-numbers" }
  | { readonly kind: "unknown" };

/** Looks for what `oldString` was meant to be. @param text as the model sees it, with `\n` line ends. */
export function explainMismatch(text: string, oldString: string): Mismatch {
  const lines = oldString.split("\n").filter((line) => line !== "");
  if (lines.length > 0 && lines.every((line) => LINE_NUMBER.test(line))) return { kind: "line-numbers" };
  if (text.length > MAX_CHARS) return { kind: "unknown" };
  for (const folding of text.length > MAX_FOLDED_CHARS ? [] : FOLDINGS) {
    const found = foldedPlaces(text, oldString, folding);
    if (found) return found;
  }
  const near =
    nearestPlace(text, oldString) ??
    (text.length > MAX_FOLDED_CHARS ? undefined : similarLine(text, oldString));
  return near ? { kind: "nearest", line: near.line, difference: near.difference } : { kind: "unknown" };
}

function foldedPlaces(text: string, oldString: string, folding: Folding): Mismatch | undefined {
  const wanted = foldText(oldString, folding).text;
  if (wanted === "") return undefined;
  const folded = foldText(text, folding);
  const starts: number[] = [];
  for (
    let at = folded.text.indexOf(wanted);
    at !== -1 && starts.length < MAX_PLACES;
    at = folded.text.indexOf(wanted, at + 1)
  )
    starts.push(at);
  const [first] = starts;
  if (first === undefined) return undefined;
  const originOf = (index: number): number => folded.origins[index] ?? text.length;
  const start = lineStartOr(text, originOf(first), oldString);
  return {
    kind: folding,
    lines: starts.map((at) => lineAt(text, originOf(at))),
    difference: firstDifference(text.slice(start, originOf(first + wanted.length)), oldString, {
      line: lineAt(text, start),
    }),
  };
}

/** Where a text that begins with white space would begin in the file: with the white space before the place. */
function lineStartOr(text: string, place: number, oldString: string): number {
  if (!/^\s/.test(oldString)) return place;
  let start = place;
  while (start > 0 && /[^\S\n]/.test(text[start - 1] ?? "")) start--;
  return start;
}
