import { describe, expect, test } from "vitest";
import { callOne, createWorld, eventsOf, tapping, textOf, tool, type WorldOptions } from "../world.ts";

describe("a call that has settled", () => {
  test("has what became of it, and nothing about the end of a turn", async () => {
    const settled = await callOne(await createWorld({ toolList: [tool("Act")] }), "Act", { n: 1 });
    expect(settled).toStrictEqual({
      id: expect.any(String),
      tool: "Act",
      input: { n: 1 },
      outcome: "succeeded",
      block: { type: "tool_result", tool_use_id: settled.id, content: "Act ran" },
      decision: expect.objectContaining({ effective: "allow" }),
    });
  });

  test("has its own input and no decision, when it did not come so far", async () => {
    const settled = await callOne(await createWorld(), "Nobody", { n: 1 });
    expect(settled).toStrictEqual({
      id: expect.any(String),
      tool: "Nobody",
      input: { n: 1 },
      outcome: "invalid",
      block: expect.objectContaining({ is_error: true }),
    });
  });

  test("has the input it was run with", async () => {
    const rewrite = tapping(({ preToolUse }) => preToolUse.tap("two", (draft) => draft.rewrite({ n: 2 })));
    const world = await createWorld({ toolList: [tool("Act")], plugins: [rewrite] });
    expect((await callOne(world, "Act", { n: 1 })).input).toEqual({ n: 2 });
  });

  test("is journalled with its result and nothing that does not apply", async () => {
    const world = await createWorld({ toolList: [tool("Act")] });
    const { id, block } = await callOne(world, "Act");
    await callOne(world, "Nobody");
    await world.session.close();
    const [ran, refused] = eventsOf(await world.journal(), "call.settled");
    expect(ran).toStrictEqual({
      ...{ type: "call.settled", call: id, tool: "Act", outcome: "succeeded", result: block },
      ...{ durationMs: expect.any(Number), from: ["unknown"] },
    });
    expect(refused).not.toHaveProperty("from");
    expect(refused).toMatchObject({ tool: "Nobody", outcome: "invalid", durationMs: 0 });
  });
});

describe("the end of a turn", () => {
  const ending = (...reasons: readonly string[]) =>
    tapping(({ postToolUse }) => {
      for (const [i, endTurn] of reasons.entries())
        postToolUse.tap(`end${i}`, (draft) => ({ ...draft, endTurn: draft.endTurn ?? endTurn }));
    });

  test("comes with the call for which a tap asks for it", async () => {
    const world = await createWorld({ toolList: [tool("Act")], plugins: [ending("enough")] });
    const settled = await callOne(world, "Act");
    expect(settled.endTurn).toBe("enough");
    expect(settled).not.toHaveProperty("stop");
  });

  test("is told for the first reason, be it that of a call it made", async () => {
    const world = await createWorld({
      toolList: [
        tool("Parent", {
          async execute(_, context) {
            await context.call("Child", { n: 1 });
            await context.call("Child", { n: 2 });
          },
        }),
        tool("Child"),
      ],
      plugins: [
        tapping(({ postToolUse }) =>
          postToolUse.tap("end", (draft) =>
            draft.call.tool.name === "Child"
              ? { ...draft, endTurn: `child ${(draft.call.input as { n: number }).n}` }
              : undefined,
          ),
        ),
      ],
    });
    const settled = await callOne(world, "Parent");
    expect(settled.endTurn).toBe("child 1");
    expect(settled).not.toHaveProperty("stop");
  });

  test("is the person's stop, with the call they stopped and the one that made it", async () => {
    const world = await createWorld({
      toolList: [
        tool("Parent", { execute: async (_, context) => (await context.call("Child", {})).text }),
        tool("Child"),
      ],
      permissions: { allow: ["Parent"] },
      answerers: [{ name: "person", answer: async () => ({ behavior: "stop" }) }],
    });
    const stopped = { endTurn: "stopped by the person", stop: true };
    expect(await callOne(world, "Child")).toMatchObject({ outcome: "denied", ...stopped });
    expect(await callOne(world, "Parent")).toMatchObject({ outcome: "succeeded", ...stopped });
  });
});

describe("a block that cannot be made", () => {
  const unmade = (execute: () => unknown): WorldOptions => ({
    toolList: [tool("Act", { execute })],
    plugins: [
      tapping(({ mapResult }) =>
        mapResult.tap("odd", (draft) =>
          Object.defineProperty({ ...draft }, "block", {
            get: () => {
              throw new Error("no block for you");
            },
          }),
        ),
      ),
    ],
  });

  test("says of what was done that it was done", async () => {
    const settled = await callOne(await createWorld(unmade(() => "secret")), "Act");
    expect(settled).toMatchObject({ outcome: "succeeded" });
    expect(settled.block).toStrictEqual({
      type: "tool_result",
      tool_use_id: settled.id,
      content:
        "Act was done, but its result could not be shown: no block for you. Do not repeat it; check what it did.",
    });
  });

  test("is an error where the call was one", async () => {
    const settled = await callOne(
      await createWorld(
        unmade(() => {
          throw new Error("secret");
        }),
      ),
      "Act",
    );
    expect([settled.outcome, settled.block.is_error, settled.block.tool_use_id]).toEqual([
      "failed",
      true,
      settled.id,
    ]);
    expect(textOf(settled)).toContain("no block for you");
    expect(textOf(settled)).not.toContain("secret");
  });
});

test("what goes wrong at a gate is a failure that says that the call was not run", async () => {
  const world = await createWorld({
    toolList: [tool("Act")],
    plugins: [
      tapping(({ buildPool }) =>
        buildPool.tap("boom", () => {
          throw new Error("no pool");
        }),
      ),
    ],
  });
  const settled = await callOne(world, "Act");
  expect([settled.outcome, settled.block.is_error]).toEqual(["failed", true]);
  expect(textOf(settled)).toContain("no pool");
  await world.session.close();
  const [event] = eventsOf(await world.journal(), "call.settled");
  expect(event).toMatchObject({ outcome: "failed", durationMs: 0 });
});
