import { setTimeout } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import type { Hooks } from "../../src/index.ts";
import { createWorld, tapping, tool } from "../world.ts";

/**
 * Runs `names` at once; none ends before `crowd` of them ran together. Gives the most that ran together, the most that
 * ran beside a slow one, and the order of ends.
 */
async function overlap(names: readonly string[], tap: Parameters<Hooks["schedule"]["tap"]>[1], crowd = 1) {
  let now = 0;
  let most = 0;
  let slow = 0;
  let besideSlow = 0;
  const ended: string[] = [];
  const busy = (name: string, ms: number) =>
    tool(name, {
      isConcurrencySafe: true,
      async execute() {
        most = Math.max(most, ++now);
        if (name === "Slow") slow++;
        if (slow > 0) besideSlow = Math.max(besideSlow, now - 1);
        do await setTimeout(ms);
        while (most < crowd);
        now--;
        if (name === "Slow") slow--;
        ended.push(name);
      },
    });
  const world = await createWorld({
    toolList: [busy("Quick", 2), busy("Slow", 25)],
    plugins: [tapping(({ schedule }) => schedule.tap("plan", tap))],
  });
  const settled = await world.session.call(names.map((name) => ({ tool: name, input: {} })));
  expect(settled.map(({ outcome }) => outcome)).toEqual(names.map(() => "succeeded"));
  return { most, besideSlow, ended };
}

describe("a schedule tap", () => {
  test("lets calls overlap when it says nothing", async () => {
    expect((await overlap(["Slow", "Slow", "Slow"], () => {}, 3)).most).toBe(3);
  });

  test("may lower how many run, and later calls without a limit of their own keep to it", async () => {
    const names = ["Slow", "Quick", "Quick", "Slow", "Quick"];
    expect((await overlap(names, () => {}, 2)).besideSlow).toBeGreaterThan(0);
    const { besideSlow } = await overlap(names, ({ call, limitConcurrency }) => {
      if (call.tool === "Slow") limitConcurrency(1);
    });
    expect(besideSlow).toBe(0);
  });

  test("cannot raise the limit, and nonsense means one", async () => {
    const names = Array(12).fill("Quick") as string[];
    expect((await overlap(names, ({ limitConcurrency }) => limitConcurrency(100), 10)).most).toBe(10);
    expect((await overlap(names, ({ limitConcurrency }) => limitConcurrency(Number.NaN))).most).toBe(1);
  });

  test("may make a call wait for an earlier one; unknown ids are ignored", async () => {
    const { ended } = await overlap(["Slow", "Quick"], ({ unsettled, waitFor }) => {
      waitFor("nobody");
      for (const { id } of unsettled) waitFor(id);
    });
    expect(ended).toEqual(["Slow", "Quick"]);
  });

  test("that throws makes its call run alone", async () => {
    const { most } = await overlap(["Slow", "Quick", "Slow"], () => {
      throw new Error("no plan");
    });
    expect(most).toBe(1);
  });

  test("cannot make calls wait in a circle", async () => {
    const ids: string[] = [];
    const { ended } = await overlap(["Quick", "Quick"], ({ call, waitFor }) => {
      ids.push(call.id);
      for (const id of ids) waitFor(id);
    });
    expect(ended).toEqual(["Quick", "Quick"]);
  });
});

test("a schedule tap sees the call, what is under way, and what it follows in any case", async () => {
  const plans: unknown[] = [];
  const effects = (input: unknown) => [{ kind: "write", path: (input as { path: string }).path } as const];
  const write = (name: string) => tool(name, { isConcurrencySafe: true, effects });
  const world = await createWorld({
    toolList: [write("One"), write("Other")],
    plugins: [
      tapping(({ schedule }) =>
        schedule.tap(
          "see",
          ({ call, unsettled, after }) => void plans.push({ call: { ...call }, unsettled, after }),
        ),
      ),
    ],
  });
  const path = `${world.cwd}/a`;
  const [first, second] = await world.session.call([
    { tool: "One", input: { path } },
    { tool: "One", input: { path: `${world.cwd}/b` } },
    { tool: "Other", input: { path } },
  ]);
  const one = { id: first?.id, tool: "One" };
  const two = { id: second?.id, tool: "One" };
  expect(plans).toMatchObject([
    { call: { ...one, input: { path } }, unsettled: [], after: [] },
    { call: two, unsettled: [one], after: [] },
    { call: { tool: "Other" }, unsettled: [one, two], after: [first?.id] },
  ]);
});

test("a call made by another does not wait for it, whatever a schedule tap asks for", async () => {
  const world = await createWorld({
    toolList: [
      tool("Parent", { execute: async (_, context) => (await context.call("Child", {})).text }),
      tool("Child"),
    ],
    plugins: [
      tapping(({ schedule }) =>
        schedule.tap("all", ({ unsettled, waitFor }) => {
          for (const { id } of unsettled) waitFor(id);
        }),
      ),
    ],
  });
  const [settled] = await world.session.call([{ tool: "Parent", input: {} }], {
    signal: AbortSignal.timeout(5_000),
  });
  expect(settled?.block.content).toBe("Child ran");
});

test("a tool that never says what it touches does not hold up the calls after it", async () => {
  const world = await createWorld({
    toolList: [tool("Hang", { effects: () => new Promise(() => {}) }), tool("Fine")],
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const calls = world.session.call(["Hang", "Fine"].map((name) => ({ tool: name, input: {} })));
    let over = false;
    void calls.finally(() => {
      over = true;
    });
    while (!over) {
      vi.advanceTimersByTime(31_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await calls).map(({ outcome }) => outcome)).toEqual(["denied", "succeeded"]);
  } finally {
    vi.useRealTimers();
  }
});
