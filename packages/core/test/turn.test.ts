import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { type Message, ModelError, type ModelPort, type PromptEvent } from "../src/index.ts";
import { resultsIn, stillSound, text, use } from "./turn/conversation.ts";
import { createWorld, latch, tapping, tool } from "./world.ts";

test("max_turns ends the prompt after so many messages, with the results kept", async () => {
  const world = await createWorld({
    toolList: [tool("Act")],
    limits: { maxTurns: 2 },
    turns: Array(5).fill({ blocks: [use("Act")] }),
  });
  const { summary } = await world.prompt();
  expect([summary.reason, summary.turns, world.model.requests.length]).toEqual(["max_turns", 2, 2]);
  await stillSound(world);
});

describe("an abort", () => {
  test("during the stream ends the prompt, and the next one is valid", async () => {
    const world = await createWorld({
      toolList: [tool("Act")],
      turns: [{ blocks: [use("Act"), text("more"), text("and more")], delayMs: 40 }],
    });
    const { summary } = await world.prompt("go", AbortSignal.timeout(50));
    expect(summary.reason).toBe("aborted");
    await stillSound(world);
  });

  test("before any call drops the message", async () => {
    const world = await createWorld({ turns: [{ blocks: [text("a"), text("b")], delayMs: 200 }] });
    const { summary } = await world.prompt("go", AbortSignal.timeout(20));
    expect([summary.reason, summary.turns]).toEqual(["aborted", 0]);
    await stillSound(world);
  });

  test("during a call cancels it and keeps the pairing", async () => {
    const started = latch();
    const hold = tool("Hold", {
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          started.open();
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
    });
    const world = await createWorld({ toolList: [hold], turns: [{ blocks: [use("Hold"), use("Hold")] }] });
    const abort = new AbortController();
    const prompt = world.prompt("go", abort.signal);
    await started.promise;
    abort.abort();
    expect((await prompt).summary.reason).toBe("aborted");
    const messages = await stillSound(world);
    expect(resultsIn(messages, 2).map(({ content }) => String(content).split(":")[0])).toEqual([
      "Cancelled while it ran",
      "Cancelled before it ran",
    ]);
  });

  test("before the start sends nothing", async () => {
    const world = await createWorld();
    const { summary } = await world.prompt("go", AbortSignal.abort());
    expect([summary.reason, world.model.requests.length]).toEqual(["aborted", 0]);
    await stillSound(world);
  });

  test("is not listened for any more when a prompt of many turns is over", async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => void warnings.push(warning);
    process.on("warning", listen);
    const signals: AbortSignal[] = [];
    const world = await createWorld({ toolList: [tool("Act")] });
    const many: ModelPort = {
      name: "many",
      async *stream(_, { signal }) {
        signals.push(signal);
        const id = String(signals.length);
        yield { type: "message.started", id, model: "x" };
        const more = signals.length < 30;
        if (more) yield { type: "block.completed", block: { type: "tool_use", id, name: "Act", input: {} } };
        yield { type: "message.completed", stopReason: more ? "tool_use" : "end_turn", usage: NO_USAGE };
      },
    };
    const long = await createWorld({ toolList: [tool("Act")], model: many });
    const { signal } = new AbortController();
    expect((await long.prompt("go", signal)).summary.turns).toBe(30);
    await world.prompt("go", signal);
    process.off("warning", listen);
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(getEventListeners(signals[0] as AbortSignal, "abort").length).toBe(0);
  });
});

const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

describe("a model that fails", () => {
  const failing = (thrown: unknown): { model: ModelPort; heal: () => void } => {
    let ill = true;
    return {
      heal: () => {
        ill = false;
      },
      model: {
        name: "ill",
        async *stream() {
          if (ill) throw thrown;
          yield { type: "message.started", id: "m", model: "x" };
          yield { type: "block.completed", block: text("well again") };
          yield { type: "message.completed", stopReason: "end_turn", usage: NO_USAGE };
        },
      },
    };
  };

  test("rejects the prompt with its error, once, and the next prompt works", async () => {
    const error = new ModelError("GNT_MODEL_REQUEST", "the server refused the request");
    const { model, heal } = failing(error);
    const world = await createWorld({ model });
    const events: PromptEvent[] = [];
    await expect(
      (async () => {
        for await (const event of world.session.prompt("go")) events.push(event);
      })(),
    ).rejects.toBe(error);
    expect(events.at(-1)).toMatchObject({ type: "turn.ended", reason: "failed" });
    heal();
    expect((await world.prompt()).summary.reason).toBe("done");
  });
});

describe("the end of a turn", () => {
  test("by a tap comes after the results of the message", async () => {
    const world = await createWorld({
      toolList: [tool("Act"), tool("Other")],
      turns: [{ blocks: [use("Act"), use("Other")] }],
      plugins: [
        tapping(({ postToolUse }) =>
          postToolUse.tap("end", (draft) =>
            draft.call.tool.name === "Act" ? { ...draft, endTurn: "enough" } : null,
          ),
        ),
      ],
    });
    const { summary } = await world.prompt();
    expect(summary).toMatchObject({ reason: "stopped", detail: "enough" });
    expect(world.model.requests).toHaveLength(1);
    expect(resultsIn((await stillSound(world)) as Message[]).map(({ content }) => content)).toEqual([
      "Act ran",
      "Other ran",
    ]);
  });

  test("by the person stops the other calls, and nothing more is asked", async () => {
    let asked = 0;
    const world = await createWorld({
      toolList: [tool("Act")],
      permissions: {},
      answerers: [
        {
          name: "person",
          answer: async () => {
            asked++;
            return { behavior: "stop" };
          },
        },
      ],
      turns: [{ blocks: [use("Act"), use("Act"), use("Act")] }],
    });
    const { summary } = await world.prompt();
    expect([summary.reason, asked]).toEqual(["stopped", 1]);
    expect(world.model.requests).toHaveLength(1);
    await stillSound(world);
  });
});

test("a thousand calls in one message complete, in order", async () => {
  const count = tool("Count", {
    isConcurrencySafe: true,
    execute: (input) => String((input as { n: number }).n),
  });
  const mixed = (n: number) => use(n % 100 === 7 ? "Alone" : "Count", { id: `t${n}`, input: { n } });
  const alone = tool("Alone", { execute: (input) => String((input as { n: number }).n) });
  const world = await createWorld({
    toolList: [count, alone],
    turns: [{ blocks: Array.from({ length: 1_000 }, (_, n) => mixed(n)) }],
  });
  const { summary } = await world.prompt();
  expect(summary.reason).toBe("done");
  expect(resultsIn(world.model.requests[1]?.messages).map(({ content }) => content)).toEqual(
    Array.from({ length: 1_000 }, (_, n) => String(n)),
  );
});

test("calls arrive in the order they were given, however long their effects take to read", async () => {
  const log: number[] = [];
  const slow = tool("Slow", {
    effects: async (input) => {
      await new Promise((resolve) => setTimeout(resolve, (input as { ms: number }).ms));
      return [{ kind: "state", slot: "s", access: "write" }];
    },
    execute: (input) => void log.push((input as { ms: number }).ms),
  });
  const world = await createWorld({ toolList: [slow] });
  await world.session.call([12, 1, 6, 0].map((ms) => ({ tool: "Slow", input: { ms } })));
  expect(log).toEqual([12, 1, 6, 0]);
});
