import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchGlob } from "../../src/policy/match-glob.ts";

describe("matchGlob", () => {
  it.each([
    ["", "", true],
    ["", "a", false],
    ["*", "", true],
    ["*", "any\nthing", true],
    ["a*c", "abc", true],
    ["a*c", "ac", true],
    ["a*c", "abcd", false],
    ["*b*", "abc", true],
    ["a*b*c", "a-b-b-c", true],
    ["ab", "abc", false],
    ["a.c", "abc", false],
    ["a**c", "abc", true],
    ["[ab]", "a", false],
  ])("%j on %j is %s", (pattern, text, expected) => {
    expect(matchGlob(pattern, text)).toBe(expected);
  });

  it("agrees with a recursive reading", () => {
    const naive = (pattern: string, text: string): boolean => {
      if (pattern === "") return text === "";
      if (pattern[0] === "*")
        return naive(pattern.slice(1), text) || (text !== "" && naive(pattern, text.slice(1)));
      return text[0] === pattern[0] && naive(pattern.slice(1), text.slice(1));
    };
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
    fc.assert(
      fc.property(letters, fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 10 }), (pattern, text) => {
        expect(matchGlob(pattern, text)).toBe(naive(pattern, text));
      }),
      { numRuns: 500 },
    );
  });

  it("ends on a pattern made to backtrack", () => {
    expect(matchGlob(`${"*a".repeat(200)}b`, "a".repeat(20_000))).toBe(false);
  });
});
