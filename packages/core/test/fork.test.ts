import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { assertValidRequest, defineSlot } from "../src/index.ts";
import { createWorld, eventsOf, scratchDirectory, tool, type World } from "./world.ts";

const use = (name: string, input: object = {}) => ({ type: "tool_use", name, input }) as const;
const counter = defineSlot<number>("test/counter");
const count = tool("Count", {
  execute: (_, { slots }) => {
    slots.set(counter, "n", (slots.get(counter, "n") ?? 0) + 1);
    return String(slots.get(counter, "n"));
  },
});
const big = tool("Big", { maxResultBytes: 1_000, execute: () => "x".repeat(5_000) });

const journalOf = (directory: string) => readFile(join(directory, "journal.jsonl"), "utf8");

async function withPast(): Promise<World> {
  const world = await createWorld({
    toolList: [count, big],
    turns: [{ blocks: [use("Count"), use("Big")] }],
    stateDirectory: await scratchDirectory(),
  });
  await world.prompt("begin");
  return world;
}

async function said(world: World, session: World["session"], text: string) {
  const before = world.model.requests.length;
  for await (const _ of session.prompt(text));
  return world.model.requests[before]?.messages ?? [];
}

test("a fork goes on with the same conversation, slots and rules, and leaves the other as it is", async () => {
  const world = await withPast();
  await world.session.remember({ behavior: "deny", rule: "Count", scope: "session" });
  await world.session.close();
  const before = await journalOf(world.session.directory);

  const fork = await world.gauntlet.session({ resume: world.session.id, fork: true });
  expect(fork.id).not.toBe(world.session.id);
  const messages = await said(world, fork, "and now elsewhere");
  assertValidRequest(messages);
  expect(messages.slice(0, 3)).toEqual(world.model.requests[1]?.messages);
  expect(JSON.stringify(messages)).toContain("begin");
  expect(JSON.stringify(await fork.call([{ tool: "Count", input: {} }]))).toContain("not available here");
  await fork.close();
  expect(await journalOf(world.session.directory)).toBe(before);

  const original = await world.gauntlet.session({ resume: world.session.id });
  expect(JSON.stringify(await said(world, original, "back"))).not.toContain("elsewhere");
  await original.close();
});

test("a session that another process writes can be forked, and is not disturbed", async () => {
  const world = await withPast();
  const fork = await world.gauntlet.session({ continue: true, fork: true });
  await said(world, fork, "in the fork");
  await fork.close();
  expect(JSON.stringify(await said(world, world.session, "still here"))).not.toContain("in the fork");
});

test("a fork says where it comes from, and is a whole session without the other", async () => {
  const world = await withPast();
  const entries = await world.journal();
  await world.session.close();
  const fork = await world.gauntlet.session({ resume: world.session.id, fork: true });
  const again = await world.gauntlet.session({ resume: fork.id, fork: true });
  await fork.close();
  await again.close();
  await rm(world.session.directory, { recursive: true });
  const lines = (await journalOf(again.directory)).trim().split("\n");
  expect(JSON.parse(lines[0] ?? "").event.forkedFrom).toMatchObject({
    session: fork.id,
    forkedFrom: { session: world.session.id, seq: entries.length, hash: entries.at(-1)?.hash },
  });
  expect(JSON.parse(lines[1] ?? "").at).toBe(entries[1]?.at);

  const resumed = await world.gauntlet.session({ resume: again.id });
  expect(resumed.warnings).toEqual([]);
  expect(JSON.stringify(await said(world, resumed, "go on"))).toContain("begin");
  await resumed.close();
});

test("results that were spilled before the fork are still read without asking", async () => {
  const world = await withPast();
  await world.session.close();
  const [spilled = ""] = await readdir(join(world.session.directory, "results"));
  const path = join(world.session.directory, "results", spilled);
  const look = tool("Look", {
    effects: () => [{ kind: "read", path }],
    isReadOnly: true,
    execute: () => "seen",
  });
  const reader = await createWorld({
    toolList: [look],
    permissions: {},
    trustEffects: ["*"],
    stateDirectory: dirname(dirname(dirname(world.session.directory))),
    cwd: world.cwd,
    headless: true,
  });
  const fork = await reader.gauntlet.session({ resume: world.session.id, fork: true });
  const nested = await reader.gauntlet.session({ resume: fork.id, fork: true });
  for (const session of [fork, nested]) {
    expect((await session.call([{ tool: "Look", input: {} }]))[0]?.outcome).toBe("succeeded");
    await session.close();
  }
  expect((await reader.session.call([{ tool: "Look", input: {} }]))[0]?.outcome).toBe("denied");
});

test("an interrupted call is closed in the fork only", async () => {
  const world = await withPast();
  await world.session.close();
  const path = join(world.session.directory, "journal.jsonl");
  const text = await readFile(path, "utf8");
  const cut = text.slice(0, text.indexOf("\n", text.indexOf('"type":"call.intent"')) + 1);
  await writeFile(path, cut);
  const fork = await world.gauntlet.session({ resume: world.session.id, fork: true });
  const messages = await said(world, fork, "go on");
  await fork.close();
  assertValidRequest(messages);
  expect(JSON.stringify(messages)).toContain("Outcome unknown");
  expect(await readFile(path, "utf8")).toBe(cut);
});

test.each([
  [{ fork: true }, "`fork` names no session to start from"],
  [{ resume: "x", messages: [] }, "`messages` are for a new session"],
])("%j is refused", async (options, message) => {
  const world = await createWorld();
  await expect(world.gauntlet.session(options)).rejects.toThrow(message);
});

test("a fork made while the other writes has whole events only", async () => {
  const world = await withPast();
  const forks = [];
  for (let i = 0; i < 5; i++) {
    const prompting = world.prompt(`turn ${i}`);
    forks.push(await world.gauntlet.session({ continue: true, fork: true }));
    await prompting;
  }
  for (const fork of forks) {
    assertValidRequest(await said(world, fork, "on my own"));
    expect(fork.warnings).toEqual([]);
    await fork.close();
  }
  expect(eventsOf(await world.journal(), "prompt.submitted")).toHaveLength(6);
});
