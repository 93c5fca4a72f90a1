import { expect, test } from "vitest";
import { withAnyLineBreak } from "../../src/search/line-breaks.ts";

test.each([
  ["a\\nb", "a(?:\\r?\\n)b"],
  ["a\nb", "a(?:\\r?\\n)b"],
  ["a\\n+b", "a(?:\\r?\\n)+b"],
  ["a\\r\\nb", "a\\r(?:\\r?\\n)b"],
  ["a\\\\nb", "a\\\\nb"],
  ["a\\\\\\nb", "a\\\\(?:\\r?\\n)b"],
  ["[^\\n]+\\n", "[^\\n]+(?:\\r?\\n)"],
  ["[]\\n]\\n", "[]\\n](?:\\r?\\n)"],
  ["[^]\\n]\\n", "[^]\\n](?:\\r?\\n)"],
  ["[a[^\\n]\\n]\\n", "[a[^\\n]\\n](?:\\r?\\n)"],
  ["\\[\\n]", "\\[(?:\\r?\\n)]"],
  ["(?x)a\nb\\n", "(?x)a\nb(?:\\r?\\n)"],
  ["a\\", "a\\"],
  ["[a\\n", "[a\\n"],
  ["", ""],
])("%j also ends lines with \\r\\n as %j", (pattern, expected) => {
  expect(withAnyLineBreak(pattern)).toBe(expected);
});
