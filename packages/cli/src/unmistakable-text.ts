import { visibleText } from "./visible-text.ts";

const ONLY_ASCII = /^[\0-\x7f]*$/;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

// Scripts written without spaces beside Latin words; none of their letters looks like a Latin one.
const EAST_ASIAN =
  "\\p{Script=Han}|\\p{Script=Hiragana}|\\p{Script=Katakana}|\\p{Script=Hangul}|\\p{Script=Bopomofo}|ー";
const FOREIGN_LETTER = new RegExp(
  `(?!\\p{Script=Latin}|\\p{Script=Inherited}|${EAST_ASIAN})\\p{L}|[\\u0250-\\u02af]`,
  "gu",
);

/** What is drawn like a character that means something to a shell or in a path, without being folded to it. */
const DRAWN_ALIKE = /[\u2044\u2215\u29f8\u2216\u29f5\u2024\u2236\ua789\u02d0\u2223\u01c0]/u;

const SAYS_SOMETHING = /^[\w ./\\~$`|&<>*?-]$/;

/**
 * Text as a person decides on it: what cannot be seen is spelled out as in `visibleText`, and so is what would be taken
 * for another character: wide, mathematical and other variants of ASCII, odd spaces, what is drawn like a slash, dot or
 * colon inside a word, and letters of another script in a word with Latin ones. A whole word of another script stays.
 */
export function unmistakableText(text: string): string {
  const visible = visibleText(text);
  if (ONLY_ASCII.test(visible)) return visible;
  return visible
    .replace(WORD, (word) => (/[A-Za-z]/.test(word) ? word.replace(FOREIGN_LETTER, spelled) : word))
    .replace(/[^\0-\x7f]/gu, (char) => (isVariant(char) ? spelled(char) : char));
}

/** The same as one line: a line break is spelled out, so that it cannot forge a line. */
export const unmistakableLine = (text: string): string => unmistakableText(text).replaceAll("\n", "\\n");

const isVariant = (char: string): boolean =>
  DRAWN_ALIKE.test(char) || SAYS_SOMETHING.test(char.normalize("NFKC"));

const spelled = (char: string): string => `\\u{${char.codePointAt(0)?.toString(16)}}`;
