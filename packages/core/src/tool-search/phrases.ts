import { type Meaning, thesaurus } from "./thesaurus.ts";

/** A phrase of the thesaurus in a query. */
export interface FoundPhrase {
  /** The places of its words. */
  readonly at: readonly number[];
  readonly meanings: readonly Meaning[];
}

/** This many other words may stand between two words of a phrase: `put my unfinished work aside`. */
const WIDEST_GAP = 3;

/** The phrases in a list of stems; their words keep their order, others may stand between. */
export function findPhrases(stems: readonly string[]): readonly FoundPhrase[] {
  const { phrases } = thesaurus();
  return stems.flatMap((stem, start) =>
    (phrases.get(stem) ?? []).flatMap(({ words, meanings }) => {
      const at = placesOf(words, stems, start);
      return at ? [{ at, meanings }] : [];
    }),
  );
}

function placesOf(
  words: readonly string[],
  stems: readonly string[],
  start: number,
): readonly number[] | undefined {
  const at = [start];
  for (const word of words.slice(1)) {
    const from = (at.at(-1) ?? start) + 1;
    const gap = stems.slice(from, from + WIDEST_GAP + 1).indexOf(word);
    if (gap < 0) return undefined;
    at.push(from + gap);
  }
  return at;
}
