import { STOP_WORDS } from "./stop-words.ts";
import { thesaurus } from "./thesaurus.ts";
import { bentWords, nearWords, type Vocabulary } from "./vocabulary.ts";
import { stemOf } from "./words.ts";

/** What a written word may be. */
export interface Form {
  readonly stem: string;
  /** How likely: 1 for the word itself. */
  readonly weight: number;
}

const ONE_SLIP = 0.85;
const TWO_SLIPS = 0.75;
const OTHER_ENDING = 0.7;
const PART = 0.7;
const MOST_FORMS = 12;
const SHORTEST_PART = 3;

/**
 * The word itself if the tools or the thesaurus have it, else what it was probably meant to be: the word that is a slip of
 * the hand away, the one with another ending, the two it is made of.
 */
export function mendedForms(written: string, ofTools: Vocabulary): readonly Form[] {
  const { vocabulary: ofThesaurus } = thesaurus();
  const vocabularies = [ofTools, ofThesaurus];
  const stem = stemOf(written);
  const itself = [{ stem, weight: 1 }];
  if (STOP_WORDS.has(written) || vocabularies.some(({ known }) => known.has(stem))) return itself;
  const near = vocabularies.map((vocabulary) => nearWords(written, vocabulary));
  const slips = Math.min(...near.map((found) => found.slips));
  const mended = near
    .filter((found) => found.slips === slips)
    .flatMap(({ stems }) => formsOf(stems, slips === 1 ? ONE_SLIP : TWO_SLIPS));
  if (slips === 1) return unique(mended);
  const bent = vocabularies.flatMap((vocabulary) => formsOf(bentWords(written, vocabulary), OTHER_ENDING));
  const forms = unique([...mended, ...bent, ...formsOf(partsOf(written, vocabularies), PART)]);
  return forms.length > 0 ? forms.slice(0, MOST_FORMS) : itself;
}

function formsOf(stems: readonly string[], weight: number): readonly Form[] {
  return stems.map((stem) => ({ stem, weight }));
}

function unique(forms: readonly Form[]): readonly Form[] {
  return forms.filter(({ stem }, i) => forms.findIndex((form) => form.stem === stem) === i);
}

/** The two known words a word is made of, the first perhaps with a letter of German between: `Kalender-eintrag`. */
function partsOf(written: string, vocabularies: readonly Vocabulary[]): readonly string[] {
  const find = (part: string) =>
    vocabularies.map(({ stems }) => stems.get(part)).find((stem) => stem !== undefined);
  for (let at = SHORTEST_PART; at <= written.length - SHORTEST_PART; at++) {
    const head = find(written.slice(0, at)) ?? find(written.slice(0, at).replace(/(?:en|s|n)$/, ""));
    const tail = find(written.slice(at));
    if (head !== undefined && tail !== undefined) return [head, tail];
  }
  return [];
}
