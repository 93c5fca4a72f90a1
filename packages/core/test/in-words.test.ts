import { expect, test } from "vitest";
import { wordsOf } from "../src/contract/message.ts";
import { inWords } from "../src/in-words.ts";
import { repairMessages } from "../src/transcript/repair.ts";
import { assistantBlockFault } from "../src/transcript/sendable.ts";
import { assistant, text, use, user } from "./transcript/blocks.ts";

/** What cannot be made a text: JSON gives objects members of any name. */
const ODD = { toString: 1, valueOf: 1 };

test.each<[unknown, string]>([
  ["a", "a"],
  [7, "7"],
  [null, "null"],
  [undefined, "undefined"],
  [["a"], "an array"],
  [ODD, "an object"],
])("%j is said as `%s`", (value, words) => {
  expect(inWords(value)).toBe(words);
});

test("what a model server sends in place of a text is said, and stops nothing", () => {
  const odd = { ...text(""), text: ODD };
  expect(wordsOf([odd as never, text("b")])).toBe("an object\nb");
  expect(assistantBlockFault({ ...use("1"), id: ODD } as never)).toContain("`an object`");
  expect(assistantBlockFault({ ...use("1"), name: ODD } as never)).toContain("`an object`");
  const history = [user(text("q")), assistant({ ...use("1"), id: ODD }), user(text("more"))];
  expect(() => repairMessages(history)).not.toThrow();
});
