import { describe, expect, test } from "vitest";
import type { SessionEvent } from "../../src/index.ts";
import { createTranscript } from "../../src/transcript/transcript.ts";
import { createWorld, tool } from "../world.ts";

const text = (words: string) => ({ type: "text", text: words }) as const;
const use = (id: string) => ({ type: "tool_use", id, name: "T", input: {} }) as const;
const result = (id: string, content = `result of ${id}`) =>
  ({ type: "tool_result", tool_use_id: id, content }) as const;

const prompt = (...words: string[]): SessionEvent => ({ type: "prompt.submitted", content: words.map(text) });
const started: SessionEvent = { type: "message.started", message: "m", model: "x" };
const block = (b: object): SessionEvent => ({ type: "block.completed", message: "m", block: b as never });
const completed = {
  type: "message.completed",
  message: "m",
  stopReason: "end_turn",
  usage: {},
} as SessionEvent;
const dropped: SessionEvent = { type: "message.dropped", message: "m", why: "" };
const truncated: SessionEvent = { type: "message.truncated", message: "m", why: "" };
const settled = (id: string): SessionEvent => ({
  type: "call.settled",
  call: id,
  tool: "T",
  outcome: "succeeded",
  durationMs: 0,
  result: result(id),
});
const sent = (texts: string[] = [], replaced: ReturnType<typeof result>[] = []): SessionEvent => ({
  type: "results.sent",
  replaced,
  texts,
});

const said = (words: string) => [started, block(text(words)), completed];
const fold = (...events: SessionEvent[]) => {
  const transcript = createTranscript();
  for (const event of events) transcript.apply(event);
  return transcript;
};

describe("the messages after", () => {
  test.each<[string, readonly SessionEvent[], readonly object[]]>([
    [
      "a prompt with blank texts leave them out",
      [prompt("a", " ", "b")],
      [{ role: "user", content: [text("a"), text("b")] }],
    ],
    ["a wholly blank prompt are none", [prompt(" ")], []],
    [
      "two prompts are one message",
      [prompt("a"), prompt("b")],
      [{ role: "user", content: [text("a"), text("b")] }],
    ],
    [
      "two assistant messages are one",
      [prompt("a"), ...said("b"), ...said("c")],
      [
        { role: "user", content: [text("a")] },
        { role: "assistant", content: [text("b"), text("c")] },
      ],
    ],
    [
      "a wholly blank answer hold no answer",
      [prompt("a"), ...said("  ")],
      [{ role: "user", content: [text("a")] }],
    ],
    [
      "a message that is not complete do not hold it yet",
      [prompt("a"), started, block(text("b"))],
      [{ role: "user", content: [text("a")] }],
    ],
    [
      "a dropped message do not hold it",
      [prompt("a"), started, block(text("b")), dropped],
      [{ role: "user", content: [text("a")] }],
    ],
    [
      "a truncated message end at its last block",
      [prompt("a"), started, block(text("b")), truncated],
      [
        { role: "user", content: [text("a")] },
        { role: "assistant", content: [text("b")] },
      ],
    ],
    [
      "calls hold results in source order, replaced where the budget did, texts last",
      [
        prompt("a"),
        started,
        block(use("1")),
        block(use("2")),
        completed,
        settled("2"),
        settled("1"),
        sent(["note"], [result("2", "preview")]),
      ],
      [
        { role: "user", content: [text("a")] },
        { role: "assistant", content: [use("1"), use("2")] },
        { role: "user", content: [result("1"), result("2", "preview"), text("note")] },
      ],
    ],
    [
      "a call without a result hold nothing of it",
      [prompt("a"), started, block(use("1")), completed, sent(["note"])],
      [
        { role: "user", content: [text("a")] },
        { role: "assistant", content: [use("1")] },
        { role: "user", content: [text("note")] },
      ],
    ],
    ["an answer before any prompt begin with it", said("b"), [{ role: "assistant", content: [text("b")] }]],
    [
      "a message that begins before the end of another hold both",
      [prompt("a"), started, block(text("b")), ...said("c")],
      [
        { role: "user", content: [text("a")] },
        { role: "assistant", content: [text("b"), text("c")] },
      ],
    ],
    [
      "a block of a message whose beginning was not recorded hold it",
      [prompt("a"), block(text("b")), completed],
      [
        { role: "user", content: [text("a")] },
        { role: "assistant", content: [text("b")] },
      ],
    ],
    [
      "results that are cleared hold a word in their place",
      [
        prompt("a"),
        started,
        block(use("1")),
        completed,
        settled("1"),
        sent(),
        { type: "results.cleared", why: "", places: [{ message: 2, block: 0 }] },
      ],
      [
        { role: "user", content: [text("a")] },
        { role: "assistant", content: [use("1")] },
        {
          role: "user",
          content: [
            result(
              "1",
              "(This result of 11 bytes was cleared to make room. Run the call again if you need it.)",
            ),
          ],
        },
      ],
    ],
    [
      "a compaction begin with its summary",
      [
        prompt("a"),
        ...said("b"),
        { type: "conversation.compacted", why: "", from: 1, dropped: 1, summary: "so far" },
      ],
      [
        { role: "user", content: [text("so far")] },
        { role: "assistant", content: [text("b")] },
      ],
    ],
    [
      "a dropped message with a settled call hold only what is told of it",
      [prompt("a"), started, block(use("1")), settled("1"), dropped, sent(["told"])],
      [{ role: "user", content: [text("a"), text("told")] }],
    ],
  ])("%s", (_, events, messages) => {
    expect(fold(...events).messages).toEqual(messages);
  });
});

describe("a tool of the server that has not answered", () => {
  const serverUse = { type: "server_tool_use", id: "s", name: "web_search", input: {} };
  const answered = { type: "web_search_tool_result", tool_use_id: "s", content: [] };
  const likeAnswer = { type: "new_thing", tool_use_id: "s" };

  test.each<[string, readonly SessionEvent[], readonly object[]]>([
    ["stays at the end of a message, for the server to go on", [completed], [text("b"), serverUse]],
    ["goes with the end of a message that was cut off", [truncated], [text("b")]],
    ["goes when the user speaks", [completed, prompt("c")], [text("b")]],
    [
      "stays at the end of a cut message when it was answered",
      [block(answered), truncated],
      [text("b"), serverUse, answered],
    ],
    [
      "is not answered by what is no result",
      [block(likeAnswer), completed, prompt("c")],
      [text("b"), likeAnswer],
    ],
    [
      "stays while our own results are sent",
      [block(use("1")), completed, settled("1"), sent()],
      [text("b"), serverUse, use("1")],
    ],
    [
      "goes when something is said beside them",
      [block(use("1")), completed, settled("1"), sent(["note"])],
      [text("b"), use("1")],
    ],
  ])("%s", (_, events, content) => {
    const { messages } = fold(prompt("a"), started, block(text("b")), block(serverUse), ...events);
    expect(messages[1]).toEqual({ role: "assistant", content });
  });

  test("takes its message with it when that holds nothing else", () => {
    const { messages } = fold(prompt("a"), started, block(serverUse), completed, prompt("c"));
    expect(messages).toEqual([{ role: "user", content: [text("a"), text("c")] }]);
  });
});

test("references in results, and uses in loaded conversations, are found", () => {
  const found = [{ type: "tool_reference", tool_name: "Found" }] as never;
  const transcript = fold(
    {
      type: "history.loaded",
      messages: [
        { role: "user", content: [text("a")] },
        { role: "assistant", content: [{ ...use("7"), name: "Used" }] },
        { role: "user", content: [result("7")] },
      ],
    },
    started,
    block(use("1")),
    completed,
    settled("1"),
    sent([], [result("1", found)]),
  );
  expect([...transcript.discovery.names]).toEqual(["Used", "Found"]);
  expect(["7", "1", "a", "undefined"].filter(transcript.hasUse)).toEqual(["7", "1"]);
});

test("calls that no message asked for open nothing", () => {
  const { openUses } = fold(
    prompt("a"),
    { type: "call.intent", call: "1", tool: "T", input: {}, effects: [] },
    settled("2"),
  );
  expect(openUses).toEqual([]);
});

test("a message is open from its beginning on", () => {
  expect(fold(prompt("a"), started).openMessage).toBe("m");
  expect(fold(prompt("a"), started, completed).openMessage).toBeUndefined();
});

test("open uses know whether they started and what came of them", () => {
  const transcript = fold(
    prompt("a"),
    started,
    block(use("1")),
    block(use("2")),
    { type: "call.intent", call: "1", tool: "T", input: {}, effects: [] },
    settled("2"),
  );
  expect(transcript.openMessage).toBe("m");
  expect(transcript.openUses).toMatchObject([
    { id: "1", started: true },
    { id: "2", started: false, result: result("2") },
  ]);
  expect([transcript.hasUse("1"), transcript.hasUse("3")]).toEqual([true, false]);
});

test("folding the journal gives the messages that were sent", async () => {
  const world = await createWorld({
    toolList: [tool("Act")],
    turns: [
      {
        blocks: [
          text("first"),
          { type: "tool_use", name: "Act" },
          text(" "),
          { type: "tool_use", name: "No" },
        ],
      },
      { blocks: [{ type: "tool_use", name: "Act" }], failAfterBlocks: 1 },
    ],
  });
  await world.prompt();
  await world.prompt("more");
  await world.session.close();
  const transcript = fold(...(await world.journal()).map(({ event }) => event));
  const last = world.model.requests.at(-1)?.messages ?? [];
  expect(transcript.messages.slice(0, last.length)).toEqual(last);
});
