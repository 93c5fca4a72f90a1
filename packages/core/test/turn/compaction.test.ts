import { type ScriptedTurn, scriptedModel } from "@gauntlet/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  assertValidRequest,
  Gauntlet,
  type Message,
  ModelError,
  type ModelEvent,
  type ModelPort,
  type ModelRequest,
} from "../../src/index.ts";
import { cutPoint } from "../../src/transcript/compaction.ts";
import { createWorld, eventsOf, tool } from "../world.ts";

const use = (name: string, id?: string) =>
  ({ type: "tool_use", name, input: {}, ...(id && { id }) }) as const;
const text = (words: string) => ({ type: "text", text: words }) as const;
const big = tool("Big", { isConcurrencySafe: true, execute: () => "x".repeat(5_000) });
const small = tool("Small", { isConcurrencySafe: true, execute: () => "ok" });
const USAGE = { inputTokens: 10, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** Wraps a model so that requests for a summary get one, and counts them. */
function summarizing(model: ModelPort, answer: (nth: number) => string | Error = () => "Goal: to test") {
  const summaries: ModelRequest[] = [];
  const port: ModelPort = {
    name: "summarizing",
    async *stream(request, options) {
      if (request.mayUseTools !== false) {
        const usage = { ...USAGE, inputTokens: Math.ceil(JSON.stringify(request.messages).length / 4) };
        for await (const event of model.stream(request, options))
          yield event.type === "message.completed" ? { ...event, usage } : event;
        return;
      }
      summaries.push({ ...request, messages: [...request.messages] });
      const said = answer(summaries.length);
      if (said instanceof Error) throw said;
      yield { type: "message.started", id: "summary", model: "m" };
      yield { type: "block.completed", block: text(said) };
      yield { type: "block.completed", block: use("Small", "never") };
      yield { type: "message.completed", stopReason: "end_turn", usage: USAGE };
    },
  };
  return { port, summaries };
}

async function worldWith(
  turns: readonly ScriptedTurn[],
  more: object = {},
  answer?: (nth: number) => string | Error,
) {
  const model = scriptedModel(turns);
  const { port, summaries } = summarizing(model, answer);
  const world = await createWorld({ toolList: [big, small], model: port, ...more });
  return { world, model, summaries };
}

const many = (name: string, count: number) => Array.from({ length: count }, () => ({ blocks: [use(name)] }));

describe("a cut", () => {
  const message = fc.oneof(
    fc.constant("text"),
    fc.nat(3).map((uses) => uses + 1),
  );
  test("never parts a tool use from its result, and keeps at least what it was told to", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 30 }), fc.nat(12), (rounds, keep) => {
        const messages: Message[] = rounds.flatMap((round, i): Message[] => {
          if (round === "text")
            return [
              { role: "user", content: [text("q")] },
              { role: "assistant", content: [text("a")] },
            ];
          const ids = Array.from({ length: round as number }, (_, n) => `t${i}_${n}`);
          return [
            { role: "assistant", content: ids.map((id) => ({ ...use("Small"), id })) },
            {
              role: "user",
              content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "r" })),
            },
          ];
        });
        const at = cutPoint(messages, keep);
        expect(messages.length - at).toBeGreaterThanOrEqual(Math.min(keep, messages.length));
        const first = messages[at];
        if (at > 0) expect(first?.content.some(({ type }) => type === "tool_result") ?? false).toBe(false);
      }),
    );
  });
});

describe("a conversation that nearly fills the window", () => {
  test("loses its old large results first, with a word in their place, for good", async () => {
    const { world, model, summaries } = await worldWith(many("Big", 12), { contextTokens: 12_000 });
    const { summary } = await world.prompt();
    expect(summary.reason).toBe("done");
    expect(summaries).toEqual([]);
    for (const { messages } of model.requests) assertValidRequest(messages);
    const last = model.requests.at(-1)?.messages ?? [];
    expect(JSON.stringify(last[2])).toContain("was cleared to make room");
    expect(JSON.stringify(last.at(-1))).toContain("xxxxx");
    await world.session.close();
    const resumed = await world.gauntlet.session({ resume: world.session.id });
    for await (const _ of resumed.prompt("go on"));
    await resumed.close();
    expect(model.requests.at(-1)?.messages.slice(0, 10)).toEqual(last.slice(0, 10));
  });

  test("gives way to a summary when that is not enough; the last messages stay, and nothing it proposes runs", async () => {
    const { world, model, summaries } = await worldWith(many("Small", 60), { contextTokens: 1_500 });
    const { summary } = await world.prompt("the task");
    expect(summary.reason).toBe("done");
    expect(summaries.length).toBeGreaterThan(0);
    for (const { messages } of [...model.requests, ...summaries]) assertValidRequest(messages);
    const [ask] = summaries;
    expect(JSON.stringify(ask?.messages.at(-1))).toContain("`Goal`");
    expect(ask?.messages[0]?.content).toEqual([text("the task")]);
    const last = model.requests.at(-1)?.messages ?? [];
    expect(JSON.stringify(last[0])).toContain("Goal: to test");
    expect(last.length).toBeLessThan(60);
    await world.session.close();
    const entries = await world.journal();
    expect(eventsOf(entries, "call.settled")).toHaveLength(60);
    expect(eventsOf(entries, "conversation.compacted").length).toBe(summaries.length);
    const resumed = await world.gauntlet.session({ resume: world.session.id });
    for await (const _ of resumed.prompt("go on"));
    await resumed.close();
    expect(model.requests.at(-1)?.messages.slice(0, last.length)).toEqual(last);
  });

  test("stays as it is when the model gives no summary, and that is said", async () => {
    const { world, model } = await worldWith(
      many("Small", 30),
      { contextTokens: 1_000 },
      () => new ModelError("GNT_MODEL_REQUEST", "no"),
    );
    await world.prompt();
    for (const { messages } of model.requests) assertValidRequest(messages);
    expect(model.requests.at(-1)?.messages).toHaveLength(61);
    expect(eventsOf(await world.journal(), "compaction.failed")[0]?.why).toBe("no");
  });

  describe("stays whole when the summary is not", () => {
    const said = { type: "block.completed", block: text("Goal: to") } as const;
    const begun = { type: "message.started", id: "summary", model: "m" } as const;
    const ended = (stopReason: string) => ({ type: "message.completed", stopReason, usage: USAGE }) as const;
    const failed = new ModelError("GNT_MODEL_STREAM", "the line broke", {
      isTransient: true,
      retryAfterMs: 0,
    });

    async function compacting(attempts: readonly (readonly (ModelEvent | Error)[])[]) {
      let asked = 0;
      const model = scriptedModel(many("Small", 30));
      const port: ModelPort = {
        name: "half",
        async *stream(request, options) {
          if (request.mayUseTools !== false) return yield* model.stream(request, options);
          for (const event of attempts[Math.min(asked++, attempts.length - 1)] ?? []) {
            if (event instanceof Error) throw event;
            yield event;
          }
        },
      };
      const world = await createWorld({ toolList: [small], model: port });
      await world.prompt("the task");
      const isShorter = await world.session.compact();
      const entries = await world.journal();
      return { isShorter, asked, why: eventsOf(entries, "compaction.failed").map(({ why }) => why), entries };
    }

    test.each([
      ["is cut off", "max_tokens"],
      ["is refused", "refusal"],
      ["is given up for a tool", "tool_use"],
      ["fills the window", "model_context_window_exceeded"],
    ])("but %s", async (_, stopReason) => {
      const { isShorter, why, entries } = await compacting([[begun, said, ended(stopReason)]]);
      expect(isShorter).toBe(false);
      expect(why).toEqual([`the summary ended with \`${stopReason}\``]);
      expect(eventsOf(entries, "conversation.compacted")).toEqual([]);
      expect(eventsOf(entries, "summary.received")).toHaveLength(1);
    });

    test("but has no words", async () => {
      const { isShorter, why } = await compacting([[begun, ended("end_turn")]]);
      expect([isShorter, why]).toEqual([false, ["the summary has no words"]]);
    });

    test.each<[string, readonly (ModelEvent | Error)[]]>([
      ["breaks off", [begun, said, failed]],
      ["ends before the message does", [begun, said]],
    ])("and is asked for again when the stream %s", async (_, first) => {
      const { isShorter, asked, entries } = await compacting([first, [begun, said, ended("end_turn")]]);
      expect([isShorter, asked]).toEqual([true, 2]);
      expect(eventsOf(entries, "request.retried")).toHaveLength(1);
      expect(eventsOf(entries, "conversation.compacted")).toHaveLength(1);
    });
  });

  test("what summaries take is counted", async () => {
    const { world, summaries } = await worldWith(many("Small", 40), { contextTokens: 1_500 });
    const { summary } = await world.prompt();
    expect(summary.usage.outputTokens).toBe(41 * 10 + summaries.length * 10);
    expect(summary.turns).toBe(41);
  });
});

describe("a model that says its window is full", () => {
  const full = (name: string) => ({
    blocks: [use(name)],
    stopReason: "model_context_window_exceeded" as const,
  });

  test("goes on after the conversation is shorter, with the results of what ran", async () => {
    const { world, model, summaries } = await worldWith([
      ...many("Small", 8),
      full("Small"),
      { blocks: [text("done")] },
    ]);
    const { summary } = await world.prompt();
    expect(summary.reason).toBe("done");
    expect(summaries).toHaveLength(1);
    for (const { messages } of model.requests) assertValidRequest(messages);
  });

  test("again and again is given up after three times", async () => {
    const { world, summaries } = await worldWith([
      ...many("Small", 8),
      ...Array.from({ length: 9 }, () => full("Big")),
    ]);
    const { summary } = await world.prompt();
    expect(summary).toMatchObject({ reason: "failed", detail: expect.stringContaining("no longer fits") });
    expect(summaries.length).toBeLessThanOrEqual(3);
  });
});

test("a summary is asked for without any image, which is named instead", async () => {
  const image = {
    type: "image",
    source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
  } as const;
  const { world, summaries } = await worldWith([
    ...many("Small", 8),
    { blocks: [use("Small")], stopReason: "model_context_window_exceeded" },
  ]);
  for await (const _ of world.session.prompt([text("see"), image]));
  expect(JSON.stringify(summaries[0]?.messages)).toContain("[image: image/png, 12 bytes");
  expect(JSON.stringify(summaries[0]?.messages)).not.toContain("iVBORw0KGgo=");
});

test("a request that stays too large however small it is made ends with an error that names the size", async () => {
  let asked = 0;
  const port: ModelPort = {
    name: "small",
    async *stream({ mayUseTools }) {
      asked += 1;
      yield { type: "message.started", id: `m${asked}`, model: "m" };
      if (mayUseTools !== false && asked > 12) throw new ModelError("GNT_MODEL_TOO_LARGE", "too large");
      yield {
        type: "block.completed",
        block: mayUseTools === false ? text("short") : use("Small", `t${asked}`),
      };
      yield {
        type: "message.completed",
        stopReason: mayUseTools === false ? "end_turn" : "tool_use",
        usage: USAGE,
      };
    },
  };
  const world = await createWorld({ toolList: [small], model: port });
  await expect(world.prompt()).rejects.toThrow(/too large \(the request has \d+ bytes\)/);
  expect(asked).toBeLessThan(22);
});

describe("a compaction that a person asks for", () => {
  test("clears old results and asks for a summary, whatever the window", async () => {
    const { world, model, summaries } = await worldWith(many("Small", 12), { contextTokens: 0 });
    await world.prompt("the task");
    expect(await world.session.compact()).toBe(true);
    expect(summaries).toHaveLength(1);
    await world.prompt("go on");
    const last = model.requests.at(-1)?.messages ?? [];
    assertValidRequest(last);
    expect(JSON.stringify(last[0])).toContain("Goal: to test");
    expect(eventsOf(await world.journal(), "conversation.compacted")[0]?.why).toBe("it was asked for");
  });

  test("only clears old results where there is no model", async () => {
    const { world, summaries } = await worldWith(many("Big", 12), { contextTokens: 0 });
    await world.prompt("the task");
    await world.session.close();
    const bare = new Gauntlet({ plugins: [], cwd: world.cwd, stateDirectory: world.state });
    const session = await bare.session({ resume: world.session.id });
    expect([await session.compact(), await session.compact()]).toEqual([true, false]);
    await session.close();
    expect(summaries).toEqual([]);
    const entries = await world.journal();
    expect(eventsOf(entries, "results.cleared")).toHaveLength(1);
    expect(eventsOf(entries, "conversation.compacted")).toHaveLength(0);
  });

  test("is refused while a prompt runs", async () => {
    const { world } = await worldWith(many("Small", 3));
    const running = world.session.prompt("go");
    await running.next();
    await expect(world.session.compact()).rejects.toThrow(/already running/);
    for await (const _ of running);
  });
});

describe("counting tokens", () => {
  const counting = async (count: () => Promise<number>, contextTokens: number) => {
    const model = scriptedModel(many("Small", 20));
    let asked = 0;
    const inner = summarizing(model);
    const port: ModelPort = {
      ...inner.port,
      countTokens: () => {
        asked += 1;
        return count();
      },
    };
    const counted = await createWorld({ toolList: [big, small], model: port, contextTokens });
    await counted.prompt("the task");
    return { world: counted, summaries: inner.summaries, asked: () => asked };
  };

  test("the server's count wins over the estimate", async () => {
    const { summaries, asked } = await counting(async () => 10, 1_000);
    expect(asked()).toBeGreaterThan(0);
    expect(summaries).toEqual([]);
  });

  test("without one the estimate holds, and the server is not asked again", async () => {
    const { summaries, asked } = await counting(() => Promise.reject(new Error("not found")), 1_000);
    expect(asked()).toBe(1);
    expect(summaries.length).toBeGreaterThan(0);
  });

  test("is left alone as long as the window is far from full", async () => {
    expect((await counting(async () => 10, 1_000_000)).asked()).toBe(0);
  });
});
