import { expect, test } from "vitest";
import { remembering } from "../../src/secrets/remembering.ts";

test("answers the same short text once, a long one each time, and forgets when there are many", () => {
  const asked: string[] = [];
  const lengthOf = remembering((text) => {
    asked.push(text);
    return text.length;
  });
  const long = "x".repeat(300);
  expect(["a", "a", "bc", "a", long, long].map(lengthOf)).toEqual([1, 1, 2, 1, 300, 300]);
  expect(asked).toEqual(["a", "bc", long, long]);
  for (let i = 0; i < 2_000; i++) lengthOf(`n${i}`);
  asked.length = 0;
  expect([lengthOf("a"), asked]).toEqual([1, ["a"]]);
});
