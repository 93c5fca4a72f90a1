import { describe, expect, test } from "vitest";
import { assertValidRequest, type Message } from "../../src/index.ts";
import { createRequestCheck, findFault } from "../../src/transcript/valid-request.ts";

const text = (words: string) => ({ type: "text", text: words }) as const;
const use = (id: string) => ({ type: "tool_use", id, name: "T", input: {} }) as const;
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "r" }) as const;
const serverUse = (id: string) => ({ type: "server_tool_use", id, name: "web_search", input: {} }) as const;
const serverResult = (id: string) =>
  ({ type: "web_search_tool_result", tool_use_id: id, content: [] }) as const;
/** First bytes of each type, as base64. */
const HEADS: Readonly<Record<string, string>> = {
  "image/png": "iVBORw0KGgoA",
  "image/jpeg": "/9j/",
  "image/gif": "R0lGODlh",
  "image/webp": "UklGRgAAAABXRUJQ",
};
const image = (media_type: string, data = HEADS[media_type] ?? "aGk=") =>
  ({ type: "image", source: { type: "base64", media_type, data } }) as const;
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
    ["a later text is blank", [user(text("a"), text(""))], "message 0 has a blank text block"],
    ["a text is none", [user({ type: "text" })], "message 0 has a blank text block"],
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
    [
      "thinking is not signed",
      [user(text("a")), assistant({ type: "thinking", thinking: "hm", signature: "" }, text("b"))],
      "message 1 has a thinking block without a signature",
    ],
    [
      "thinking is signed and not there",
      [user(text("a")), assistant({ type: "thinking", signature: "c2ln" }, text("b"))],
      "message 1 has a thinking block without a signature",
    ],
    [
      "redacted thinking holds nothing",
      [user(text("a")), assistant({ type: "redacted_thinking", data: "" }, text("b"))],
      "message 1 has redacted thinking without data",
    ],
    [
      "something is added while a tool of the server is open",
      [user(text("a")), assistant(serverUse("s"), use("1")), user(result("1"), text("b"))],
      "message 2 adds something while the server's `s` is open",
    ],
    [
      "the user speaks while a tool of the server is open",
      [user(text("a")), assistant(text("b"), serverUse("s")), user(text("c"))],
      "message 2 adds something while the server's `s` is open",
    ],
    [
      "a tool of the server is answered here",
      [user(text("a")), assistant(text("b"), serverUse("s")), user(result("s"))],
      "message 2 answers `s`, which was not asked for",
    ],
    [
      "a result of the server comes without its use",
      [user(text("a")), assistant(serverResult("s"), text("b"))],
      "message 1 answers the server's `s`, which was not asked for",
    ],
    [
      "a user sends what only a model can",
      [user({ type: "thinking", thinking: "", signature: "s" })],
      "message 0 has a block of type `thinking`, which a user cannot send",
    ],
    [
      "a model sends what only a user can",
      [user(text("a")), assistant(image("image/png"))],
      "message 1 has a block of type `image`, which a model cannot send",
    ],
    [
      "an id has characters the API refuses",
      [user(text("a")), assistant(use("a:b")), user(result("a:b"))],
      "message 1 has a tool use with the id `a:b`",
    ],
    [
      "a tool use has no id",
      [user(text("a")), assistant({ ...use("1"), id: undefined }), user(result("1"))],
      "message 1 has a tool use with the id `undefined`",
    ],
    [
      "a tool's name has characters the API refuses",
      [user(text("a")), assistant({ ...use("1"), name: "functions.T" }), user(result("1"))],
      "message 1 uses a tool by the name `functions.T`",
    ],
    [
      "an input is not an object",
      [user(text("a")), assistant({ ...use("1"), input: "oops" }), user(result("1"))],
      "message 1 has a tool use `1` whose input is not an object",
    ],
    [
      "a text has half a character",
      [user(text("a\ud800"))],
      "message 0 has a text that is not well-formed Unicode",
    ],
    [
      "an input has half a character",
      [user(text("a")), assistant({ ...use("1"), input: { "\udc00": 1 } }), user(result("1"))],
      "message 1 has a text that is not well-formed Unicode",
    ],
    [
      "an error holds an image",
      [
        user(text("a")),
        assistant(use("1")),
        user({ ...result("1"), content: [image("image/png")], is_error: true }),
      ],
      "message 2 has an error with more than text",
    ],
    [
      "an error says nothing",
      [user(text("a")), assistant(use("1")), user({ ...result("1"), content: "", is_error: true })],
      "message 2 has an error without a text",
    ],
    [
      "an error says nothing but blanks",
      [user(text("a")), assistant(use("1")), user({ ...result("1"), content: " \n", is_error: true })],
      "message 2 has an error without a text",
    ],
    [
      "an error holds an empty list",
      [user(text("a")), assistant(use("1")), user({ ...result("1"), content: [], is_error: true })],
      "message 2 has an error without a text",
    ],
    [
      "a result refers to a tool by a name no tool has",
      [
        user(text("a")),
        assistant(use("1")),
        user({ ...result("1"), content: [{ type: "tool_reference", tool_name: "a b" }] }),
      ],
      "message 2 refers to a tool without a name",
    ],
    [
      "a result refers to a tool without a name",
      [user(text("a")), assistant(use("1")), user({ ...result("1"), content: [{ type: "tool_reference" }] })],
      "message 2 refers to a tool without a name",
    ],
    [
      "a later image in a result is of a type nobody takes",
      [
        user(text("a")),
        assistant(use("1")),
        user({ ...result("1"), content: [image("image/png"), image("image/bmp")] }),
      ],
      "message 2 has an image of the type `image/bmp`",
    ],
    [
      "a text in a result is blank",
      [user(text("a")), assistant(use("1")), user({ ...result("1"), content: [text(" ")] })],
      "message 2 has a blank text in a result",
    ],
    [
      "an image is of a type nobody takes",
      [user(image("image/bmp"))],
      "message 0 has an image of the type `image/bmp`",
    ],
    [
      "an image is something else than it is called",
      [user(image("image/png", HEADS["image/gif"]))],
      "message 0 has an image that is not `image/png`",
    ],
    [
      "a document is no PDF",
      [
        user({
          type: "document",
          source: { type: "base64", media_type: "application/pdf", data: "aGk=" },
        }),
      ],
      "message 0 has a document that is not a PDF",
    ],
    [
      "an image is too large",
      [user(image("image/png", "iVBORw0KGgoA".padEnd(5 * 1024 ** 2 + 1, "A")))],
      "message 0 has an image above 5 MiB",
    ],
    [
      "there are too many images",
      [user(...Array.from({ length: 101 }, () => image("image/png")))],
      "it has 101 images and documents, above 100",
    ],
    [
      "the images are too large together",
      [
        user(
          ...Array.from({ length: 5 }, () => image("image/png", "iVBORw0KGgoA".padEnd(5 * 1024 ** 2, "A"))),
        ),
      ],
      "its images and documents have 26214400 bytes, above 25165824",
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
      assistant(
        { type: "thinking", thinking: "", signature: "c2ln" },
        { type: "new_thing", id: "n" },
        text("b"),
      ),
      user(text("c")),
    ],
  ],
  [
    "a tool of the server that is answered by the server",
    [user(text("a")), assistant(serverUse("s"), serverResult("s"), text("b")), user(text("c"))],
  ],
  [
    "a tool of the server that is answered after a tool of ours",
    [
      user(text("a")),
      assistant(serverUse("s"), use("1")),
      user(result("1")),
      assistant(serverResult("s"), text("b")),
      user(text("c")),
    ],
  ],
  ["an open tool of the server at the end, for a pause", [user(text("a")), assistant(serverUse("s"))]],
  [
    "tools of the server that are answered one after the other",
    [
      user(text("a")),
      assistant(serverUse("s"), serverUse("t"), use("1")),
      user(result("1")),
      assistant(serverResult("s"), serverResult("t")),
    ],
  ],
  [
    "an error of texts, and references to tools",
    [
      user(text("a")),
      assistant(use("1"), use("2")),
      user(
        { ...result("1"), content: [text("b"), text("c")], is_error: true },
        { ...result("2"), content: [{ type: "tool_reference", tool_name: "T" }] },
      ),
    ],
  ],
  [
    "images of every type, in messages and results",
    [
      user(...["jpeg", "png", "gif", "webp"].map((type) => image(`image/${type}`))),
      assistant(use("1")),
      user({ ...result("1"), content: [image("image/png")] }),
    ],
  ],
  [
    "a result that has no content",
    [user(text("a")), assistant(use("1")), user({ ...result("1"), content: "" })],
  ],
  ["an assistant message at the end, for a pause", [user(text("a")), assistant(text("b"))]],
])("a request with %s is valid", (_, messages) => {
  expect(findFault(messages)).toBe(undefined);
});

test("a growing conversation is checked to the same end as at once, wherever it is looked at", () => {
  const conversations: readonly (readonly Message[])[] = [
    [
      user(text("a")),
      assistant(use("1")),
      user(result("1")),
      assistant(use("2")),
      user(result("2"), text("b")),
    ],
    [user(text("a")), assistant(use("1")), user(result("1")), assistant(use("1")), user(result("1"))],
    [user(text("a")), assistant(text("b")), user(text("c")), assistant(text("d")), assistant(text("e"))],
    [user(text("a")), assistant(use("1")), user(result("1")), assistant(text("c")), user(result("1"))],
  ];
  for (const conversation of conversations) {
    const check = createRequestCheck();
    for (let end = 1; end <= conversation.length; end++) {
      const soFar = conversation.slice(0, end);
      expect(check.fault(soFar)).toBe(findFault(soFar));
      expect(check.fault(soFar)).toBe(findFault(soFar));
    }
  }
});
