import type { ModelEvent, ModelRequest } from "@gauntlet/core";
import { describe, expect, it } from "vitest";
import { type ScriptedTurn, scriptedModel } from "../src/scripted-model.ts";

const request: ModelRequest = { model: "m", maxTokens: 1, system: "", tools: [], messages: [] };

async function play(turn: ScriptedTurn, signal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  try {
    for await (const event of scriptedModel([turn]).stream(request, { signal })) events.push(event);
    return { events };
  } catch (error) {
    return { events, error };
  }
}

describe("scriptedModel", () => {
  it("says each turn once and then that it is done, and keeps what it was asked", async () => {
    const model = scriptedModel([{ blocks: [{ type: "text", text: "One" }] }]);
    const said: string[] = [];
    const messages: ModelRequest["messages"][number][] = [];
    for (let i = 0; i < 2; i++) {
      for await (const event of model.stream(
        { ...request, messages },
        { signal: new AbortController().signal },
      ))
        if (event.type === "text") said.push(event.text);
      messages.push({ role: "user", content: [{ type: "text", text: "More" }] });
    }
    expect(said).toEqual(["One", "done"]);
    expect(model.requests.map((asked) => asked.messages.length)).toEqual([0, 1]);
  });

  it("makes ids for tool uses that have none, and stops for them", async () => {
    const { events } = await play({
      blocks: [
        { type: "text", text: "Now" },
        { type: "tool_use", name: "Bash", input: { command: "ls" } },
        { type: "tool_use", name: "Bash", id: "own" },
        { type: "thinking", thinking: "hm", signature: "s" },
      ],
    });
    expect(events).toEqual([
      { type: "message.started", id: "msg_0", model: "m" },
      { type: "text", text: "Now" },
      { type: "block.completed", block: { type: "text", text: "Now" } },
      {
        type: "block.completed",
        block: { type: "tool_use", id: "toolu_0_1", name: "Bash", input: { command: "ls" } },
      },
      { type: "block.completed", block: { type: "tool_use", id: "own", name: "Bash", input: {} } },
      { type: "thinking", text: "hm" },
      { type: "block.completed", block: { type: "thinking", thinking: "hm", signature: "s" } },
      {
        type: "message.completed",
        stopReason: "tool_use",
        usage: { inputTokens: 10, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 },
      },
    ]);
  });

  it.each([
    ['{"a":1}', { a: 1 }, undefined],
    ['{"a"', {}, "it is not JSON"],
    ["[]", {}, "it is not a JSON object"],
  ])("reads the input text %s", async (inputText, input, problem) => {
    const { events } = await play({ blocks: [{ type: "tool_use", name: "A", inputText }] });
    expect(events[1]).toStrictEqual({
      type: "block.completed",
      block: { type: "tool_use", id: "toolu_0_0", name: "A", input },
      ...(problem === undefined ? {} : { problem }),
    });
  });

  it.each([0, 1, 2])("breaks off after %i blocks", async (failAfterBlocks) => {
    const block = { type: "tool_use", name: "A" } as const;
    const { events, error } = await play({ blocks: [block, block], failAfterBlocks });
    expect(events.filter(({ type }) => type === "block.completed")).toHaveLength(failAfterBlocks);
    expect(error).toMatchObject({
      name: "ModelError",
      code: "GNT_MODEL_STREAM",
      isTransient: true,
      retryAfterMs: 0,
    });
  });

  it.each([
    ["between blocks", { delayMs: 60_000 }],
    ["before the end", { tailMs: 60_000 }],
  ])("leaves a silence %s when it is aborted", async (_, silence) => {
    const block = { type: "text", text: "x" };
    const { error } = await play({ blocks: [block, block], ...silence }, AbortSignal.timeout(20));
    expect(error).toMatchObject({ name: "TimeoutError" });
  });

  it("says nothing when it is aborted before", async () => {
    expect(await play({ blocks: [] }, AbortSignal.abort(new Error("no")))).toMatchObject({
      events: [],
      error: { message: "no" },
    });
  });
});
