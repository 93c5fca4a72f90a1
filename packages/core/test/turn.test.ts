import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import {
  assertValidRequest,
  type Message,
  ModelError,
  type ModelPort,
  type PromptEvent,
  type ResultBlock,
} from "../src/index.ts";
import { createWorld, eventsOf, latch, tapping, tool, type World } from "./world.ts";

const text = (words: string) => ({ type: "text", text: words }) as const;
const use = (name: string, more: object = {}) => ({ type: "tool_use", name, ...more }) as const;

/** Every request was valid, and so is the one after all this. */
async function stillSound(world: World): Promise<readonly Message[]> {
  await world.prompt("still there?");
  for (const { messages } of world.model.requests) assertValidRequest(messages);
  return world.model.requests.at(-1)?.messages ?? [];
}
const resultsIn = (messages: readonly Message[] | undefined, at = -1): readonly ResultBlock[] =>
  (messages?.at(at)?.content ?? []).filter((block) => block.type === "tool_result") as ResultBlock[];
const textsIn = (messages: readonly Message[]): string =>
  messages
    .flatMap(({ content }) => content.map((block) => (block as { text?: string }).text ?? ""))
    .join("\n");

describe("a stream that breaks off", () => {
  test("before any call is dropped and asked for again", async () => {
    const world = await createWorld({
      turns: [{ blocks: [text("lost")], failAfterBlocks: 1 }, { blocks: [text("found")] }],
    });
    const { summary } = await world.prompt();
    expect([summary.reason, world.model.requests.length]).toEqual(["done", 2]);
    expect(world.model.requests[1]?.messages).toEqual(world.model.requests[0]?.messages);
    expect(textsIn(await stillSound(world))).not.toContain("lost");
  });

  test("again and again rejects after the third time, and the next prompt works", async () => {
    const broken = { blocks: [text("lost")], failAfterBlocks: 1 };
    const world = await createWorld({ turns: [broken, broken, broken] });
    await expect(world.prompt()).rejects.toMatchObject({ code: "GNT_MODEL_STREAM" });
    expect(world.model.requests).toHaveLength(3);
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

  test("without a reason to stop counts as broken", async () => {
    const model: ModelPort = {
      name: "silent",
      async *stream() {
        yield { type: "message.started", id: "m", model: "x" };
      },
    };
    const world = await createWorld({ model });
    await expect(world.prompt()).rejects.toThrow("the stream ended before the message did");
  });
});

describe("a stop reason", () => {
  const act = () => tool("Act");

  test.each(["tool_use", "end_turn", "pause_turn", "stop_sequence", "something_new"])(
    "`%s` with calls sends their results back",
    async (stopReason) => {
      const world = await createWorld({ toolList: [act()], turns: [{ blocks: [use("Act")], stopReason }] });
      const { summary } = await world.prompt();
      expect([summary.reason, summary.turns]).toEqual(["done", 2]);
      expect(resultsIn(world.model.requests[1]?.messages)).toMatchObject([{ content: "Act ran" }]);
      await stillSound(world);
    },
  );

  test.each([
    ["end_turn", "done", 1],
    ["stop_sequence", "done", 1],
    ["max_tokens", "max_tokens", 1],
    ["pause_turn", "done", 2],
  ])("`%s` without calls ends as %s after %s requests", async (stopReason, reason, requests) => {
    const world = await createWorld({ turns: [{ blocks: [text("well")], stopReason }] });
    const { summary } = await world.prompt();
    expect([summary.reason, world.model.requests.length]).toEqual([reason, requests]);
    await stillSound(world);
  });

  test("`max_tokens` inside a call makes the cut block invalid and lets the others run", async () => {
    const world = await createWorld({
      toolList: [act()],
      turns: [{ blocks: [use("Act"), use("Act", { inputText: '{"a":' })], stopReason: "max_tokens" }],
    });
    const { summary } = await world.prompt();
    expect(summary.reason).toBe("done");
    const [ran, cut] = resultsIn(world.model.requests[1]?.messages);
    expect(ran?.content).toBe("Act ran");
    expect(cut).toMatchObject({ is_error: true, content: expect.stringContaining("could not be read") });
    await stillSound(world);
  });

  test("`model_context_window_exceeded` keeps the results and says why it failed", async () => {
    const world = await createWorld({
      toolList: [act()],
      turns: [{ blocks: [use("Act")], stopReason: "model_context_window_exceeded" }],
    });
    const { summary } = await world.prompt();
    expect(summary).toMatchObject({ reason: "failed", detail: expect.stringContaining("context window") });
    expect(resultsIn(await stillSound(world))).toMatchObject([{ content: "Act ran" }]);
  });

  test("`refusal` drops the message, cancels what has not started, and tells what was done", async () => {
    const halfway = latch();
    const hold = tool("Hold", {
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          halfway.open();
          signal.addEventListener("abort", () => reject(new Error("half")), { once: true });
        }),
    });
    let late = false;
    const world = await createWorld({
      toolList: [
        act(),
        hold,
        tool("Late", {
          execute: () => {
            late = true;
          },
        }),
      ],
      turns: [{ blocks: [use("Act"), use("Hold"), use("Late")], stopReason: "refusal", tailMs: 100 }],
    });
    const { summary } = await world.prompt();
    await halfway.promise;
    expect([summary.reason, late]).toEqual(["refused", false]);
    const messages = await stillSound(world);
    expect(messages.every(({ content }) => content.every((block) => block.type === "text"))).toBe(true);
    expect(textsIn(messages)).toContain(
      "These calls of it had already run: Act (succeeded); Hold (cancelled).",
    );
    await world.session.close();
    expect(eventsOf(await world.journal(), "call.settled").map(({ outcome }) => outcome)).toEqual([
      "succeeded",
      "cancelled",
      "cancelled",
    ]);
  });

  test("`refusal` without any act says nothing", async () => {
    const world = await createWorld({ turns: [{ blocks: [text("no")], stopReason: "refusal" }] });
    expect((await world.prompt("first")).summary.reason).toBe("refused");
    expect(textsIn(await stillSound(world))).toBe("first\nstill there?");
  });
});

describe("ids", () => {
  test("that come twice, in one message or later, and empty ones are made unique", async () => {
    const act = tool("Act", { execute: (input) => JSON.stringify(input) });
    const world = await createWorld({
      toolList: [act],
      turns: [
        { blocks: [use("Act", { id: "x", input: { n: 1 } }), use("Act", { id: "x", input: { n: 2 } })] },
        { blocks: [use("Act", { id: "x", input: { n: 3 } }), use("Act", { id: "", input: { n: 4 } })] },
      ],
    });
    await world.prompt();
    const messages = await stillSound(world);
    const results = messages.flatMap((_, i) => resultsIn(messages, i));
    expect(results.map(({ content }) => content)).toEqual(['{"n":1}', '{"n":2}', '{"n":3}', '{"n":4}']);
    expect(new Set(results.map(({ tool_use_id }) => tool_use_id)).size).toBe(4);
  });
});

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
