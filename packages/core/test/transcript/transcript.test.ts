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
      "a dropped message with a settled call hold only what is told of it",
      [prompt("a"), started, block(use("1")), settled("1"), dropped, sent(["told"])],
      [{ role: "user", content: [text("a"), text("told")] }],
    ],
  ])("%s", (_, events, messages) => {
    expect(fold(...events).messages).toEqual(messages);
  });
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
