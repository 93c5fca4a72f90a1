import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ExecuteContext } from "../../src/index.ts";
import { callOne, createWorld, scratchDirectory, textOf, tool, type WorldOptions } from "../world.ts";

const does = (execute: (context: ExecuteContext) => unknown) =>
  tool("Act", { effects: () => [], execute: async (_, context) => void (await execute(context)) });

describe("a call of a subagent", () => {
  const inAgent = async (execute: (context: ExecuteContext) => unknown) => {
    const world = await createWorld({ toolList: [does(execute)] });
    const session = await world.session.agent({ name: "helper", system: "You are the helper." });
    const { outcome, ...settled } = await callOne({ session }, "Act");
    return [outcome, textOf({ outcome, ...settled })];
  };

  test("does not change the mode of the session, not even to a narrower one", async () => {
    expect(await inAgent((context) => context.changeMode("plan"))).toEqual([
      "failed",
      expect.stringContaining("A subagent cannot change the mode of its session"),
    ]);
  });

  test("does not move the session", async () => {
    expect(await inAgent((context) => context.moveTo(undefined))).toEqual([
      "failed",
      expect.stringContaining("A subagent cannot move its session"),
    ]);
  });
});

test("a session moves into any of its working directories", async () => {
  const other = await scratchDirectory();
  await mkdir(join(other, "copy"));
  const move = does((context) => context.moveTo({ of: context.cwd, at: join(other, "copy") }));
  const where = tool("Where", { effects: () => [], execute: (_, { cwd }) => cwd });
  const options: WorldOptions = { toolList: [move, where], additionalDirectories: [other] };
  const world = await createWorld(options);
  expect((await callOne(world, "Act")).outcome).toBe("succeeded");
  expect(textOf(await callOne(world, "Where"))).toBe(join(other, "copy"));
});

test.each([
  ["elsewhere", "/tmp", "lies outside of the working directories"],
  ["a file", "a.txt", "is not a directory. Nothing was moved"],
  ["nowhere", "none", "is not a directory. Nothing was moved"],
])("a session does not move to %s", async (_, to, why) => {
  const move = does((context) => context.moveTo({ of: context.cwd, at: context.resolve(to) }));
  const where = tool("Where", { effects: () => [], execute: (_, { cwd }) => cwd });
  const world = await createWorld({ toolList: [move, where] });
  await writeFile(join(world.cwd, "a.txt"), "x");
  const settled = await callOne(world, "Act");
  expect([settled.outcome, textOf(settled)]).toEqual(["failed", expect.stringContaining(why)]);
  expect(textOf(await callOne(world, "Where"))).toBe(world.cwd);
});
