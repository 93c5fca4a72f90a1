import { segment } from "./segment.ts";
import { thesaurus } from "./thesaurus.ts";
import { isUnspaced, wordsOf } from "./words.ts";

/** The words of a text as they are written; runs of a script without spaces are divided by the dictionary. */
export function writtenWords(text: string): readonly string[] {
  return wordsOf(text).flatMap((word) => (isUnspaced(word) ? segment(word, thesaurus().unspaced) : [word]));
}
