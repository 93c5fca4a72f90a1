import { afterEach, describe, expect, test, vi } from "vitest";
import {
  assertValidRequest,
  type ModelEvent,
  type ModelPort,
  type ModelRequest,
  type ResultBlock,
} from "../../src/index.ts";
import { createTimeLimit } from "../../src/turn/time-limit.ts";
import { createWorld, eventsOf, latch, tool, type World, type WorldOptions } from "../world.ts";

const use = (name: string, input: unknown = {}) => ({ type: "tool_use", name, input }) as const;
const usage = (inputTokens: number, outputTokens: number) => ({
  inputTokens,
  outputTokens,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
});

/** A tool that counts its runs. */
function counting(name = "Act", over: object = {}) {
  const ran: unknown[] = [];
  const act = tool(name, { isConcurrencySafe: true, execute: (input) => `run ${ran.push(input)}`, ...over });
  return { ran, act };
}

const resultsOf = ({ model }: World): readonly ResultBlock[] =>
  (model.requests.at(-1)?.messages ?? []).flatMap(({ content }) =>
    (content as readonly ResultBlock[]).filter(({ type }) => type === "tool_result"),
  );

/** The next prompt works, which needs a result for every tool use. */
async function goOn(world: World): Promise<void> {
  await world.prompt("still there?");
  for (const { messages } of world.model.requests) assertValidRequest(messages);
}

test("the budget of messages says its figure", async () => {
  const world = await createWorld({
    toolList: [tool("Act")],
    limits: { maxTurns: 2 },
    turns: Array(5).fill({ blocks: [use("Act")] }),
  });
  const { summary } = await world.prompt();
  expect(summary).toMatchObject({
    reason: "max_turns",
    detail: "the budget of 2 model messages is used up",
  });
});

describe("the budget of calls", () => {
  test("keeps the calls beyond it from starting, tells the model, and ends the turn after the results", async () => {
    const { ran, act } = counting();
    const world = await createWorld({
      toolList: [act],
      limits: { maxCalls: 3 },
      turns: [{ blocks: [use("Act"), use("Act")] }, { blocks: [use("Act"), use("Act"), use("Act")] }],
    });
    const { summary } = await world.prompt();
    expect(summary).toMatchObject({
      reason: "max_calls",
      detail: "the budget of 3 calls is used up",
      turns: 2,
    });
    expect([ran.length, world.model.requests.length]).toEqual([3, 2]);
    await goOn(world);
    expect(resultsOf(world).map(({ content }) => content)).toEqual([
      "run 1",
      "run 2",
      "run 3",
      "Cancelled before it ran: the budget of 3 calls is used up. Nothing was done; wait for the person's next message.",
      "Cancelled before it ran: the budget of 3 calls is used up. Nothing was done; wait for the person's next message.",
    ]);
    const journal = await world.journal();
    expect(eventsOf(journal, "call.intent")).toHaveLength(3);
    expect(
      eventsOf(journal, "call.settled")
        .map(({ outcome }) => outcome)
        .sort(),
    ).toEqual(["cancelled", "cancelled", "succeeded", "succeeded", "succeeded"]);
  });

  test("that is just enough lets the model finish", async () => {
    const { act } = counting();
    const world = await createWorld({
      toolList: [act],
      limits: { maxCalls: 1 },
      turns: [{ blocks: [use("Act")] }],
    });
    expect((await world.prompt()).summary.reason).toBe("done");
  });

  test("counts the calls that calls make, and neither refused nor invalid ones", async () => {
    const { ran, act } = counting();
    const parent = tool("Parent", {
      isConcurrencySafe: true,
      async execute(_, context) {
        const outcomes = [];
        for (let i = 0; i < 3; i++) outcomes.push((await context.call("Act", {})).outcome);
        return outcomes.join(" ");
      },
    });
    const world = await createWorld({
      toolList: [act, parent, tool("Denied")],
      permissions: { allow: ["Act", "Parent"], deny: ["Denied(*)"] },
      limits: { maxCalls: 3 },
      turns: [{ blocks: [use("Denied"), use("Nobody"), use("Parent")] }],
    });
    const { summary } = await world.prompt();
    expect([summary.reason, ran.length]).toEqual(["max_calls", 2]);
    await goOn(world);
    expect(resultsOf(world).at(-1)?.content).toBe("succeeded succeeded cancelled");
  });

  test("starts fresh with the next prompt", async () => {
    const { ran, act } = counting();
    const turns = Array(2).fill({ blocks: [use("Act"), use("Act")] });
    const world = await createWorld({ toolList: [act], limits: { maxCalls: 1 }, turns });
    await world.prompt();
    await world.prompt();
    expect(ran).toHaveLength(2);
  });

  test("does not bind calls without a prompt", async () => {
    const { ran, act } = counting();
    const world = await createWorld({ toolList: [act], limits: { maxCalls: 1 } });
    await world.session.call(Array(3).fill({ tool: "Act", input: {} }));
    expect(ran).toHaveLength(3);
  });
});

describe("the budget of tokens", () => {
  const options = (maxTotalTokens: number, counts: ReturnType<typeof usage>): WorldOptions => ({
    toolList: [tool("Act")],
    limits: { maxTotalTokens },
    maxTokens: 500,
    turns: Array(9).fill({ blocks: [use("Act")], usage: counts }),
  });

  test("counts what is sent, cached and answered, and sends no request that would break it", async () => {
    const counts = { inputTokens: 10, outputTokens: 20, cacheReadTokens: 30, cacheWriteTokens: 40 };
    const world = await createWorld(options(350, counts));
    const { summary } = await world.prompt();
    expect([summary.reason, world.model.requests.length]).toEqual(["max_total_tokens", 3]);
    expect(summary.detail).toBe(
      "the budget of 350 tokens is used up: 300 so far, and a request takes at least 100",
    );
    await goOn(world);
  });

  test("leaves answers no more room than is left", async () => {
    const world = await createWorld(options(1_000, usage(100, 200)));
    await world.prompt();
    // 1,000 − used − the context known so far.
    expect(world.model.requests.map(({ maxTokens }) => maxTokens)).toEqual([500, 400, 100]);
  });

  test("is why a shortened answer was cut off", async () => {
    const world = await createWorld({
      limits: { maxTotalTokens: 40 },
      turns: [{ blocks: [{ type: "text", text: "and so" }], stopReason: "max_tokens" }],
    });
    expect((await world.prompt()).summary.reason).toBe("max_total_tokens");
  });

  test("counts an answer that broke off with all it may have used, and does not ask again beyond it", async () => {
    const world = await createWorld({
      limits: { maxTotalTokens: 100 },
      maxTokens: 60,
      turns: Array(3).fill({ blocks: [{ type: "text", text: "lost" }], failAfterBlocks: 1 }),
    });
    const { summary } = await world.prompt();
    expect(summary.reason).toBe("max_total_tokens");
    expect(world.model.requests.map(({ maxTokens }) => maxTokens)).toEqual([60, 40]);
    await goOn(world);
  });
});

describe("the budget in dollars", () => {
  const prices = { house: { input: 10, output: 100 } };
  const options = (maxCostUsd: number): WorldOptions => ({
    toolList: [tool("Act")],
    limits: { maxCostUsd },
    prices,
    modelName: "house-1",
    // A cent of input and a dollar of output.
    turns: Array(9).fill({ blocks: [use("Act")], usage: usage(1_000, 10_000) }),
  });

  test("counts with the prices that were given and sends no request that would break it", async () => {
    const world = await createWorld(options(2.1));
    const { summary } = await world.prompt();
    expect([summary.reason, world.model.requests.length]).toEqual(["max_cost", 2]);
    expect(summary.costUsd).toBeCloseTo(2.02, 9);
    expect(summary.detail).toBe(
      "the budget of $2.1 is used up: $2.02 so far, and a request takes up to $0.1375 before its answer",
    );
    await goOn(world);
  });

  test("leaves answers no more room than can be paid", async () => {
    const world = await createWorld({ ...options(0.5), maxTokens: 16_000 });
    await world.prompt();
    expect(world.model.requests[0]?.maxTokens).toBe(5_000);
  });

  test("refuses the prompt when the model has no price, and says how to give one", async () => {
    const world = await createWorld({ ...options(1), modelName: "unheard-of" });
    await expect(world.prompt()).rejects.toMatchObject({
      code: "GNT_CONFIG_INVALID",
      message: "the price of the model `unheard-of` is not known, so a budget in dollars cannot be kept",
      hint: expect.stringContaining("model.prices"),
    });
    expect(world.model.requests).toEqual([]);
    await world.session.close();
    expect(eventsOf(await world.journal(), "prompt.submitted")).toEqual([]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])("takes the price %d for none", async (output) => {
    const world = await createWorld({ ...options(1), prices: { house: { input: 1, output } } });
    await expect(world.prompt()).rejects.toThrow("is not known");
  });

  test("ends before the next request when a model of unknown price answered", async () => {
    let asked = 0;
    const model: ModelPort = {
      name: "rerouting",
      async *stream(): AsyncGenerator<ModelEvent> {
        asked++;
        yield { type: "message.started", id: `m${asked}`, model: "another" };
        const block = { type: "tool_use", id: `t${asked}`, name: "Act", input: {} } as const;
        yield { type: "block.completed", block };
        yield { type: "message.completed", stopReason: "tool_use", usage: usage(1, 1) };
      },
    };
    const world = await createWorld({ ...options(1), model });
    const { summary } = await world.prompt();
    expect(summary).toMatchObject({
      reason: "max_cost",
      detail: "the budget of $1 cannot be kept: the model `another` answered, and its price is not known",
    });
    expect(asked).toBe(1);
  });
});

describe("the budget of time", () => {
  afterEach(() => void vi.useRealTimers());

  test("cancels what runs when it is over, keeps the results, and is not an abort", async () => {
    const hold = tool("Hold", {
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("half")), { once: true });
        }),
    });
    const world = await createWorld({
      toolList: [hold],
      limits: { maxDurationMs: 100 },
      turns: [{ blocks: [use("Hold"), use("Hold")] }],
    });
    const { summary } = await world.prompt();
    expect(summary).toMatchObject({ reason: "max_duration", detail: "the budget of 0.1 s is used up" });
    await world.prompt("still there?");
    expect(resultsOf(world).map(({ content }) => String(content).split(":")[0])).toEqual([
      "Cancelled while it ran",
      "Cancelled before it ran",
    ]);
  });

  test("ends while the model is silent", async () => {
    const world = await createWorld({
      limits: { maxDurationMs: 50 },
      turns: [{ blocks: [{ type: "text", text: "a" }], tailMs: 60_000 }],
    });
    expect((await world.prompt()).summary.reason).toBe("max_duration");
  });

  test("is looked at before each call and request, also when its timer had no chance to fire", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { ran, act } = counting("Act", { isConcurrencySafe: false });
    const long = tool("Long", {
      execute: () => {
        vi.setSystemTime(Date.now() + 3_600_001);
        return "took an hour";
      },
    });
    const world = await createWorld({
      toolList: [long, act],
      limits: { maxDurationMs: 3_600_000 },
      turns: [{ blocks: [use("Long"), use("Act")] }],
    });
    const { summary } = await world.prompt();
    expect([summary.reason, summary.detail, ran.length]).toEqual([
      "max_duration",
      "the budget of 3600 s is used up",
      0,
    ]);
    expect(world.model.requests).toHaveLength(1);
    await goOn(world);
    expect(resultsOf(world).at(-1)?.content).toContain("the budget of 3600 s is used up");
  });

  test("longer than a timer can wait is kept all the same", () => {
    vi.useFakeTimers();
    const limit = createTimeLimit(3_000_000_000, { now: () => new Date(), timeIsUp: "up" });
    vi.advanceTimersByTime(2_999_999_999);
    expect([limit.signal.aborted, limit.spent()]).toEqual([false, undefined]);
    vi.advanceTimersByTime(1);
    expect([limit.signal.reason, limit.spent()]).toEqual(["up", "up"]);
  });

  test("that is over neither keeps a timer nor the process alive", async () => {
    vi.useFakeTimers();
    const limit = createTimeLimit(1_000, { now: () => new Date(), timeIsUp: "up" });
    expect(vi.getTimerCount()).toBe(1);
    limit.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not hide that the person stopped", async () => {
    const started = latch();
    const hold = tool("Hold", {
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          started.open();
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
    });
    const world = await createWorld({
      toolList: [hold],
      limits: { maxDurationMs: 60_000 },
      turns: [{ blocks: [use("Hold")] }],
    });
    const abort = new AbortController();
    const prompt = world.prompt("go", abort.signal);
    await started.promise;
    abort.abort();
    expect((await prompt).summary.reason).toBe("aborted");
  });
});

test("without budgets a request is asked for as it is", async () => {
  const requests: ModelRequest[] = [];
  const model: ModelPort = {
    name: "plain",
    async *stream(request) {
      requests.push(request);
      yield { type: "message.started", id: "m", model: "x" };
      yield { type: "message.completed", stopReason: "end_turn", usage: usage(1, 1) };
    },
  };
  const world = await createWorld({ model, maxTokens: 77 });
  expect((await world.prompt()).summary.reason).toBe("done");
  expect(requests.map(({ maxTokens }) => maxTokens)).toEqual([77]);
});

test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])("a limit of %d is refused", async (maxCalls) => {
  await expect(createWorld({ limits: { maxCalls } })).rejects.toMatchObject({ code: "GNT_CONFIG_INVALID" });
});
