import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readFile as readEffect, Type } from "../src/index.ts";
import { callOne, createWorld, textOf, tool, type World, type WorldOptions } from "./world.ts";

const move = tool("Move", {
  effects: () => [],
  input: Type.Object({ to: Type.Optional(Type.String()) }),
  execute: ({ to }, ctx) =>
    ctx.moveTo(typeof to === "string" ? { of: ctx.cwd, at: ctx.resolve(to) } : undefined),
});
const where = tool("Where", { effects: () => [], execute: (_, ctx) => `${ctx.cwd} ${ctx.resolve("a.txt")}` });
const look = tool("Look", {
  input: Type.Object({ path: Type.String({ format: "path" }) }),
  effects: (input) => [readEffect(String((input as { path: string }).path))],
  execute: (input) => String((input as { path: string }).path),
});

async function worldWith(options: WorldOptions = {}): Promise<World> {
  const world = await createWorld({ toolList: [move, where, look], trustEffects: ["*"], ...options });
  for (const place of ["", "copy"]) {
    await mkdir(join(world.cwd, place, "secret"), { recursive: true });
    for (const name of ["a.txt", "secret/b.txt"]) await writeFile(join(world.cwd, place, name), "x");
  }
  return world;
}

test("a session that has moved works there, until it moves back", async () => {
  const world = await worldWith();
  await callOne(world, "Move", { to: "copy" });
  expect(textOf(await callOne(world, "Where"))).toBe(`${world.cwd}/copy ${world.cwd}/copy/a.txt`);
  expect(textOf(await callOne(world, "Look", { path: "a.txt" }))).toBe(`${world.cwd}/copy/a.txt`);
  await callOne(world, "Move");
  expect(textOf(await callOne(world, "Where"))).toBe(`${world.cwd} ${world.cwd}/a.txt`);
});

test.each<[string, (cwd: string) => string, string]>([
  ["an anchored", () => "Read(/secret/**)", "succeeded"],
  // It binds at any depth anyway.
  ["a relative", () => "Read(./secret/**)", "denied"],
  ["an absolute", (cwd) => `Read(/${cwd}/secret/**)`, "succeeded"],
  ["an absolute", (cwd) => `Read(/${cwd}/secret/b.*)`, "succeeded"],
  ["a wide", (cwd) => `Read(/${dirname(cwd)}/*/secret/*)`, "succeeded"],
  ["a home", () => "Read(~/../secret/**)", "succeeded"],
])(
  "what %s rule denies in the place it denies in the copy, and goes on denying in the place",
  async (_, rule, before) => {
    const world = await worldWith({ permissions: { allow: ["Move", "Where"] } });
    await world.session.remember({ behavior: "deny", rule: rule(world.cwd), scope: "session" });
    const outcomes = async (): Promise<readonly string[]> =>
      Promise.all(
        ["secret/b.txt", "copy/secret/b.txt", "copy/a.txt"].map(
          async (path) => (await callOne(world, "Look", { path: join(world.cwd, path) })).outcome,
        ),
      );
    expect(await outcomes()).toEqual(["denied", before, "succeeded"]);
    await callOne(world, "Move", { to: "copy" });
    expect(await outcomes()).toEqual(["denied", "denied", "succeeded"]);
    await callOne(world, "Move");
    expect(await outcomes()).toEqual(["denied", before, "succeeded"]);
  },
);

test("a session that goes on is where it was", async () => {
  const world = await worldWith();
  await callOne(world, "Move", { to: "copy" });
  await world.session.close();
  const session = await world.gauntlet.session({ resume: world.session.id });
  expect(textOf(await callOne({ session }, "Where"))).toContain(`${world.cwd}/copy `);
  await session.close();
});

test("a subagent works where its session is, and moves neither", async () => {
  const world = await worldWith();
  await callOne(world, "Move", { to: "copy" });
  const agent = await world.session.agent({ name: "a", system: "s" });
  expect(textOf(await callOne({ session: agent }, "Where"))).toContain(`${world.cwd}/copy `);
  expect(textOf(await callOne({ session: agent }, "Move"))).toContain("cannot move its session");
});

test("a subagent keeps what was denied in the copy when its session moves back, and so do its own", async () => {
  const world = await worldWith({ permissions: { allow: ["Move"], deny: ["Read(/secret/**)"] } });
  await callOne(world, "Move", { to: "copy" });
  const agent = await world.session.agent({ name: "a", system: "s" });
  const own = await agent.agent({ name: "b", system: "s" });
  await callOne(world, "Move");
  for (const session of [agent, own])
    for (const path of ["copy/secret/b.txt", "secret/b.txt"])
      expect((await callOne({ session }, "Look", { path: join(world.cwd, path) })).outcome).toBe("denied");
});

const change = tool("Change", {
  effects: () => [],
  input: Type.Object({ mode: Type.String() }),
  execute: ({ mode }, ctx) => ctx.changeMode(mode as never),
});

test.each([
  ["default", "plan", true],
  ["acceptEdits", "default", true],
  ["bypassPermissions", "acceptEdits", true],
  ["default", "default", true],
  ["plan", "default", false],
  ["default", "acceptEdits", false],
  ["default", "bypassPermissions", false],
  ["dontAsk", "default", false],
] as const)("a call by itself changes the mode %s to %s: %s", async (mode, wanted, may) => {
  const world = await createWorld({ toolList: [change], mode });
  const settled = await callOne(world, "Change", { mode: wanted });
  expect(settled.outcome).toBe(may ? "succeeded" : "failed");
  const events = (await world.journal()).map(({ event }) => event);
  expect(events.some(({ type }) => type === "mode.changed")).toBe(may);
});

test.each(["plan", "acceptEdits"] as const)("a subagent changes no mode, not even to %s", async (mode) => {
  const world = await createWorld({ toolList: [change], mode: "acceptEdits" });
  const agent = await world.session.agent({ name: "a", system: "s" });
  const settled = await callOne({ session: agent }, "Change", { mode });
  expect(textOf(settled)).toContain("A subagent cannot change the mode of its session");
  const events = (await world.journal()).map(({ event }) => event);
  expect(events.some(({ type }) => type === "mode.changed")).toBe(false);
});
