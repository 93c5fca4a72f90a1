import type { Difference } from "./first-difference.ts";

const MIN_LIKENESS = 0.5;
const MIN_LINE_CHARS = 4;
const MAX_LINE_CHARS = 500;

/**
 * The line that is most like the longest line of `oldString`, for a text of which no line stands in the file as it is.
 * @returns undefined when none is much like it.
 */
export function similarLine(
  text: string,
  oldString: string,
): { readonly line: number; readonly difference: Difference } | undefined {
  const wanted = oldString.split("\n");
  const longest = wanted.reduce((best, line, i) => {
    return line.trim().length > (wanted[best]?.trim().length ?? 0) ? i : best;
  }, 0);
  const given = wanted[longest] ?? "";
  if (given.trim().length < MIN_LINE_CHARS) return undefined;
  const likenessTo = createLikeness(given);
  let best: { at: number; inFile: string; likeness: number } | undefined;
  for (const [at, inFile] of text.split("\n").entries()) {
    const likeness = likenessTo(inFile);
    if (likeness >= MIN_LIKENESS && likeness > (best?.likeness ?? 0)) best = { at, inFile, likeness };
  }
  if (best === undefined) return undefined;
  return {
    line: Math.max(1, best.at - longest + 1),
    difference: { line: best.at + 1, inFile: best.inFile, given },
  };
}

/** Share of the pairs of neighboring characters that two lines have in common, white space around them aside. */
function createLikeness(given: string): (line: string) => number {
  const wanted = pairsOf(given);
  const total = sizeOf(wanted);
  return (line) => {
    const found = pairsOf(line);
    let common = 0;
    for (const [pair, count] of found) common += Math.min(count, wanted.get(pair) ?? 0);
    return (2 * common) / Math.max(1, total + sizeOf(found));
  };
}

function pairsOf(line: string): ReadonlyMap<string, number> {
  const text = line.trim().slice(0, MAX_LINE_CHARS);
  const pairs = new Map<string, number>();
  for (let i = 0; i + 1 < text.length; i++) {
    const pair = text.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

const sizeOf = (pairs: ReadonlyMap<string, number>): number =>
  [...pairs.values()].reduce((sum, count) => sum + count, 0);
