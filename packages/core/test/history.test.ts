import { expect, test } from "vitest";
import { assertValidRequest, type ForeignMessage, readJournal } from "../src/index.ts";
import { createWorld, eventsOf, tool } from "./world.ts";

const text = (words: string) => ({ type: "text", text: words }) as const;
const use = (id: string) => ({ type: "tool_use", id, name: "Look", input: {} }) as const;
const result = (id: string, content: unknown) => ({ type: "tool_result", tool_use_id: id, content });

/** What is sent when a conversation that began elsewhere goes on, also after another process took it up. */
async function sentAfter(
  history: readonly ForeignMessage[],
  turns: readonly { blocks: [] | object[] }[] = [],
) {
  const world = await createWorld({ toolList: [tool("Look")], turns: turns as never });
  const session = await world.gauntlet.session({ messages: history });
  for await (const _ of session.prompt("next"));
  await session.close();
  const resumed = await world.gauntlet.session({ resume: session.id });
  for await (const _ of resumed.prompt("once more"));
  await resumed.close();
  const { requests } = world.model;
  for (const { messages } of requests) assertValidRequest(messages);
  const first = requests[0]?.messages ?? [];
  expect(requests.at(-1)?.messages.slice(0, first.length)).toEqual(first);
  return { first, requests, world, directory: session.directory };
}

test("a conversation that began elsewhere goes on, valid and replayed the same", async () => {
  const { first } = await sentAfter([
    { role: "user", content: [text("go")] },
    { role: "assistant", content: [text("x"), use("t1"), use("t2")] },
    { role: "user", content: [result("t1", "ok"), text("and now?")] },
    { role: "assistant", content: [text("done")] },
  ]);
  expect(first[2]?.content[0]).toEqual(result("t1", "ok"));
  expect(first[2]?.content[1]).toMatchObject({ tool_use_id: "t2", is_error: true });
  expect(first[2]?.content[2]).toEqual(text("and now?"));
  expect(first.at(-1)?.content).toEqual([text("next")]);
});

test("what was repaired is in the journal", async () => {
  const world = await createWorld();
  const session = await world.gauntlet.session({
    messages: [{ role: "user", content: [result("t9", "big"), text("continue")] }],
  });
  for await (const _ of session.prompt("go"));
  await session.close();
  const { entries } = await readJournal(`${session.directory}/journal.jsonl`);
  expect(eventsOf(entries, "transcript.repaired")).toEqual([
    { type: "transcript.repaired", what: ["a result for `t9` without its use was left out"] },
  ]);
  expect(world.model.requests[0]?.messages).toEqual([
    { role: "user", content: [text("continue"), text("go")] },
  ]);
});

test("ids of the loaded conversation are not used again", async () => {
  const { requests } = await sentAfter(
    [
      { role: "user", content: "go" },
      { role: "assistant", content: [use("t1")] },
      { role: "user", content: [result("t1", "ok")] },
    ],
    [{ blocks: [use("t1")] }],
  );
  const ids = requests
    .at(-1)
    ?.messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === "tool_use" ? [(block as { id: string }).id] : [])),
    );
  expect(new Set(ids).size).toBe(2);
});

test("a signed thinking block comes back byte for byte, an unsigned one does not", async () => {
  const signed = { type: "thinking", thinking: "", signature: "c2ln" };
  const blocks = [
    signed,
    text("I'll look"),
    { type: "redacted_thinking", data: "ZGF0YQ==" },
    { type: "tool_use", id: "t1", name: "Look", input: {} },
  ];
  const { requests } = await sentAfter(
    [
      { role: "user", content: "go" },
      { role: "assistant", content: [{ type: "thinking", thinking: "old" } as never, text("hm")] },
    ],
    [{ blocks }],
  );
  const last = requests.at(-1)?.messages ?? [];
  expect(last[1]?.content).toEqual([text("hm")]);
  expect(JSON.stringify(last[3]?.content)).toBe(JSON.stringify(blocks));
});

test.each<[string, unknown]>([
  ["no role", [{ content: "hi" }]],
  ["content of another shape", [{ role: "user", content: 3 }]],
  ["a block without a type", [{ role: "user", content: [{}] }]],
  ["nothing", [null]],
])("a conversation with %s is refused and leaves nothing behind", async (_, messages) => {
  const world = await createWorld();
  await expect(world.gauntlet.session({ messages: messages as never })).rejects.toMatchObject({
    code: "GNT_SESSION_PROMPT",
    message: expect.stringMatching(/^message \d of the conversation to load is not a message$/),
  });
});

test("images above the limits leave the conversation for good, the oldest first", async () => {
  const image = {
    type: "image",
    source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgoA" },
  };
  const { first, directory } = await sentAfter(
    Array.from({ length: 102 }, (_, i) => [
      { role: "user", content: [image, text(`picture ${i}`)] },
      { role: "assistant", content: [text("I see")] },
    ]).flat() as never,
  );
  const kinds = first
    .flatMap(({ content }) => content.map(({ type }) => type))
    .filter((type) => type === "image");
  expect(kinds).toHaveLength(50);
  expect(first[0]?.content[0]).toEqual(
    text("[image: image/png, 12 bytes, left out: the request would be too large]"),
  );
  expect(eventsOf((await readJournal(`${directory}/journal.jsonl`)).entries, "media.dropped")).toHaveLength(
    1,
  );
});
