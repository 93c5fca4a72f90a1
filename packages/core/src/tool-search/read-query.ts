import { mendedForms } from "./mend-word.ts";
import { findPhrases } from "./phrases.ts";
import { LIGHT_WORDS, STOP_WORDS } from "./stop-words.ts";
import { type Meaning, meaningsOf, throughSynonyms } from "./thesaurus.ts";
import type { ToolIndex } from "./tool-index.ts";
import { stemOf } from "./words.ts";
import { writtenWords } from "./written-words.ts";

/** One thing a query asks for, and all that would grant it in a tool's text. */
export interface Wish {
  readonly alternatives: readonly Meaning[];
  /** What it counts beside the others, before its rarity. */
  readonly weight: number;
  /** A tool has to have one of these words (stems). */
  readonly required: ReadonlySet<string> | undefined;
  /** For a word: the places in the list of the phrases it is part of. */
  readonly phrases: readonly number[];
}

/** A word that is explained by a phrase counts less by itself. */
const WITHIN_PHRASE = 0.6;
const LIGHT = 0.5;
/** Fewer words than this are keywords, and none of them is said for the sound of it. */
const SENTENCE = 3;
const JOINED = 0.95;
/** In characters; nobody describes a need with more. */
const LONGEST_QUERY = 1_000;

/** What a query asks for: its phrases first, then its words. */
export function readQuery(query: string, index: ToolIndex): readonly Wish[] {
  const said = query
    .slice(0, LONGEST_QUERY)
    .split(/\s+/)
    .flatMap((part) =>
      writtenWords(part).map((written) => {
        const forms = mendedForms(written, index.vocabulary);
        return { written, forms, stem: forms[0]?.stem ?? stemOf(written), isRequired: part.startsWith("+") };
      }),
    );
  const phrases = findPhrases(said.map(({ stem }) => stem));
  const telling = said.filter(({ written }) => !STOP_WORDS.has(written)).length;
  const words = said.flatMap(({ written, forms, stem, isRequired }, i): readonly Wish[] => {
    if (telling > 0 && !isRequired && STOP_WORDS.has(written)) return [];
    const within = phrases.flatMap(({ at }, place) => (at.includes(i) ? [place] : []));
    const light = telling >= SENTENCE && LIGHT_WORDS.has(written) ? LIGHT : 1;
    return [
      {
        alternatives: [...forms.flatMap((form) => meaningsOf(form)), ...joinedWords(said, i, index)],
        weight: light * (within.length > 0 ? WITHIN_PHRASE : 1),
        required: isRequired ? beginningWith(stem, index) : undefined,
        phrases: within,
      },
    ];
  });
  return [...phrases.map(phraseWish), ...words];
}

function phraseWish({ meanings }: { readonly meanings: readonly Meaning[] }): Wish {
  return { alternatives: meanings.flatMap(throughSynonyms), weight: 1, required: undefined, phrases: [] };
}

function beginningWith(stem: string, { holders }: ToolIndex): ReadonlySet<string> {
  return new Set(
    [...holders.keys()].filter((word) => word === stem || (stem.length > 2 && word.startsWith(stem))),
  );
}

/** What a word and its neighbor are called where they are written as one: `heapsnapshot`. */
function joinedWords(
  said: readonly { readonly written: string }[],
  at: number,
  { vocabulary }: ToolIndex,
): readonly Meaning[] {
  return [at - 1, at].flatMap((first) => {
    const stem = vocabulary.stems.get(`${said[first]?.written}${said[first + 1]?.written}`);
    return stem === undefined ? [] : [{ words: [stem], weight: JOINED, isSame: true }];
  });
}
