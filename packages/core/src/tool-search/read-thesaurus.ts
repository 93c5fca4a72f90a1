import { ACTIONS } from "./thesaurus/actions.ts";
import { CODE } from "./thesaurus/code.ts";
import { LANGUAGES } from "./thesaurus/languages.ts";
import { PAGES } from "./thesaurus/pages.ts";
import { SYSTEMS } from "./thesaurus/systems.ts";
import { WORK } from "./thesaurus/work.ts";
import type { Meaning, Phrase, Thesaurus } from "./thesaurus.ts";
import { createVocabulary } from "./vocabulary.ts";
import { isUnspaced, stemOf, wordsOf } from "./words.ts";

/** How surely a word means another one. */
const WEIGHTS = { synonym: 0.85, foreign: 0.9, meant: 0.75, perhaps: 0.5, turned: 0.35 };

/**
 * Reads the table. A line has words, a sign, and words or phrases with commas between:
 *
 * - `delete = remove, erase`: they mean the same, whichever is said
 * - `pull request | merge request : my changes`: who says a word on the right means a tool that has one on the left, or
 *   all of its words
 * - `event ~ meeting`: the same, less surely
 */
export function readThesaurus(): Thesaurus {
  const table = createTable();
  for (const line of [ACTIONS, WORK, CODE, SYSTEMS, PAGES].flatMap(linesOf)) {
    if (line.sign === "=") addSynonyms(table, [...line.heads, ...line.said]);
    else addMeanings(table, line, line.sign === "~" ? WEIGHTS.perhaps : WEIGHTS.meant);
  }
  for (const { heads, said } of linesOf(LANGUAGES)) {
    for (const head of heads) for (const word of said) table.add(word, meaning(head, WEIGHTS.foreign));
  }
  return table.finish();
}

interface Line {
  readonly heads: readonly string[];
  readonly sign: string;
  readonly said: readonly string[];
}

function linesOf(table: string): readonly Line[] {
  return table
    .split("\n")
    .map((line) => /^(.+?) ([=:~]) (.+)$/.exec(line))
    .flatMap((parts) =>
      parts
        ? [{ heads: (parts[1] ?? "").split(" | "), sign: parts[2] ?? "", said: (parts[3] ?? "").split(", ") }]
        : [],
    );
}

function meaning(text: string, weight: number, isSame = false): Meaning {
  return { words: wordsOf(text).map(stemOf), weight, isSame };
}

function addSynonyms(table: Table, group: readonly string[]): void {
  for (const one of group) {
    for (const other of group) if (one !== other) table.add(one, meaning(other, WEIGHTS.synonym, true));
  }
}

function addMeanings(table: Table, { heads, said }: Line, weight: number): void {
  for (const words of said) {
    for (const head of heads) {
      table.add(words, meaning(head, weight));
      const turned = meaning(words, WEIGHTS.turned);
      if (turned.words.length === 1) table.add(head, turned);
    }
  }
}

interface Table {
  add(said: string, meant: Meaning): void;
  finish(): Thesaurus;
}

function createTable(): Table {
  const words = new Map<string, Meaning[]>();
  const phrases = new Map<string, (Phrase & { readonly meanings: Meaning[] })[]>();
  const stems = new Map<string, string>();
  const unspaced = new Set<string>();
  return {
    add(said, meant) {
      const parts = isUnspaced(said) ? [said.replaceAll(" ", "")] : wordsOf(said);
      if (isUnspaced(said)) for (const part of parts) unspaced.add(part);
      for (const part of parts) stems.set(part, stemOf(part));
      const [first = "", ...more] = parts.map(stemOf);
      if (more.length > 0) addPhrase(phrases, [first, ...more], meant);
      else if (!meant.words.includes(first)) words.set(first, [...(words.get(first) ?? []), meant]);
    },
    finish() {
      const longest = Math.max(...[...unspaced].map((word) => [...word].length));
      return { words, phrases, vocabulary: createVocabulary(stems), unspaced: { words: unspaced, longest } };
    },
  };
}

function addPhrase(
  phrases: Map<string, (Phrase & { readonly meanings: Meaning[] })[]>,
  words: readonly string[],
  meant: Meaning,
): void {
  const [first = ""] = words;
  const known = phrases.get(first) ?? [];
  const same = known.find((phrase) => phrase.words.join(" ") === words.join(" "));
  if (same) same.meanings.push(meant);
  else known.push({ words, meanings: [meant] });
  phrases.set(first, known);
}
