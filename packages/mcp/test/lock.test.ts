import { describe, expect, test } from "vitest";
import { createPinStore, lockHashOf } from "../src/index.ts";
import { callOne, createMcpWorld, decide, type McpWorld, namesIn } from "./world.ts";

const ADD = { name: "add", description: "Add a note" };
const ALLOW = { permissions: { allow: ["mcp__notes", "ReadMcpResourceTool"] } };

/** The hash a lock would have of the server as it is now, met on another machine. */
async function hashOf(script: Parameters<McpWorld["raw"]>[1], entry: object = {}): Promise<string> {
  const world = createMcpWorld();
  world.raw("notes", script, entry);
  await (await world.session()).tools();
  const pin = await createPinStore(world.state).read({ name: "notes", scope: world.root });
  if (!pin) throw new Error("no pin");
  // The same but for where the test's files are.
  return lockHashOf({ ...pin, launch: { type: "stdio", command: "notes" } });
}

/** Locks the server of a world to what is approved of it, or to something else. */
async function locked(world: McpWorld, to: "itself" | "another"): Promise<void> {
  const pin = await createPinStore(world.state).read({ name: "notes", scope: world.root });
  world.locks["notes"] = to === "itself" && pin ? lockHashOf(pin) : "0".repeat(64);
}

describe("a server whose lock names", () => {
  test("what was approved here is used", async () => {
    const world = createMcpWorld();
    world.raw("notes", { tools: [ADD] });
    await (await world.session()).tools();
    await locked(world, "itself");
    expect((await callOne(await world.session(ALLOW), "mcp__notes__add")).outcome).toBe("succeeded");
    expect(world.warnings).toEqual([]);
  });

  test.each(["a server that is met for the first time", "a server that was approved here"])(
    "something else is held back with all it has: %s",
    async (which) => {
      const world = createMcpWorld();
      const resources = [{ uri: "x://a", name: "a", text: "secret" }];
      world.raw("notes", { tools: [ADD], resources, hello: { instructions: "Hints." } });
      if (which.includes("approved")) await (await world.session()).tools();
      await locked(world, "another");
      const session = await world.session({ ...ALLOW, mode: "bypassPermissions" });
      expect(await namesIn(session)).toEqual([]);
      expect(await decide(session, "mcp__notes__add")).not.toBe("allow");
      const { outcome, text } = await callOne(session, "mcp__notes__add");
      expect([outcome, text]).toEqual([
        "invalid",
        expect.stringContaining("is not the one `gauntlet.lock` names"),
      ]);
      const read = await callOne(session, "ReadMcpResourceTool", { server: "notes", uri: "x://a" });
      expect(read.outcome).toBe("denied");
      await session.close();
      expect(world.received("notes", "tools/call")).toEqual([]);
      expect(world.received("notes", "resources/read")).toEqual([]);
      expect(world.warnings.join()).toContain("is not the one `gauntlet.lock` names");
    },
  );

  test("what it offers by now is still approved by a person, not by the lock", async () => {
    const world = createMcpWorld();
    world.raw("notes", { tools: [ADD] });
    await (await world.session()).tools();
    const next = { tools: [{ ...ADD, description: "Adds a note, better" }] };
    const pins = createPinStore(world.state);
    const owner = { name: "notes", scope: world.root };
    const pin = await pins.read(owner);
    if (!pin) throw new Error("no pin");
    world.raw("notes", next);
    world.locks["notes"] = lockHashOf({
      ...pin,
      tools: next.tools.map((tool) => ({ inputSchema: { type: "object" }, ...tool })),
    });
    const session = await world.session(ALLOW);
    expect((await callOne(session, "mcp__notes__add")).outcome).toBe("invalid");
    await expect.poll(async () => (await pins.read(owner))?.pending?.tools?.length).toBe(1);
  });
});

test("a lock is the same on every machine, whatever a variable in the command stands for", async () => {
  const one = await hashOf({ tools: [ADD] });
  expect(await hashOf({ tools: [ADD] }, { env: { NODE: "x" } })).toBe(one);
  expect(await hashOf({ tools: [{ ...ADD, description: "x" }] })).not.toBe(one);
  expect(await hashOf({ tools: [ADD], hello: { instructions: "x" } })).not.toBe(one);
  const launch = { type: "stdio", command: "${BIN}/notes" } as const;
  const pin = { launch, tools: [] };
  expect(lockHashOf({ ...pin, launch: { ...launch, program: "/opt/notes" } })).toBe(lockHashOf(pin));
});
