import { readThesaurus } from "./read-thesaurus.ts";
import type { UnspacedWords } from "./segment.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What a word or a phrase may mean in a tool's text. */
export interface Meaning {
  /** Stems; the text has all of them. */
  readonly words: readonly string[];
  /** How surely: 1 for the word itself. */
  readonly weight: number;
  /** Do the words mean just the same? */
  readonly isSame: boolean;
}

/** Several words (stems) that together mean something. */
export interface Phrase {
  readonly words: readonly string[];
  readonly meanings: readonly Meaning[];
}

/** The table of synonyms, arranged for look-ups. */
export interface Thesaurus {
  /** By stem. */
  readonly words: ReadonlyMap<string, readonly Meaning[]>;
  /** By the stem of their first word. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** Every word in it. */
  readonly vocabulary: Vocabulary;
  readonly unspaced: UnspacedWords;
}

let read: Thesaurus | undefined;

/** The table in `thesaurus/`, read on first use. */
export function thesaurus(): Thesaurus {
  read ??= readThesaurus();
  return read;
}

/** A word, what it may mean, and what that is called otherwise. */
export function meaningsOf({
  stem,
  weight,
}: {
  readonly stem: string;
  readonly weight: number;
}): readonly Meaning[] {
  const others = thesaurus().words.get(stem) ?? [];
  return [
    { words: [stem], weight, isSame: true },
    ...others.flatMap((meaning) => throughSynonyms({ ...meaning, weight: meaning.weight * weight })),
  ];
}

/** Below this a meaning is too unsure to look for its synonyms. */
const SURE = 0.6;

/** A meaning and its synonyms. */
export function throughSynonyms(meaning: Meaning): readonly Meaning[] {
  const [only, ...more] = meaning.words;
  if (only === undefined || more.length > 0 || meaning.weight < SURE) return [meaning];
  const synonyms = (thesaurus().words.get(only) ?? []).filter(({ isSame }) => isSame);
  return [
    meaning,
    ...synonyms.map(({ words, weight }) => ({ words, weight: weight * meaning.weight, isSame: false })),
  ];
}
