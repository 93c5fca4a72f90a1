import { describe, expect, test } from "vitest";
import type { ExecuteContext } from "../../src/index.ts";
import { callOne, createWorld, latch, tool, type WorldOptions } from "../world.ts";

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
