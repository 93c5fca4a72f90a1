import { expect, test } from "vitest";
import { isPattern, matchLines } from "../../src/tasks/match-lines.ts";

test.each([
  ["b", ["ab", "b"]],
  ["^b$", ["b"]],
  ["é|\\p{Lu}", ["é", "X"]],
  ["nothing", []],
])("/%s/ picks %j", (pattern, lines) => {
  expect(matchLines(["ab", "b", "c", "é", "X"], pattern, 500)).toEqual({ lines });
});

test("a pattern that is none is told", () => {
  expect(matchLines(["a"], "(", 500)).toEqual({ problem: "pattern" });
  expect(isPattern("x".repeat(1_001))).toBe(false);
});

test.each(["^(a+)+$", "(a|a)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*){1,9}x"])(
  "a pattern that takes for ever is stopped: /%s/",
  (pattern) => {
    expect(matchLines([`${"a".repeat(60)}!`], pattern, 50)).toEqual({ problem: "slow" });
  },
);

test("a pattern cannot reach out of what it is given", () => {
  expect(matchLines(["process"], "'\\); process.exit\\(1\\); \\('", 500)).toEqual({ lines: [] });
});
