import { expect, test } from "vitest";
import { createQuestionRound } from "../src/terminal-questions.ts";

const ONE = {
  key: "color",
  words: "Color: which?",
  options: [{ label: "red", description: "warm" }, { label: "blue\u001b[31m" }],
  isMultiple: false,
};
const MANY = { ...ONE, key: "sizes", words: "Sizes: which?", isMultiple: true };

test("each question is shown with its options, whatever is in them", () => {
  const round = createQuestionRound([ONE, MANY], { questions: [] });
  expect(round.prompt()).toBe(
    "  Color: which?\n    1  red: warm\n    2  blue\\u{1b}[31m\n  a number, or your own words · n · s > ",
  );
  expect(round.take("1")).toBeUndefined();
  expect(round.prompt()).toContain("Sizes: which?");
});

test.each([
  ["1", "red"],
  [" 2 ", "blue\u001b[31m"],
  ["green, if you can", "green, if you can"],
  ["3", "3"],
  ["1,2", "1,2"],
  ["none of them", "none of them"],
])("the line %j answers %j", (line, answer) => {
  expect(createQuestionRound([ONE], { a: 1 }).take(line)).toEqual({
    behavior: "allow",
    input: { a: 1, answers: { color: answer } },
  });
});

test.each([
  ["1, 2,1", "red, blue\u001b[31m"],
  ["1,9", "1,9"],
])("where several may hold, %j answers %j", (line, answer) => {
  expect(createQuestionRound([MANY], {}).take(line)).toMatchObject({ input: { answers: { sizes: answer } } });
});

test("a blank line gives no answer to its question", () => {
  const round = createQuestionRound([ONE, MANY], {});
  round.take("");
  expect(round.take("1")).toEqual({ behavior: "allow", input: { answers: { sizes: "red" } } });
});

test.each([
  ["n", { behavior: "deny" }],
  ["no not now", { behavior: "deny", message: "not now" }],
  ["s enough", { behavior: "stop", message: "enough" }],
])("%j ends the request", (line, answer) => {
  expect(createQuestionRound([ONE, MANY], {}).take(line)).toEqual(answer);
});
