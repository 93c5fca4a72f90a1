import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertValidRequest, type Message } from "../../src/index.ts";
import { type ForeignMessage, repairMessages } from "../../src/transcript/repair.ts";

const text = (words: string) => ({ type: "text", text: words }) as const;
const use = (id: string, more: object = {}) => ({ type: "tool_use", id, name: "T", input: {}, ...more });
const result = (id: string, content: unknown = `of ${id}`) => ({
  type: "tool_result",
  tool_use_id: id,
  content,
});
const user = (...content: { type: string }[]): ForeignMessage => ({ role: "user", content });
const assistant = (...content: { type: string }[]): ForeignMessage => ({ role: "assistant", content });
const missing = (id: string) => ({
  type: "tool_result",
  tool_use_id: id,
  is_error: true,
  content:
    "No result of this call was recorded: it may have run, in part or whole. Check before you repeat it.",
});

function repaired(...given: ForeignMessage[]) {
  const { messages, what } = repairMessages(given);
  if (messages.length > 0) assertValidRequest(messages);
  return { messages, what };
}

test("a valid conversation stays as it is, down to the objects", () => {
  const given = [
    user(text("go")),
    assistant({ type: "thinking", thinking: "", signature: "c2ln" } as { type: string }, use("1"), use("2")),
    user(result("1"), result("2"), text("and now?")),
    assistant(text("done")),
  ];
  const { messages, what } = repaired(...given);
  expect(what).toEqual([]);
  expect(messages).toEqual(given);
  expect(messages[1]?.content[0]).toBe(given[1]?.content[0]);
  expect(messages[2]?.content[0]).toBe(given[2]?.content[0]);
});

describe("a tool use", () => {
  test("without a result in the middle gets one that says so, before what the user said", () => {
    const { messages, what } = repaired(
      user(text("go")),
      assistant(text("x"), use("1"), use("2")),
      user(result("1"), text("and now?")),
      assistant(text("done")),
      user(text("more")),
    );
    expect(messages[2]?.content).toEqual([result("1"), missing("2"), text("and now?")]);
    expect(messages).toHaveLength(5);
    expect(what).toEqual(["the tool use `2` had no result"]);
  });

  test("at the end gets one as well", () => {
    const { messages } = repaired(user(text("go")), assistant(use("1")));
    expect(messages.at(-1)).toEqual({ role: "user", content: [missing("1")] });
  });

  test("whose result comes late or out of place gets it back", () => {
    const { messages, what } = repaired(
      user(text("go")),
      assistant(use("1"), use("2")),
      user(text("wait"), result("2")),
      assistant(text("hm")),
      user(result("1")),
    );
    expect(messages).toEqual([
      user(text("go")),
      assistant(use("1"), use("2")),
      user(result("1"), result("2"), text("wait")),
      assistant(text("hm")),
    ]);
    expect(what).toEqual([]);
  });

  test("whose id comes again gets another, with its own result", () => {
    const { messages, what } = repaired(
      user(text("go")),
      assistant(use("1"), use("1")),
      user(result("1", "first"), result("1", "second")),
      assistant(use("1")),
      user(result("1", "third")),
    );
    expect(messages.slice(1)).toEqual([
      assistant(use("1"), use("1_2")),
      user(result("1", "first"), result("1_2", "second")),
      assistant(use("1_3")),
      user(result("1_3", "third")),
    ]);
    expect(what).toEqual([
      "the id `1` came again and became `1_2`",
      "the id `1` came again and became `1_3`",
    ]);
  });

  test("whose id comes again before its result does not take the result of the other", () => {
    const { messages } = repaired(
      user(text("go")),
      assistant(use("1")),
      user(text("again")),
      assistant(use("1")),
      user(result("1", "of the second")),
    );
    expect(messages.slice(1)).toEqual([
      assistant(use("1")),
      user(missing("1"), text("again")),
      assistant(use("1_2")),
      user({ ...result("1", "of the second"), tool_use_id: "1_2" } as never),
    ]);
  });

  test.each([
    ["an input that is no object", { input: "oops" }, { input: {} }],
    ["a name the API refuses", { name: "functions.read file" }, { name: "functions_read_file" }],
    ["no name", { name: undefined }, { name: "_" }],
  ])("with %s is kept in a form that can be sent", (_, given, now) => {
    const { messages } = repaired(user(text("go")), assistant(use("1", given)), user(result("1")));
    expect(messages[1]?.content).toEqual([use("1", now)]);
  });

  test("with an id the API refuses keeps its result", () => {
    const { messages } = repaired(user(text("go")), assistant(use("a:1")), user(result("a:1")));
    expect(messages.slice(1)).toEqual([
      assistant(use("a_1")),
      user({ ...result("a:1"), tool_use_id: "a_1" } as never),
    ]);
  });
});

describe("a result", () => {
  test("at the beginning, whose use was cut off, is left out, and what the user said stays", () => {
    const { messages, what } = repaired(
      user(result("9", "big output"), text("continue")),
      assistant(use("10")),
      user(result("10", "ok")),
    );
    expect(messages).toEqual([user(text("continue")), assistant(use("10")), user(result("10", "ok"))]);
    expect(what).toEqual(["a result for `9` without its use was left out"]);
  });

  test("that comes twice is taken once", () => {
    const { messages } = repaired(
      user(text("go")),
      assistant(use("1")),
      user(result("1"), result("1", "again")),
    );
    expect(messages[2]?.content).toEqual([result("1")]);
  });

  test.each([
    ["an empty text", ""],
    ["white space", " \n"],
    ["an empty list", []],
    ["a blank text in a list", [text(" ")]],
    ["nothing", undefined],
  ])("of %s says that there was no output", (_, content) => {
    const { messages } = repaired(
      user(text("go")),
      assistant(use("1")),
      user({ ...result("1"), content } as never),
    );
    expect(messages[2]?.content).toEqual([result("1", "(no output)")]);
  });
});

test("blank texts go, messages that hold nothing else go, and neighbors of one role become one", () => {
  const { messages } = repaired(
    user(text("hi")),
    assistant(text("\n\n"), use("1")),
    user(result("1", "")),
    assistant(text("   ")),
    user(text("")),
    user(text("next")),
  );
  expect(messages).toEqual([
    user(text("hi")),
    assistant(use("1")),
    user(result("1", "(no output)"), text("next")),
  ]);
});

test("a conversation that starts with the assistant is given a beginning", () => {
  const { messages } = repaired(assistant(text("hello")), user(text("hi")));
  expect(messages[0]).toEqual(user(text("(The beginning of this conversation is missing.)")));
});

test("thinking without a signature goes, signed thinking keeps its bytes and its place", () => {
  const thinking = { type: "thinking", thinking: "", signature: "c2ln" };
  const redacted = { type: "redacted_thinking", data: "ZGF0YQ==" };
  const { messages } = repaired(
    user(text("go")),
    assistant(
      { type: "thinking", thinking: "old" } as { type: string },
      thinking,
      text("I'll look"),
      redacted,
      use("1"),
    ),
    user(result("1")),
  );
  expect(messages[1]?.content).toEqual([thinking, text("I'll look"), redacted, use("1")]);
});

describe("a use of a server's tool", () => {
  const serverUse = (id: string) => ({ type: "server_tool_use", id, name: "web_search", input: {} });
  const serverResult = (id: string) => ({ type: "web_search_tool_result", tool_use_id: id, content: [] });

  test("that the server answered stays", () => {
    const given = [user(text("a")), assistant(serverUse("s"), serverResult("s"), text("b")), user(text("c"))];
    expect(repaired(...given)).toEqual({ messages: given, what: [] });
  });

  test("that nobody will answer goes, unless it is the end", () => {
    const open = [user(text("a")), assistant(text("b"), serverUse("s"))];
    expect(repaired(...open).messages).toEqual(open);
    expect(repaired(...open, user(text("c"))).messages).toEqual([
      user(text("a")),
      assistant(text("b")),
      user(text("c")),
    ]);
  });

  test("that stays open while a tool of ours is answered can be answered after that", () => {
    const given = [
      user(text("a")),
      assistant(serverUse("s"), use("1")),
      user(result("1")),
      assistant(serverResult("s")),
      user(text("c")),
    ];
    expect(repaired(...given)).toEqual({ messages: given, what: [] });
  });

  test("that is open while something is said beside a result goes, and so does its late answer", () => {
    const { messages, what } = repaired(
      user(text("a")),
      assistant(serverUse("s"), use("1")),
      user(result("1"), text("b")),
      assistant(serverResult("s"), text("c")),
    );
    expect(messages).toEqual([
      user(text("a")),
      assistant(use("1")),
      user(result("1"), text("b")),
      assistant(text("c")),
    ]);
    expect(what).toEqual(["2 blocks of the model server's tools without their other half were left out"]);
  });

  test.each(["another of the server", "a tool of ours"])("that has the id of %s goes", (which) => {
    const other = which === "a tool of ours" ? [use("s")] : [serverUse("s"), serverResult("s")];
    const answer = which === "a tool of ours" ? [user(result("s"))] : [];
    const head = [user(text("a")), assistant(...other), ...answer];
    const { messages } = repaired(...head, assistant(serverUse("s"), serverResult("s"), text("b")));
    expect(messages.at(-1)?.content.at(-1)).toEqual(text("b"));
    expect(messages.flatMap(({ content }) => content as { type: string }[])).toEqual([
      text("a"),
      ...other,
      ...answer.map(() => result("s")),
      text("b"),
    ]);
  });

  test("that has the id of a tool of ours does not stand between that and its result", () => {
    const { messages } = repaired(
      user(text("a")),
      assistant(use("1")),
      user(text("b")),
      assistant(serverUse("1"), text("c")),
      user(result("1")),
    );
    expect(messages[2]).toEqual(user(result("1"), text("b")));
  });

  test("that was never there takes its answer with it", () => {
    const { messages } = repaired(user(text("a")), assistant(serverResult("s"), text("b")), user(text("c")));
    expect(messages[1]?.content).toEqual([text("b")]);
  });
});

test("messages of other roles and contents as plain texts are understood", () => {
  const { messages, what } = repaired(
    { role: "system", content: "be good" },
    { role: "user", content: "hi" },
    { role: "assistant", content: "hello" },
  );
  expect(messages).toEqual([user(text("hi")), assistant(text("hello"))]);
  expect(what).toEqual(["message 0 of the role `system` was left out"]);
});

test("an image nobody takes becomes a text that says so", () => {
  const bmp = { type: "image", source: { type: "base64", media_type: "image/bmp", data: "aGk=" } };
  const { messages } = repaired(user(bmp));
  expect(messages[0]?.content).toEqual([
    text("[image: image/bmp, 4 bytes, left out: image of the type `image/bmp`]"),
  ]);
});

const anyBlock = fc.oneof(
  fc.record({ type: fc.constant("text"), text: fc.oneof(fc.string({ unit: "binary" }), fc.constant(" ")) }),
  fc.record({
    type: fc.constant("tool_use"),
    id: fc.constantFrom("1", "2", "3", "", "a:b", "\ud800", undefined),
    name: fc.constantFrom("T", "", "a b", undefined),
    input: fc.oneof(fc.constant({}), fc.jsonValue({ maxDepth: 2 })),
  }),
  fc.record({
    type: fc.constant("tool_result"),
    tool_use_id: fc.constantFrom("1", "2", "3", "", "a:b", "4"),
    is_error: fc.boolean(),
    content: fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constant(""),
      fc.array(
        fc.oneof(
          fc.record({ type: fc.constant("text"), text: fc.string() }),
          fc.record({
            type: fc.constant("image"),
            source: fc.record({
              type: fc.constant("base64"),
              media_type: fc.constantFrom("image/png", "image/x"),
              data: fc.constantFrom("", "aGk="),
            }),
          }),
        ),
        { maxLength: 2 },
      ),
    ),
  }),
  fc.record({
    type: fc.constant("thinking"),
    thinking: fc.string(),
    signature: fc.constantFrom("c2ln", "", undefined),
  }),
  fc.record({ type: fc.constant("server_tool_use"), id: fc.constantFrom("s1", "s2", "1") }),
  fc.record({ type: fc.constant("web_search_tool_result"), tool_use_id: fc.constantFrom("s1", "s2", "1") }),
  fc.record({ type: fc.constantFrom("image", "mystery", "container_upload") }),
);
const anyMessage = fc.record({
  role: fc.constantFrom("user", "assistant", "user", "assistant", "system"),
  content: fc.oneof(fc.string(), fc.array(anyBlock, { maxLength: 5 })),
});

test("whatever comes, the outcome is valid, is not changed by a second repair, and no result is lost that has a use", () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 8 }), (given) => {
      const { messages } = repairMessages(given as readonly ForeignMessage[]);
      if (messages.length === 0) return;
      assertValidRequest(messages);
      expect(repairMessages(messages as readonly Message[]).messages).toEqual(messages);
    }),
    { numRuns: Number(process.env["GAUNTLET_PROOF_RUNS"] ?? 1_000) },
  );
});
