import { expect, test } from "vitest";
import { errorsIn, sources, textsIn } from "./source-texts.ts";

// Lists of words in other languages and options of programs are no texts of ours.
const files = sources().filter((file) => !/\/tool-search\/|\/analyze\/programs\//.test(file));
const texts = files.flatMap(textsIn);

/** Where the words for the model are. */
const forModel = texts.filter(({ file }) => /\/(\w+-)?messages\.ts$/.test(file));

const shown = (found: readonly { readonly file: string; readonly text: string }[]): readonly string[] =>
  found.map(({ file, text }) => `${file}: ${text.replaceAll("\0", "…")}`);

test("the texts are found", () => {
  expect(texts.length).toBeGreaterThan(2_000);
  expect(new Set(forModel.map(({ file }) => file)).size).toBeGreaterThan(9);
});

test.each<[string, RegExp]>([
  [
    "`is not a …`, never `is no …` or `is none`",
    /(?<!\b[Tt]here )\b(is|are|was) (none\b|no (?!longer|more))/,
  ],
  ["American spelling", /organis|analys(e|ing|ed)\b/i],
  ["`use one of`, never `known are`", /\bknown are\b/i],
  ["`did you mean`, never `perhaps … is meant`", /\bperhaps .* is meant/i],
  ["no model is `configured`, never `set up`", /no model is set up/],
  ["a command in backticks, never bare behind a colon or bracket", /[:;(] (gauntlet|npm|npx) [a-z]/],
])("one voice: %s", (_, pattern) => {
  expect(shown(texts.filter(({ text }) => pattern.test(text)))).toEqual([]);
});

/** What stands behind the path and a colon in another text, so that it begins small and still ends with the step. */
const TAILS = [
  "line \0 of the file has \0 where",
  "its header states",
  "it has \0 bytes, and no smaller form",
  "decoding it takes more than",
  "it is damaged or not complete",
  "begins like a PDF",
  "the file system reports",
  "it gives no reason",
];

test("a text for the model is a sentence, from its capital letter to its dot; what is put into one has neither", () => {
  const whole = forModel.filter(({ table }) => table === undefined);
  const isTail = (text: string): boolean => TAILS.some((tail) => text.startsWith(tail));
  const isHalf = ({ text }: { readonly text: string }): boolean =>
    /^[a-z]/.test(text) && /\.$/.test(text.trimEnd()) && !isTail(text);
  expect(shown(whole.filter(isHalf))).toEqual([]);
  const isOpen = ({ text }: { readonly text: string }): boolean =>
    /^[A-Z].*\. [A-Z]/s.test(text) && !/[.?!:)\]…\0`]$/.test(text.trimEnd());
  expect(shown(whole.filter(isOpen))).toEqual([]);
  expect(TAILS.filter((tail) => !whole.some(({ text }) => text.startsWith(tail)))).toEqual([]);
});

/** Errors whose next step comes with them: it is in the text they are given, or is added when retries are used up. */
const HINTED_ELSEWHERE = [/isTransient: true/, /^new ConfigError\("GNT_MCP_CONFIG", why\)$/];

test("an error for people says what to do next", () => {
  const errors = sources().flatMap((file) => errorsIn(file).map((text) => ({ file, text })));
  expect(errors.length).toBeGreaterThan(100);
  const without = errors.filter(({ text }) => !/\bhint\b|\bdetail\b/.test(text));
  expect(shown(without.filter(({ text }) => !HINTED_ELSEWHERE.some((known) => known.test(text))))).toEqual(
    [],
  );
});
