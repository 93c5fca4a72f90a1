import { describe, expect, test } from "vitest";
import { assertValidRequest, type Message } from "../../src/index.ts";
import { findFault } from "../../src/transcript/pairing.ts";

const text = (words: string) => ({ type: "text", text: words }) as const;
const use = (id: string) => ({ type: "tool_use", id, name: "T", input: {} }) as const;
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "r" }) as const;
const user = (...content: unknown[]) => ({ role: "user", content }) as Message;
const assistant = (...content: unknown[]) => ({ role: "assistant", content }) as Message;

describe("a request is refused when", () => {
  test.each<[string, readonly Message[], string]>([
    ["there are no messages", [], "it does not start with a user message"],
    ["the assistant speaks first", [assistant(text("hi"))], "it does not start with a user message"],
    [
      "two user messages follow each other",
      [user(text("a")), user(text("b"))],
      "messages 0 and 1 have the same role",
    ],
    [
      "two assistant messages follow each other",
      [user(text("a")), assistant(text("b")), assistant(text("c"))],
      "messages 1 and 2 have the same role",
    ],
    ["a user message is empty", [user()], "message 0 is empty"],
    ["an assistant message is empty", [user(text("a")), assistant()], "message 1 is empty"],
    ["a text is blank", [user(text(" \n"))], "message 0 has a blank text block"],
    [
      "a text of the assistant is blank",
      [user(text("a")), assistant(text(""))],
      "message 1 has a blank text block",
    ],
    [
      "a tool use has no answer",
      [user(text("a")), assistant(use("1")), user(text("b"))],
      "message 2 does not answer the tool use `1`",
    ],
    [
      "the last tool use has no answer",
      [user(text("a")), assistant(use("1"))],
      "the tool use `1` has no result",
    ],
    [
      "one of two tool uses has no answer",
      [user(text("a")), assistant(use("1"), use("2")), user(result("1"))],
      "message 2 does not answer the tool use `2`",
    ],
    [
      "an answer comes a message late",
      [user(text("a")), assistant(use("1")), user(text("b")), assistant(text("c")), user(result("1"))],
      "message 2 does not answer the tool use `1`",
    ],
    ["a result was not asked for", [user(result("1"))], "message 0 answers `1`, which was not asked for"],
    [
      "a result comes twice",
      [user(text("a")), assistant(use("1")), user(result("1"), result("1"))],
      "message 2 answers a tool use twice",
    ],
    [
      "a text stands before the results",
      [user(text("a")), assistant(use("1")), user(text("b"), result("1"))],
      "message 2 has a block before its results",
    ],
    [
      "a text stands between the results",
      [user(text("a")), assistant(use("1"), use("2")), user(result("1"), text("b"), result("2"))],
      "message 2 has a block before its results",
    ],
    [
      "an id comes twice in a message",
      [user(text("a")), assistant(use("1"), use("1")), user(result("1"))],
      "message 1 uses the id `1` again",
    ],
    [
      "an id comes again later",
      [user(text("a")), assistant(use("1")), user(result("1")), assistant(use("1")), user(result("1"))],
      "message 3 uses the id `1` again",
    ],
  ])("%s", (_, messages, fault) => {
    expect(findFault(messages)).toBe(fault);
    expect(() => assertValidRequest(messages)).toThrow(`the request is not valid: ${fault}`);
  });
});

test.each<[string, readonly Message[]]>([
  ["a prompt", [user(text("a"))]],
  [
    "results before texts",
    [user(text("a")), assistant(text("b"), use("1"), use("2")), user(result("1"), result("2"), text("c"))],
  ],
  [
    "results in another order than the uses",
    [user(text("a")), assistant(use("1"), use("2")), user(result("2"), result("1"))],
  ],
  [
    "blocks nobody knows",
    [
      user(text("a")),
      assistant({ type: "thinking", thinking: "" }, { type: "server_tool_use", id: "srv" }, text("b")),
      user(text("c")),
    ],
  ],
  ["an assistant message at the end, for a pause", [user(text("a")), assistant(text("b"))]],
])("a request with %s is valid", (_, messages) => {
  expect(findFault(messages)).toBe(undefined);
});
