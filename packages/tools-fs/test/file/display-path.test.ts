import { expect, test } from "vitest";
import { displayPath, onOneLine } from "../../src/file/display-path.ts";

test.each([
  ["a file inside", "/cwd/a/b", "a/b"],
  ["the directory itself", "/cwd", "."],
  ["its parent", "/", "/"],
  ["a file elsewhere", "/other/a", "/other/a"],
  ["a directory whose name begins alike", "/cwd2/a", "/cwd2/a"],
  ["a name that begins with dots", "/cwd/..a", "..a"],
  ["a name with a line break", "/cwd/a\nb", '"a\\nb"'],
])("%s is shown", (_, path, shown) => {
  expect(displayPath(path, "/cwd")).toBe(shown);
});

test.each([
  ["blanks, quotes and letters of any script", "a \"b\" 'c' ñ 文 ✓"],
  ["characters that join others", "a\u200db"],
])("a name of %s stays as it is", (_, name) => {
  expect(onOneLine(name)).toBe(name);
});

test.each([
  ["a line break", "a\nb", '"a\\nb"'],
  ["a quote beside it", 'a"\n', '"a\\"\\n"'],
  ["an escape", "\u001b[2J", '"\\u001b[2J"'],
  ["a delete", "a\u007fb", '"a\\u007fb"'],
  ["a next line", "a\u0085b", '"a\\u0085b"'],
  ["half of a character", "a\ud83d.txt", '"a\\ud83d.txt"'],
  ["a line separator", "a\u2028b\u2029", '"a\\u2028b\\u2029"'],
  ["characters that turn the direction", "\u202egpj.exe\u2066", '"\\u202egpj.exe\\u2066"'],
])("a name with %s is quoted, without it", (_, name, shown) => {
  expect(onOneLine(name)).toBe(shown);
});
