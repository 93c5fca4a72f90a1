import { describe, expect, test } from "vitest";
import type { ExecuteContext } from "../../src/index.ts";
import { callOne, createWorld, latch, textOf, tool, type WorldOptions } from "../world.ts";

/** What a tool of a call that is over still has in its hands. */
async function afterwards(options: WorldOptions = {}) {
  const held: ExecuteContext[] = [];
  const act = tool("Act", { effects: () => [], execute: (_, context) => void held.push(context) });
  const world = await createWorld({ toolList: [act, tool("Child")], ...options });
  await callOne(world, "Act");
  return { world, context: held[0] as ExecuteContext };
}

describe("once a call is over", () => {
  const over =
    "Cancelled before it ran: the call that made this one is over. Nothing was done; make the call again by itself if it is still needed.";

  test("calls it makes are cancelled", async () => {
    const { context } = await afterwards();
    expect(await context.call("Child", {})).toStrictEqual({
      outcome: "cancelled",
      text: over,
      content: over,
    });
  });

  test("it starts no subagent and asks no model", async () => {
    const { world, context } = await afterwards();
    await expect(context.startAgent({ name: "helper", system: "You help." })).rejects.toThrow(over);
    const question = { system: "", messages: [], maxTokens: 1 };
    await expect(context.askModel(question)).rejects.toThrow(over);
    expect(world.model.requests).toEqual([]);
  });
});

test("a call that it does not wait for is told why it ends", async () => {
  const begun = latch();
  const reasons = latch<unknown>();
  const child = tool("Child", {
    isConcurrencySafe: true,
    effects: () => [],
    execute: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          reasons.open(signal.reason);
          reject(signal.reason);
        });
        begun.open();
      }),
  });
  const act = tool("Act", {
    effects: () => [],
    async execute(_, context) {
      void context.call("Child", {});
      await begun.promise;
    },
  });
  await callOne(await createWorld({ toolList: [act, child] }), "Act");
  expect(await reasons.promise).toMatchObject({ message: "the call that made this one is over" });
});

describe("while a call runs", () => {
  const running = async (execute: (context: ExecuteContext) => Promise<string>) => {
    const act = tool("Act", { effects: () => [], execute: (_, context) => execute(context) });
    const turns = [{ blocks: [{ type: "text", text: "an answer" }] }] as const;
    return textOf(await callOne(await createWorld({ toolList: [act], turns }), "Act"));
  };
  const SPEC = { name: "helper", system: "You help." };

  test("it asks the model", async () => {
    const messages = [{ role: "user", content: [{ type: "text", text: "what?" }] }] as const;
    const said = await running(async (context) => {
      const { blocks } = await context.askModel({ system: "", messages, maxTokens: 10 });
      return JSON.stringify(blocks);
    });
    expect(said).toContain("an answer");
  });

  test("it prompts a subagent, which a signal of its own ends", async () => {
    const prompt = (signal?: AbortSignal) =>
      running(async (context) => {
        const agent = await context.startAgent(SPEC);
        return (await agent.prompt("go", signal ? { signal } : {})).reason;
      });
    expect(await prompt()).toBe("done");
    expect(await prompt(AbortSignal.abort())).not.toBe("done");
  });
});

test("a call that has its place back holds it until it ends", async () => {
  const back = latch();
  const goOn = latch();
  const log: string[] = [];
  const safe = { isConcurrencySafe: true, effects: () => [] };
  const parent = tool("Parent", {
    ...safe,
    async execute(_, context) {
      await Promise.all([context.call("Quick", {}), context.call("Quick", {})]);
      back.open();
      await goOn.promise;
      log.push("Parent ends");
    },
  });
  const other = tool("Other", { ...safe, execute: () => void log.push("Other begins") });
  const world = await createWorld({
    toolList: [parent, other, tool("Quick", safe)],
    limits: { maxConcurrency: 1 },
  });
  const first = callOne(world, "Parent");
  await back.promise;
  const second = callOne(world, "Other");
  // Time in which the other would begin, if it could.
  await new Promise((resolve) => setTimeout(resolve, 20));
  goOn.open();
  expect([(await first).outcome, (await second).outcome, log]).toEqual([
    ...["succeeded", "succeeded"],
    ["Parent ends", "Other begins"],
  ]);
});

test("a call gives its place up once for all it waits for, and takes it back after the last", async () => {
  const slow = latch();
  const log: string[] = [];
  const noting = (name: string, work: () => Promise<unknown>) =>
    tool(name, {
      isConcurrencySafe: true,
      effects: () => [],
      async execute() {
        log.push(`${name} begins`);
        await work();
      },
    });
  const parent = tool("Parent", {
    isConcurrencySafe: true,
    effects: () => [],
    async execute(_, context) {
      const all = [context.call("Slow", {}), context.call("Quick", {})];
      await all[1];
      // With one place, Beside could not begin if the parent had taken its place back already.
      await context.call("Beside", {});
      slow.open();
      await Promise.all(all);
      log.push("Parent goes on");
      await context.call("Quick", {});
    },
  });
  const world = await createWorld({
    toolList: [
      parent,
      noting("Slow", () => slow.promise),
      noting("Quick", async () => undefined),
      noting("Beside", async () => undefined),
    ],
    limits: { maxConcurrency: 2 },
  });
  const settled = await callOne(world, "Parent", {}, AbortSignal.timeout(5_000));
  expect(settled.outcome).toBe("succeeded");
  expect(log).toEqual(["Slow begins", "Quick begins", "Beside begins", "Parent goes on", "Quick begins"]);
});
