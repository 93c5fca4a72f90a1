import { stemmer } from "stemmer";

/** Forms whose stem an English rule does not find. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `write: wrote written, send: sent, break: broke broken, go: went gone, make: made, build: built, run: ran, keep: kept,
  lose: lost, show: shown, see: saw seen, tell: told, get: got, give: gave given, take: took taken, begin: began begun,
  choose: chose chosen, draw: drew drawn, drive: drove, forget: forgot forgotten, grow: grew, hold: held, hide: hid hidden,
  know: knew known, pay: paid, say: said, spend: spent, speak: spoke, think: thought, throw: threw thrown,
  understand: understood, wake: woke, hang: hung, eat: ate, come: came, buy: bought, bring: brought, catch: caught,
  fall: fell, feel: felt, meet: met, sell: sold, person: people, child: children, index: indices, matrix: matrices,
  analysis: analyses, criterion: criteria, slow: slowness, create: creation creations, notify: notification notifications`
    .split(",")
    .flatMap((line) => {
      const [word = "", forms = ""] = line.trim().split(": ");
      return forms.split(" ").map((form) => [form, word] as const);
    }),
);

/** Scripts that put no spaces between words, and Korean, which glues particles to them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]+/u;
const WORDS = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}])+`, "gu");

/** Is the word a run of a script without spaces, which only a dictionary can divide? */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

/** The words of a text or a name, lower case, without accents: `createPull_request` holds `create`, `pull`, `request`. */
export function wordsOf(text: string): readonly string[] {
  const spaced = text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/['’](?:s|t|re|ve|ll|d|m)\b/gi, "");
  return withoutAccents(spaced.toLowerCase()).match(WORDS) ?? [];
}

const stems = new Map<string, string>();

/** The part of a word that its forms share. */
export function stemOf(word: string): string {
  let stem = stems.get(word);
  if (stem === undefined) {
    const regular = IRREGULAR.get(word) ?? word;
    stem = /^[a-z]+$/.test(regular) ? stemmer(regular).replace(/i$/, "y") : regular;
    if (stems.size > 50_000) stems.clear();
    stems.set(word, stem);
  }
  return stem;
}

function withoutAccents(text: string): string {
  return /^[\x20-\x7e\s]*$/.test(text)
    ? text
    : text
        .normalize("NFKD")
        .replace(/[\u0300-\u036f]/g, "")
        .normalize("NFC")
        .replaceAll("ß", "ss");
}
