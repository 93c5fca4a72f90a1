import { type Difference, firstDifference } from "./first-difference.ts";

const MAX_CANDIDATES = 200;
const MIN_LINE_CHARS = 4;

/**
 * The place that has most lines in common with `oldString`, with the first line that is another.
 * @returns undefined when no line of any length stands in the file.
 */
export function nearestPlace(
  text: string,
  oldString: string,
): { readonly line: number; readonly difference: Difference } | undefined {
  const wanted = oldString.split("\n");
  const lines = text.split("\n");
  const places = placesOfLines(lines);
  const known = (line: string): readonly number[] =>
    line.trim().length >= MIN_LINE_CHARS ? (places.get(line.trim()) ?? []) : [];
  // Every line votes for the places where the text would begin.
  const votes = new Map<number, number>();
  let best: { start: number; score: number } | undefined;
  for (const [i, line] of wanted.entries()) {
    for (const at of known(line).slice(0, MAX_CANDIDATES)) {
      const score = (votes.get(at - i) ?? 0) + 1;
      votes.set(at - i, score);
      if (best === undefined || score > best.score) best = { start: at - i, score };
    }
  }
  if (best === undefined) return undefined;
  const from = Math.max(0, best.start);
  const skipped = from - best.start;
  const actual = lines.slice(from, best.start + wanted.length).join("\n");
  const given = wanted.slice(skipped).join("\n");
  return { line: from + 1, difference: firstDifference(actual, given, { line: from + 1 }) };
}

function placesOfLines(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [i, line] of lines.entries()) {
    const key = line.trim();
    const known = places.get(key);
    if (known) known.push(i);
    else places.set(key, [i]);
  }
  return places;
}
