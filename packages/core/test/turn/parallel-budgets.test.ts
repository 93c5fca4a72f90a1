import { describe, expect, test } from "vitest";
import type { ModelEvent, ModelPort, ModelRequest } from "../../src/index.ts";
import { DEFAULT_LIMITS, type Limits } from "../../src/stages/limits.ts";
import { createBudget } from "../../src/turn/budget.ts";
import { createWorld, latch, tool } from "../world.ts";

const REQUEST: ModelRequest = { model: "house", maxTokens: 100, system: "", tools: [], messages: [] };
const PRICES = { house: { input: 0, output: 1_000_000 }, dear: { input: 0, output: 2_000_000 } };

/** Says as much as it may, or as much as it is told to, once it is let. */
function talking(said: (request: ModelRequest) => number = ({ maxTokens }) => maxTokens) {
  const requests: ModelRequest[] = [];
  let most = 0;
  let open = 0;
  const model: ModelPort = {
    name: "talking",
    async *stream(request): AsyncGenerator<ModelEvent> {
      requests.push(request);
      open += 1;
      most = Math.max(most, open);
      try {
        yield { type: "message.started", id: `m${requests.length}`, model: request.model };
        await new Promise((resolve) => setImmediate(resolve));
        const usage = {
          inputTokens: 0,
          outputTokens: said(request),
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
        };
        yield { type: "block.completed", block: { type: "text", text: "so" } };
        yield { type: "message.completed", stopReason: "end_turn", usage };
      } finally {
        open -= 1;
      }
    },
  };
  return { model, requests, mostAtOnce: () => most };
}

const budgetOf = (limits: Partial<Limits>) =>
  createBudget({
    limits: { ...DEFAULT_LIMITS, ...limits },
    modelName: "house",
    prices: PRICES,
    now: () => new Date(0),
  });

/** Reads one answer to its end. @returns the tokens of it, or what was thrown. */
async function ask(
  model: ModelPort,
  request: ModelRequest = REQUEST,
  signal = new AbortController().signal,
): Promise<number | string> {
  try {
    let tokens = 0;
    for await (const event of model.stream(request, { signal }))
      if (event.type === "message.completed") tokens = event.usage.outputTokens;
    return tokens;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

const sum = (answers: readonly (number | string)[]): number =>
  answers.reduce<number>((total, answer) => total + (typeof answer === "number" ? answer : 0), 0);

describe("requests that are under way together", () => {
  test.each<[string, Partial<Limits>]>([
    ["tokens", { maxTotalTokens: 250 }],
    ["dollars", { maxCostUsd: 250 }],
  ])("do not break a budget of %s, whoever asks", async (_, limits) => {
    const { model, requests } = talking();
    const aside = budgetOf(limits).guardAside(model);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(aside)));
    expect(sum(answers)).toBe(250);
    expect(requests.map(({ maxTokens }) => maxTokens)).toEqual([100, 100, 50]);
    expect(answers.slice(3)).toEqual([
      expect.stringContaining("is used up"),
      expect.stringContaining("is used up"),
    ]);
  });

  test("are not kept apart as long as all of them fit, however long their answers get", async () => {
    const { model, mostAtOnce } = talking();
    const aside = budgetOf({ maxTotalTokens: 500 }).guardAside(model);
    await Promise.all(Array.from({ length: 5 }, () => ask(aside)));
    expect(mostAtOnce()).toBe(5);
  });

  test("wait for each other near the end, and none is refused or cut for what another did not use", async () => {
    const { model, requests, mostAtOnce } = talking(() => 10);
    const aside = budgetOf({ maxTotalTokens: 150 }).guardAside(model);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(aside)));
    expect(answers).toEqual([10, 10, 10, 10, 10]);
    expect(requests.map(({ maxTokens }) => maxTokens)).toEqual([100, 100, 100, 100, 100]);
    expect(mostAtOnce()).toBe(1);
  });

  test("do not make the conversation end while they are under way", async () => {
    const { model } = talking(() => 1);
    const budget = budgetOf({ maxTotalTokens: 100 });
    const gate = latch();
    const slow: ModelPort = {
      name: "slow",
      async *stream(request, options) {
        await gate.promise;
        yield* model.stream(request, options);
      },
    };
    const first = ask(budget.guardAside(slow));
    expect(budget.refuseRequest(0)).toBe(undefined);
    const second = ask(budget.guard(model));
    gate.open();
    expect(await Promise.all([first, second])).toEqual([1, 1]);
  });

  test("count at the price of the dearer model that is asked", async () => {
    const { model, requests } = talking();
    const aside = budgetOf({ maxCostUsd: 100 }).guardAside(model);
    await ask(aside, { ...REQUEST, model: "dear" });
    expect(requests.map(({ maxTokens }) => maxTokens)).toEqual([50]);
  });

  test("give back what they had room for when they break off or are aborted", async () => {
    const { model } = talking();
    const budget = budgetOf({ maxTotalTokens: 150 });
    const broken: ModelPort = {
      name: "broken",
      async *stream() {
        yield* [];
        throw new Error("no line");
      },
    };
    const abort = new AbortController();
    const gate = latch();
    const hanging: ModelPort = {
      name: "hanging",
      async *stream() {
        await gate.promise;
        yield* [];
      },
    };
    expect(await ask(budget.guardAside(broken))).toBe("no line");
    const hangs = ask(budget.guardAside(hanging));
    const waits = ask(budget.guardAside(model), REQUEST, abort.signal);
    abort.abort(new Error("not wanted"));
    expect(await waits).toBe("not wanted");
    gate.open();
    await hangs;
    expect(await ask(budget.guardAside(model))).toBe(100);
  });
});

test("agents of one message keep the budget of their prompt together", async () => {
  let output = 0;
  const model: ModelPort = {
    name: "agents",
    async *stream({ system, maxTokens, model: name, messages }): AsyncGenerator<ModelEvent> {
      const isMain = system === "main";
      yield { type: "message.started", id: `${system}${messages.length}`, model: name };
      const outputTokens = isMain ? 1 : maxTokens;
      output += outputTokens;
      await new Promise((resolve) => setImmediate(resolve));
      if (isMain && messages.length === 1)
        for (let i = 0; i < 5; i++)
          yield {
            type: "block.completed",
            block: { type: "tool_use", id: `t${i}`, name: "Delegate", input: {} },
          };
      else yield { type: "block.completed", block: { type: "text", text: "done" } };
      const usage = { inputTokens: 0, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0 };
      const stopReason = isMain && messages.length === 1 ? "tool_use" : "end_turn";
      yield { type: "message.completed", stopReason, usage };
    },
  };
  const delegate = tool("Delegate", {
    effects: () => [],
    isConcurrencySafe: true,
    async execute(_, ctx) {
      const agent = await ctx.startAgent({ name: "helper", system: "helper" });
      const { reason } = await agent.prompt("do it");
      await agent.close();
      return reason;
    },
  });
  const world = await createWorld({
    toolList: [delegate],
    model,
    system: "main",
    maxTokens: 100,
    limits: { maxTotalTokens: 250 },
  });
  await world.prompt();
  expect(output).toBeGreaterThan(200);
  expect(output).toBeLessThanOrEqual(250);
});
