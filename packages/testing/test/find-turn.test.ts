import { describe, expect, it } from "vitest";
import { createTurnFinder } from "../src/find-turn.ts";

const text = (words: string) => ({ type: "text", text: words });
const assistant = (...content: object[]) => ({ role: "assistant", content });
const hi = { role: "user", content: [text("Hi")] };
const find = createTurnFinder({
  name: "c",
  turns: [
    { blocks: [text("Looking."), { type: "tool_use", name: "Bash" }] },
    { blocks: [text("Again")] },
    { blocks: [text("Again")] },
    { blocks: [{ type: "tool_use", name: "Bash", id: "own" }] },
    { blocks: [text("Bye")] },
  ],
});

describe("createTurnFinder", () => {
  it.each([
    ["the first turn for a new conversation", [hi], 0],
    ["the first turn after messages of somebody else", [hi, assistant(text("Hello")), hi], 0],
    ["the turn after a tool use it made", [hi, assistant({ type: "tool_use", id: "toolu_0_1" })], 1],
    [
      "the turn after a text it made",
      [hi, assistant({ type: "tool_use", id: "toolu_0_1" }), assistant(text("Again"))],
      2,
    ],
    [
      "one turn on for each time it said the same",
      [assistant(text("Again")), hi, assistant(text("Again"))],
      3,
    ],
    ["the turn after an id the cassette gives", [assistant({ type: "tool_use", id: "own" })], 4],
    [
      "the place after compaction, from the last messages",
      [hi, assistant({ type: "tool_use", id: "own" }), hi],
      4,
    ],
    ["the end after the last turn", [assistant(text("Bye"))], 5],
    ["texts given as plain content", [{ role: "assistant", content: "Bye" }], 5],
    ["nothing from what a user says", [{ role: "user", content: [text("Bye")] }], 0],
  ])("finds %s", (_, messages, turn) => {
    expect(find(messages)).toBe(turn);
  });
});
