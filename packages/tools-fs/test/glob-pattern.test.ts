import { describe, expect, test } from "vitest";
import { compilePattern } from "../src/glob-pattern.ts";

const matches = (pattern: string, path: string) => compilePattern(pattern, pattern).matches(path);

describe("patterns", () => {
  test.each([
    { pattern: "*.ts", yes: ["a.ts", ".a.ts"], no: ["a.tsx", "b/a.ts", "ats"] },
    { pattern: "**", yes: ["a", "a/b", ".x/y"], no: [] },
    { pattern: "**/*.ts", yes: ["a.ts", "x/.y/a.ts"], no: ["a.js"] },
    {
      pattern: "src/**/t/*.ts",
      yes: ["src/t/a.ts", "src/x/y/t/a.ts", "src/t/t/a.ts"],
      no: ["t/a.ts", "src/t/x/a.ts"],
    },
    { pattern: "**/a/**/b", yes: ["a/b", "x/a/y/a/z/b"], no: ["a/c", "b"] },
    {
      pattern: "{src,test/unit}/*.{ts,js}",
      yes: ["src/a.ts", "test/unit/a.js"],
      no: ["test/a.ts", "src/a.css"],
    },
    { pattern: "a{b{c,d},e}f", yes: ["abcf", "abdf", "aef"], no: ["abf"] },
    { pattern: "{a}{}\\{b,c\\}", yes: ["{a}{}{b,c}"], no: ["a"] },
    { pattern: "f?o.[jt]s", yes: ["foo.js", "fxo.ts"], no: ["fo.js", "foo.cs"] },
    { pattern: "[!a]b", yes: ["xb", "[!a]b"], no: ["ab"] },
    { pattern: "a+(b)@!c", yes: ["a+(b)@!c"], no: ["abbc"] },
    { pattern: "!a", yes: ["!a"], no: ["b"] },
    { pattern: "./a/./b", yes: ["a/b"], no: ["b"] },
  ])("$pattern", ({ pattern, yes, no }) => {
    expect(yes.filter((path) => !matches(pattern, path))).toEqual([]);
    expect(no.filter((path) => matches(pattern, path))).toEqual([]);
  });

  test("end on long names and deep paths made to hold them up", () => {
    expect(matches("*a*a*b", "a".repeat(250))).toBe(false);
    expect(matches(`${"**/a/".repeat(30)}b`, `${"a/".repeat(200)}c`)).toBe(false);
    expect(matches(`${"*a*a/".repeat(20)}b`, `${`${"a".repeat(200)}/`.repeat(20)}c`)).toBe(false);
  });

  test.each(["*a*b*c*", "{a,b}".repeat(8), "a".repeat(1001)])(
    "are refused when too costly: %s",
    (pattern) => {
      expect(() => matches(pattern, "x")).toThrow("too complex");
    },
  );
});
