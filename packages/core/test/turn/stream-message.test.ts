import { describe, expect, test } from "vitest";
import { ModelError, type ModelEvent, type ModelPort, type PromptEvent } from "../../src/index.ts";
import { createWorld, tool } from "../world.ts";
import { stillSound, text, textsIn, use } from "./conversation.ts";

const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
const started: ModelEvent = { type: "message.started", id: "m", model: "x" };
const ended: ModelEvent = { type: "message.completed", stopReason: "end_turn", usage: NO_USAGE };
const block: ModelEvent = {
  type: "block.completed",
  block: { type: "tool_use", id: "t", name: "Act", input: {} },
};

describe("a stream that breaks off", () => {
  test("before any call is dropped and asked for again", async () => {
    const world = await createWorld({
      turns: [{ blocks: [text("lost")], failAfterBlocks: 1 }, { blocks: [text("found")] }],
    });
    const { summary, events } = await world.prompt();
    expect([summary.reason, world.model.requests.length]).toEqual(["done", 2]);
    expect(events.map(({ type }) => type).filter((type) => /^(message|request)/.test(type))).toEqual([
      "request.sent",
      "message.started",
      "message.dropped",
      "request.retried",
      "request.sent",
      "message.started",
      "message.completed",
    ]);
    expect(world.model.requests[1]?.messages).toEqual(world.model.requests[0]?.messages);
    expect(textsIn(await stillSound(world))).not.toContain("lost");
  });

  test("again and again rejects after four retries, and the next prompt works", async () => {
    const broken = { blocks: [text("lost")], failAfterBlocks: 1 };
    const world = await createWorld({ turns: Array(5).fill(broken) });
    await expect(world.prompt()).rejects.toMatchObject({
      code: "GNT_MODEL_STREAM",
      message: "the scripted stream broke off (tried 5 times)",
    });
    expect(world.model.requests).toHaveLength(5);
    await stillSound(world);
  });

  test("after a call has started is cut there; results go in a new request and nothing runs twice", async () => {
    let runs = 0;
    const act = tool("Act", { execute: () => `run ${++runs}` });
    const world = await createWorld({
      toolList: [act],
      turns: [
        { blocks: [text("so"), use("Act"), text("never said")], failAfterBlocks: 2 },
        { blocks: [text("ok")] },
      ],
    });
    const { summary, events } = await world.prompt();
    expect([summary.reason, runs, world.model.requests.length]).toEqual(["done", 1, 2]);
    expect(events.map(({ type }) => type)).toContain("message.truncated");
    const [, assistant, user] = world.model.requests[1]?.messages ?? [];
    expect(assistant?.content).toMatchObject([{ text: "so" }, { type: "tool_use" }]);
    expect(user?.content).toMatchObject([
      { type: "tool_result", content: "run 1" },
      {
        type: "text",
        text: "The previous message was cut off by a broken connection; go on from the results above.",
      },
    ]);
    await stillSound(world);
  });

  test.each<[string, readonly ModelEvent[], string]>([
    ["no end", [started], "the stream ended before the message did"],
    ["a block before its message", [block, started, ended], "the stream has a block before the message"],
  ])("or has %s counts as broken", async (_, events, message) => {
    let attempts = 0;
    const model: ModelPort = {
      name: "odd",
      async *stream() {
        attempts++;
        if (attempts === 1) yield* events;
        else throw new ModelError("GNT_MODEL_REQUEST", "enough");
      },
    };
    const world = await createWorld({ model });
    const seen: PromptEvent[] = [];
    const prompt = async () => {
      for await (const event of world.session.prompt("go")) seen.push(event);
    };
    await expect(prompt()).rejects.toThrow("enough");
    expect(seen).toContainEqual({
      type: "request.retried",
      attempt: 1,
      delayMs: expect.any(Number),
      why: message,
    });
  });

  test("is not read beyond the end of its message", async () => {
    const model: ModelPort = {
      name: "talkative",
      async *stream() {
        yield* [started, ended, block];
        throw new Error("never read");
      },
    };
    const world = await createWorld({ model, toolList: [tool("Act")] });
    expect((await world.prompt()).summary.reason).toBe("done");
  });
});
