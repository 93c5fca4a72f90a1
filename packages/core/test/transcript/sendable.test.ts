import { describe, expect, test } from "vitest";
import { isForeignMessage, repairMessages } from "../../src/transcript/repair.ts";
import { sendableAssistantBlock, sendableUserBlock } from "../../src/transcript/sendable.ts";
import { assistant, picture, reference, result, text, use, user } from "./blocks.ts";

const REPLACED = "\ufffd";

describe("a block of the user", () => {
  const sent = (block: unknown) => sendableUserBlock(block as never);

  test.each([
    ["a text", text("a")],
    ["a picture", picture()],
    ["a result of a text", result("1")],
    ["a result of a list", result("1", [text("a"), picture(), reference("T")])],
    ["an error of a list", { ...result("1", [text("a")]), is_error: true }],
    ["a result with a long id", result("x".repeat(512))],
  ])("stays the very same: %s", (_, block) => {
    expect(sent(block)).toBe(block);
  });

  test.each([
    ["a blank text", text(" ")],
    ["what is of no known type", { type: "mystery" }],
    ["what only a model says", use("1")],
  ])("goes when it is %s", (_, block) => {
    expect(sent(block)).toBeUndefined();
  });

  test.each<[string, object, object]>([
    ["half a character", text("a\ud800"), text(`a${REPLACED}`)],
    ["an id of odd characters", result("a:é😀", "r"), result("a___", "r")],
    ["an id that is too long", result("x".repeat(513), "r"), result("x".repeat(128), "r")],
    ["no id", { ...result("", "r"), tool_use_id: undefined }, result("_", "r")],
    ["blank parts", result("1", [text(" "), text("a")]), result("1", [text("a")])],
    [
      "references without a name",
      result("1", [reference("a b"), reference("T")]),
      result("1", [reference("T")]),
    ],
    ["nothing but such", result("1", [reference("")]), result("1", "(no output)")],
    [
      "an image nobody takes",
      result("1", [
        text("a"),
        { type: "image", source: { type: "base64", media_type: "image/x", data: "aGk=" } },
      ]),
      result("1", [text("a"), text("[image: image/x, 4 bytes, left out: image of the type `image/x`]")]),
    ],
    [
      "more than text in an error",
      { ...result("1", [picture(), text("a"), reference("T")]), is_error: true },
      { ...result("1", [text("a")]), is_error: true },
    ],
    [
      "only an image in an error",
      { ...result("1", [picture()]), is_error: true },
      { ...result("1", "(no output)"), is_error: true },
    ],
  ])("is mended when it has %s", (_, block, now) => {
    expect(sent(block)).toEqual(now);
  });
});

describe("a block of the assistant", () => {
  const sent = (block: unknown) => sendableAssistantBlock(block as never);

  test.each([
    ["a text", text("a")],
    ["a tool use", { ...use("x".repeat(512), "y".repeat(128)), input: { a: [1, null, true, "b"] } }],
    ["signed thinking", { type: "thinking", thinking: "hm", signature: "c2ln" }],
    ["redacted thinking", { type: "redacted_thinking", data: "ZGF0YQ==" }],
    ["what nobody here knows", { type: "new_thing", a: 1 }],
  ])("stays the very same: %s", (_, block) => {
    expect(sent(block)).toBe(block);
  });

  test.each([
    ["a blank text", text("")],
    ["what only a user says", picture()],
    ["thinking with half a character", { type: "thinking", thinking: "\ud800", signature: "c2ln" }],
    ["thinking with half a character in its data", { type: "redacted_thinking", data: "\ud800" }],
  ])("goes when it is %s", (_, block) => {
    expect(sent(block)).toBeUndefined();
  });

  test.each<[string, object, object]>([
    [
      "half characters anywhere in its input",
      { ...use("1"), input: { "\udc00": ["\ud800", 1, null, { a: "b\udfff" }] } },
      { ...use("1"), input: { [REPLACED]: [REPLACED, 1, null, { a: `b${REPLACED}` }] } },
    ],
    ["an input that is nothing", { ...use("1"), input: null }, use("1")],
    ["an input that is a list", { ...use("1"), input: [] }, use("1")],
    ["no id", { ...use(""), id: undefined, more: 1 }, { ...use("_"), more: 1 }],
    ["a name that is no text", { ...use("1"), name: 7 }, use("1", "_")],
    ["a name that is too long", use("x".repeat(200), "y".repeat(129)), use("x".repeat(200), "y".repeat(128))],
    [
      "an id of odd characters beside an input",
      { ...use("a.b"), input: { a: 1 } },
      { ...use("a_b"), input: { a: 1 } },
    ],
  ])("is mended when it has %s", (_, block, now) => {
    expect(sent(block)).toEqual(now);
  });
});

test.each<[string, unknown, boolean]>([
  ["a text", { role: "user", content: "a" }, true],
  ["blocks", { role: "x", content: [text("a"), { type: "b" }] }, true],
  ["no blocks", { role: "user", content: [] }, true],
  ["a block without a type after one with", { role: "user", content: [text("a"), {}] }, false],
  ["nothing among its blocks", { role: "user", content: [null] }, false],
  ["a type that is no text", { role: "user", content: [{ type: 1 }] }, false],
  ["no role", { content: "a" }, false],
  ["no content", { role: "user" }, false],
  ["something else as its content", { role: "user", content: { type: "text" } }, false],
])("a message from elsewhere with %s", (_, message, is) => {
  expect(isForeignMessage(message)).toBe(is);
});

describe("a repair says", () => {
  const what = (...messages: Parameters<typeof repairMessages>[0]) => repairMessages(messages).what;

  test("which blocks it changed and left out, in which message", () => {
    expect(what(user(text("a")), assistant(text("b"), text(" ")), user(text("\ud800")))).toEqual([
      "a block of type `text` in message 1 was left out",
      "a block of type `text` in message 2 was changed",
    ]);
  });

  test("that the beginning was not the user's", () => {
    const given = [user(result("9")), assistant(text("b"))];
    expect(repairMessages(given)).toEqual({
      messages: [user(text("(The beginning of this conversation is missing.)")), assistant(text("b"))],
      what: ["a result for `9` without its use was left out", "the conversation did not start with the user"],
    });
  });

  test("nothing of a beginning when nothing is left", () => {
    expect(repairMessages([user(result("9"))])).toEqual({
      messages: [],
      what: ["a result for `9` without its use was left out"],
    });
    expect(repairMessages([])).toEqual({ messages: [], what: [] });
  });
});
