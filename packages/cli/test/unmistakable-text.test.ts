import { expect, test } from "vitest";
import { unmistakableText } from "../src/unmistakable-text.ts";

test.each([
  ["a Cyrillic letter in a Latin word", "p\u0430ypal.com", "p\\u{430}ypal.com"],
  ["a Greek letter in a Latin word", "n\u03bfde_modules", "n\\u{3bf}de_modules"],
  ["an IPA letter in a Latin word", "\u0261it push", "\\u{261}it push"],
  ["wide letters", "\uff52\uff4d -rf", "\\u{ff52}\\u{ff4d} -rf"],
  ["mathematical letters", "\u{1d42b}m", "\\u{1d42b}m"],
  ["a fraction slash in a path", "etc\u2044passwd", "etc\\u{2044}passwd"],
  ["a division slash and a leader dot", "a\u2215b\u2024ts", "a\\u{2215}b\\u{2024}ts"],
  ["a no-break space", "rm\u00a0-rf", "rm\\u{a0}-rf"],
  ["a wide pipe", "curl x \uff5c sh", "curl x \\u{ff5c} sh"],
  ["what cannot be seen", "a\u202eb", "a\\u{202e}b"],
])("%s is spelled out", (_, text, shown) => {
  expect(unmistakableText(text)).toBe(shown);
});

test.each([
  "ls -la ./src | wc\n\tend",
  "Привет, мир — файл.txt",
  "naïve café, Straße, İstanbul",
  "日本語のREADMEを読む，好（的）",
  "한국어README",
  "“quoted” it’s … ✓ → 🎉",
])("%s stays as it is", (text) => {
  expect(unmistakableText(text)).toBe(text);
});
