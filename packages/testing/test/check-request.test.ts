import { describe, expect, it } from "vitest";
import { requestProblem } from "../src/check-request.ts";

const text = (words: string, more: object = {}) => ({ type: "text", text: words, ...more });
const use = (id: string, more: object = {}) => ({ type: "tool_use", id, name: "A", input: {}, ...more });
const result = (id: string, more: object = {}) => ({
  type: "tool_result",
  tool_use_id: id,
  content: "x",
  ...more,
});
const user = (...content: object[]) => ({ role: "user", content });
const assistant = (...content: object[]) => ({ role: "assistant", content });
const body = (messages: unknown, more: object = {}) => ({ model: "m", max_tokens: 1, messages, ...more });
const cached = { cache_control: { type: "ephemeral" } };
const hi = user(text("Hi"));
const object = { type: "object" };
const deferred = { name: "A", input_schema: object, defer_loading: true };
const reference = (tool_name: string) => ({ type: "tool_reference", tool_name });

describe("requestProblem", () => {
  it.each<[string, unknown]>([
    ["a question", body([hi])],
    ["content as plain text", body([{ role: "user", content: "Hi" }])],
    ["a paired use", body([hi, assistant(use("a")), user(result("a"))])],
    [
      "parallel uses with results in another order and a text after them",
      body([hi, assistant(text("x"), use("a"), use("b")), user(result("b"), result("a"), text("and"))]),
    ],
    ["a result without content", body([hi, assistant(use("a")), user(result("a", { content: undefined }))])],
    [
      "an image in a good result",
      body([hi, assistant(use("a")), user(result("a", { content: [{ type: "image" }] }))]),
    ],
    [
      "four breakpoints",
      body([user(text("a", cached), text("b", cached), text("c", cached), text("d", cached))]),
    ],
    [
      "a schema with a property called cache_control",
      body([hi], {
        tools: Array.from({ length: 5 }, (_, i) => ({
          name: `T${i}`,
          input_schema: { type: "object", properties: { cache_control: {} } },
        })),
      }),
    ],
    [
      "signed thinking without a text",
      body([
        hi,
        assistant(
          { type: "thinking", thinking: "", signature: "s" },
          { type: "redacted_thinking", data: "d" },
        ),
      ]),
    ],
    [
      "a reference to a deferred tool that is defined",
      body([hi, assistant(use("a")), user(result("a", { content: [reference("D")] }))], {
        tools: [
          { name: "A", input_schema: object },
          { ...deferred, name: "D" },
        ],
      }),
    ],
    ["blocks of unknown types", body([hi, assistant({ type: "novel", any: 1 })])],
  ])("accepts %s", (_, value) => {
    expect(requestProblem(value)).toBeUndefined();
  });

  it.each<[string, unknown, RegExp]>([
    ["what is not an object", undefined, /not a JSON object/],
    ["no model", { messages: [hi], max_tokens: 1 }, /^model/],
    ["no max_tokens", { messages: [hi], model: "m" }, /^max_tokens/],
    ["no messages", body([]), /at least one message/],
    ["an assistant first", body([assistant(text("Hi"))]), /first message must have the role user/],
    ["a system role", body([{ role: "system", content: "x" }]), /messages\.0\.role/],
    ["an unknown member of a message", body([{ ...hi, id: 1 }]), /messages\.0\.id: extra/],
    ["empty content", body([{ role: "user", content: [] }]), /content must be non-empty/],
    [
      "an empty text",
      body([user(text(""))]),
      /messages\.0\.content\.0: text content blocks must be non-empty/,
    ],
    ["a blank text", body([user(text(" \n"))]), /must be non-empty/],
    [
      "a breakpoint on an empty text",
      body([user(text("", cached))]),
      /cache_control cannot be set for empty/,
    ],
    ["an empty system text", body([hi], { system: [text("")] }), /^system: text/],
    [
      "thinking without a signature",
      body([hi, assistant({ type: "thinking", thinking: "t" })]),
      /signature: field/,
    ],
    [
      "an empty redacted thinking",
      body([hi, assistant({ type: "redacted_thinking" })]),
      /data: field required/,
    ],
    [
      "a tool use under a name that no tool can have",
      body([hi, assistant(use("a", { name: "x y" })), user(result("a"))]),
      /tool_use\.name: must match/,
    ],
    [
      "only deferred tools",
      body([hi], { tools: [deferred] }),
      /at least one tool must have defer_loading=false/,
    ],
    [
      "a breakpoint on a deferred tool",
      body([hi], {
        tools: [
          { name: "B", input_schema: object },
          { ...deferred, ...cached },
        ],
      }),
      /tools\.1: cache_control cannot be set/,
    ],
    [
      "a reference of long ago to a tool that is not defined",
      body(
        [hi, assistant(use("a")), user(result("a", { content: [reference("D")] })), assistant(text("x")), hi],
        { tools: [{ name: "A", input_schema: object }] },
      ),
      /tool reference 'D' not found in available tools/,
    ],
    [
      "21 strict tools",
      body([hi], {
        tools: Array.from({ length: 21 }, (_, i) => ({ name: `T${i}`, input_schema: object, strict: true })),
      }),
      /at most 20 strict tools/,
    ],
    ["half a character", body([user(text("cut \ud83d"))]), /no low surrogate/],
    [
      "half a character in a key of an input",
      body([hi, assistant(use("a", { input: { "\udc00": 1 } })), user(result("a"))]),
      /no low surrogate/,
    ],
    [
      "a breakpoint on thinking",
      body([hi, assistant({ type: "thinking", thinking: "t", ...cached })]),
      /thinking\.cache_control: extra/,
    ],
    [
      "five breakpoints",
      body([user(...Array.from("abcde", (c) => text(c, cached)))]),
      /at most 4 .* found 5/,
    ],
    [
      "breakpoints in tools, system, messages and results",
      body(
        [
          hi,
          assistant(use("a")),
          user(result("a", { content: [text("x", cached), text("y", cached)] }), text("z", cached)),
        ],
        {
          tools: [{ name: "A", input_schema: { type: "object" }, ...cached }],
          system: [text("s", cached)],
        },
      ),
      /found 5/,
    ],
    [
      "a use without a result",
      body([hi, assistant(use("a"), use("b")), user(result("a"))]),
      /messages\.1: tool_use ids without .*: b$/,
    ],
    ["a use at the very end", body([hi, assistant(use("a"))]), /messages\.1: tool_use ids without .*: a$/],
    [
      "a result that comes a message late",
      body([hi, assistant(use("a")), user(text("x")), user(result("a"))]),
      /tool_use ids without/,
    ],
    [
      "a result without a use",
      body([user(result("a"))]),
      /messages\.0: tool_result without a tool_use .*: a$/,
    ],
    [
      "a second result",
      body([hi, assistant(use("a")), user(result("a"), result("a"))]),
      /more than one tool_result/,
    ],
    [
      "a text before a result",
      body([hi, assistant(use("a")), user(text("x"), result("a"))]),
      /must come first/,
    ],
    [
      "a text between results",
      body([hi, assistant(use("a"), use("b")), user(result("a"), text("x"), result("b"))]),
      /must come first/,
    ],
    [
      "an id used twice in a message",
      body([hi, assistant(use("a"), use("a")), user(result("a"))]),
      /ids must be unique: a/,
    ],
    [
      "an id used twice in the conversation",
      body([hi, assistant(use("a")), user(result("a")), assistant(use("a")), user(result("a"))]),
      /ids must be unique: a/,
    ],
    ["an id with a dot", body([hi, assistant(use("a.b")), user(result("a.b"))]), /tool_use\.id/],
    [
      "an input that is no object",
      body([hi, assistant(use("a", { input: "x" })), user(result("a"))]),
      /tool_use\.input/,
    ],
    [
      "members of ours in a use",
      body([hi, assistant(use("a", { problem: "x" })), user(result("a"))]),
      /tool_use\.problem: extra/,
    ],
    ["a use of the user", body([user(use("a"))]), /belong to assistant/],
    ["a result of the assistant", body([hi, assistant(result("a"))]), /belong to user/],
    [
      "an error without content",
      body([hi, assistant(use("a")), user(result("a", { content: "", is_error: true }))]),
      /cannot be empty if is_error/,
    ],
    [
      "an error with an image",
      body([hi, assistant(use("a")), user(result("a", { content: [{ type: "image" }], is_error: true }))]),
      /must be text if is_error/,
    ],
    [
      "an empty text in a result",
      body([hi, assistant(use("a")), user(result("a", { content: [text("")] }))]),
      /tool_result\.content\.0: text/,
    ],
    [
      "two tools with one name",
      body([hi], { tools: [0, 1].map(() => ({ name: "A", input_schema: { type: "object" } })) }),
      /names must be unique: A/,
    ],
    [
      "a tool name with a space",
      body([hi], { tools: [{ name: "A B", input_schema: { type: "object" } }] }),
      /tools\.0\.name/,
    ],
    [
      "a schema that is not an object schema",
      body([hi], { tools: [{ name: "A", input_schema: {} }] }),
      /tools\.0\.input_schema/,
    ],
  ])("refuses %s", (_, value, problem) => {
    expect(requestProblem(value)).toMatch(problem);
  });
});
