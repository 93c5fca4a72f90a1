import { describe, expect, test } from "vitest";
import { type ModelAnswer, type ModelQuestion, messageOf } from "../../src/index.ts";
import { createWorld, eventsOf, tool, type WorldOptions } from "../world.ts";

const QUESTION: ModelQuestion = {
  system: "Be brief.",
  messages: [{ role: "user", content: [{ type: "text", text: "What is it?" }] }],
  maxTokens: 100,
};
const text = (words: string) => ({ type: "text", text: words }) as const;
const use = { type: "tool_use", name: "Ask", input: {} } as const;
const usage = (inputTokens: number, outputTokens: number) => ({
  inputTokens,
  outputTokens,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
});

/** A world with a tool that asks the model, and what it was told. */
async function askingWorld(options: WorldOptions = {}, question: ModelQuestion = QUESTION) {
  const answers: (ModelAnswer | string)[] = [];
  const asking = tool("Ask", {
    effects: () => [],
    execute: async (_, ctx) => {
      answers.push(await ctx.askModel(question).catch(messageOf));
      return "asked";
    },
  });
  return { world: await createWorld({ toolList: [asking], ...options }), answers };
}

describe("a tool that asks the model", () => {
  test("gets one whole message, for a request without conversation and tools", async () => {
    const serverTools = [{ type: "web_search_20250305", name: "web_search", max_uses: 2 }];
    const other = { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "x" } };
    const { world, answers } = await askingWorld(
      {
        turns: [
          { blocks: [use] },
          { blocks: [text("an answer"), other], stopReason: "pause_turn", usage: usage(7, 5) },
          { blocks: [text("done")] },
        ],
      },
      { ...QUESTION, model: "small", serverTools },
    );
    await world.prompt();
    expect(answers).toEqual([
      { blocks: [text("an answer"), other], stopReason: "pause_turn", model: "small", usage: usage(7, 5) },
    ]);
    expect(world.model.requests[1]).toEqual({
      model: "small",
      maxTokens: 100,
      system: "Be brief.",
      tools: [],
      messages: QUESTION.messages,
      serverTools,
    });
  });

  test("is journalled, and its cost is the prompt's", async () => {
    const { world } = await askingWorld({
      turns: [
        { blocks: [use] },
        { blocks: [text("a")], usage: usage(1_000, 500) },
        { blocks: [text("done")] },
      ],
    });
    const { summary } = await world.prompt();
    expect(summary).toMatchObject({ turns: 2, usage: { inputTokens: 1_020, outputTokens: 520 } });
    const entries = await world.journal();
    expect(eventsOf(entries, "request.sent").map(({ purpose }) => purpose)).toEqual([
      undefined,
      "tool",
      undefined,
    ]);
    const [settled] = eventsOf(entries, "call.settled");
    expect(eventsOf(entries, "answer.received")).toEqual([
      { type: "answer.received", call: settled?.call, model: "claude-sonnet-5", usage: usage(1_000, 500) },
    ]);
  });

  test("runs nothing the model proposes", async () => {
    const { world, answers } = await askingWorld({
      turns: [{ blocks: [use] }, { blocks: [use] }, { blocks: [text("done")] }],
    });
    await world.prompt();
    expect(answers).toMatchObject([{ blocks: [{ type: "tool_use" }], stopReason: "tool_use" }]);
  });

  test("is answered after an attempt that broke off", async () => {
    const { world, answers } = await askingWorld({
      turns: [
        { blocks: [use] },
        { blocks: [text("half"), text("half")], failAfterBlocks: 1 },
        { blocks: [text("whole")] },
      ],
    });
    await world.prompt();
    expect(answers).toMatchObject([{ blocks: [text("whole")] }]);
  });

  test("asks within the budgets of the prompt, which know the conversation as it is", async () => {
    const { world, answers } = await askingWorld({
      limits: { maxTotalTokens: 1_000 },
      turns: [
        { blocks: [use], usage: usage(300, 100) },
        { blocks: [text("a")], usage: usage(10, 5) },
      ],
    });
    const { summary } = await world.prompt();
    expect(world.model.requests[1]?.maxTokens).toBe(100);
    expect(answers).toHaveLength(1);
    // 415 are spent and the conversation has 400: 185 are left, whatever the tool asked.
    expect(world.model.requests[2]?.maxTokens).toBe(185);
    expect(summary.reason).toBe("done");
  });

  test("is refused when a budget is used up", async () => {
    const { world, answers } = await askingWorld({
      limits: { maxTotalTokens: 1_000 },
      turns: [{ blocks: [use], usage: usage(600, 100) }],
    });
    await world.prompt();
    expect(answers).toEqual([expect.stringContaining("the budget of 1000 tokens is used up")]);
    expect(world.model.requests).toHaveLength(1);
  });

  test("can ask without a prompt as well", async () => {
    const { world, answers } = await askingWorld({ turns: [{ blocks: [text("a")] }] });
    await world.session.call([{ tool: "Ask", input: {} }]);
    expect(answers).toMatchObject([{ blocks: [text("a")] }]);
  });

  test("is told when the session has no model", async () => {
    const { world, answers } = await askingWorld({ model: undefined as never });
    await world.session.call([{ tool: "Ask", input: {} }]);
    expect(answers).toEqual(["no model is configured, so there is nobody to ask"]);
  });
});

test("a tool knows the model without asking it", async () => {
  const seen: unknown[] = [];
  const looking = tool("Look", {
    effects(_, ctx) {
      seen.push(ctx.model);
      return [];
    },
  });
  const model = { name: "m", host: "models.example", serverTools: ["web_search"], stream: () => [] as never };
  for (const given of [model, { name: "bare", stream: () => [] as never }]) {
    const world = await createWorld({ toolList: [looking], model: given, modelName: "claude-x" });
    await world.session.explain({ tool: "Look", input: {} });
  }
  expect(seen[0]).toEqual({ name: "claude-x", host: "models.example", serverTools: ["web_search"] });
  expect(seen.at(-1)).toEqual({ name: "claude-x", serverTools: [] });
});
