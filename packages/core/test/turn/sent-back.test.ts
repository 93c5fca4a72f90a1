import { startMessagesServer } from "@gauntlet/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAnthropicModel, type Message, type PromptBlock } from "../../src/index.ts";
import { createWorld, tool } from "../world.ts";
import { text } from "./conversation.ts";
import { rawBlock, rawMessage, rawModel, rawText, rawUse, saying } from "./raw-model.ts";

const thinking = { type: "thinking", thinking: "step… \u{1F642}", signature: "c2ln" };
const blocks = [
  thinking,
  { type: "text", text: "I'll look" },
  { type: "redacted_thinking", data: "ZGF0YQ==" },
  { type: "tool_use", id: "toolu_look", name: "Read", input: { file_path: "/w/a" } },
];

async function overServer() {
  const server = await startMessagesServer({
    cassette: { name: "thinking", turns: [{ blocks }] },
    keepBodies: true,
  });
  onTestFinished(() => server.close());
  const world = await createWorld({
    model: createAnthropicModel({ baseURL: server.url }),
    toolList: [tool("Read")],
  });
  const bodies = () => server.requests.map(({ body }) => body as { readonly messages: readonly Message[] });
  return { world, bodies };
}

const countIn = (value: unknown, word: string): number => JSON.stringify(value).split(`"${word}"`).length - 1;

describe("what the model said", () => {
  test("goes back over the wire block by block, in the same order, byte for byte", async () => {
    const { world, bodies } = await overServer();
    expect((await world.prompt()).summary.reason).toBe("done");
    const [, second] = bodies();
    expect(JSON.stringify(second?.messages[1])).toBe(JSON.stringify({ role: "assistant", content: blocks }));
  });

  test("goes back with thinking that has no text and blocks of types nobody knows", async () => {
    const odd = { type: "novel", data: { whole: "\ud83d\ude00", deep: [1] } };
    const model = rawModel((index) =>
      index > 0
        ? saying("Done.")
        : {
            events: rawMessage(
              [
                rawBlock(0, { type: "thinking", thinking: "", signature: "" }, [
                  { type: "signature_delta", signature: "c2" },
                  { type: "signature_delta", signature: "ln" },
                ]),
                rawBlock(1, odd, []),
                rawText(2, "so"),
                rawUse(3, { name: "Read" }, '{"b":1,', '"a":2}'),
              ],
              "tool_use",
            ),
          },
    );
    const world = await createWorld({ model, toolList: [tool("Read")] });
    await world.prompt();
    expect(JSON.stringify(model.requests[1]?.messages[1]?.content)).toBe(
      JSON.stringify([
        { type: "thinking", thinking: "", signature: "c2ln" },
        odd,
        text("so"),
        { type: "tool_use", id: "toolu_3", input: { b: 1, a: 2 }, name: "Read" },
      ]),
    );
  });
});

test("a cache breakpoint never stands on an empty text or on thinking, and there are four at most", async () => {
  const { world, bodies } = await overServer();
  const content: readonly PromptBlock[] = [text("q"), text(""), text(" \n")];
  for await (const _ of world.session.prompt(content));
  await world.prompt("and now?");
  const [first] = bodies();
  expect(first?.messages).toEqual([
    { role: "user", content: [{ ...text("q"), cache_control: { type: "ephemeral" } }] },
  ]);
  for (const body of bodies()) {
    expect(countIn(body, "cache_control")).toBeLessThanOrEqual(4);
    for (const { content } of body.messages)
      for (const block of content)
        if (block.type.includes("thinking")) expect(block).not.toHaveProperty("cache_control");
  }
});
