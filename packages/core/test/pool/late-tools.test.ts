import { describe, expect, test } from "vitest";
import { definePlugin, defineResource, type ResourceScope } from "../../src/index.ts";
import { deferringWorld, lateServer, search, server } from "../deferral.ts";
import { expectValid, use } from "../turn/conversation.ts";
import { callOne, createWorld, eventsOf, textOf, tool, type WorldOptions } from "../world.ts";

async function worldWithLate(
  turns: Parameters<typeof deferringWorld>[0],
  first: readonly string[] = ["first"],
  over: WorldOptions = {},
) {
  const late = lateServer("late", first);
  return { late, world: await deferringWorld(turns, { ...over, plugins: [late.plugin] }) };
}

describe("deferred tools that come late", () => {
  test("leave all definitions as they are, and are found, called and sent like any", async () => {
    const { world, late } = await worldWithLate([
      { blocks: [] },
      { blocks: [search("select:mcp__late__new")] },
      { blocks: [use("mcp__late__new")] },
    ]);
    await world.prompt();
    late.offer(["new"]);
    await world.prompt("next");
    const { requests } = world.model;
    expectValid(requests);
    expect(requests[1]?.tools).toEqual(requests[0]?.tools);
    expect(requests.at(-1)?.tools.slice(0, -1)).toEqual(requests[0]?.tools);
    expect(requests.at(-1)?.tools.at(-1)).toMatchObject({ name: "mcp__late__new", defer_loading: true });
    expect(JSON.stringify(requests.at(-1)?.messages)).toContain("mcp__late__new ran");
    expect(eventsOf(await world.journal(), "pool.built").map(({ deferred }) => deferred)).toEqual([
      ["mcp__late__first"],
      ["mcp__late__first", "mcp__late__new"],
    ]);
  });

  test("bring the search along where there was none, behind all others", async () => {
    const { world, late } = await worldWithLate([], [], { toolList: [tool("A")] });
    const before = (await world.session.tools()).definitions;
    late.offer(["new"]);
    const after = (await world.session.tools()).definitions;
    expect(after.map(({ name }) => name)).toEqual(["A", "ToolSearch"]);
    expect(after[0]).toBe(before[0]);
  });

  test("are loaded behind all others where nothing is deferred", async () => {
    const { world, late } = await worldWithLate([], [], {
      toolList: [tool("Z")],
      deferral: { policy: "off" },
    });
    await world.session.tools();
    late.offer(["new"]);
    expect((await world.session.tools()).definitions.map(({ name }) => name)).toEqual([
      "Z",
      "mcp__late__new",
    ]);
  });
});

describe("deferred tools that are withheld", () => {
  test("neither run nor are found, and it is said why", async () => {
    const { world, late } = await worldWithLate([], ["a", "b"]);
    await world.session.tools();
    late.withhold("mcp__late__a", "its server changed it");
    expect(textOf(await callOne(world, "mcp__late__a"))).toBe(
      "The tool `mcp__late__a` is not available here: its server changed it. Use another way.",
    );
    expect(textOf(await callOne(world, "ToolSearch", { query: "select:mcp__late__a" }))).toContain(
      "There is no tool named",
    );
    expect(textOf(await callOne(world, "mcp__late__b"))).toBe("mcp__late__b ran");
  });

  test("are no longer referred to after they were found", async () => {
    const { world, late } = await worldWithLate([{ blocks: [search("select:mcp__late__a")] }], ["a"]);
    await world.prompt();
    late.withhold("mcp__late__a", "its server changed it");
    await world.prompt("next");
    expectValid(world.model.requests);
    expect(JSON.stringify(world.model.requests.at(-1)?.messages)).toContain(
      "(The tool `mcp__late__a` is no longer available.)",
    );
  });
});

test("the name of the search cannot be offered", async () => {
  let taken: readonly string[] = [];
  const connection = defineResource({
    name: "connection",
    open(scope: ResourceScope) {
      taken = scope.tools.offer("mcp:x", [{ tool: tool("ToolSearch") }]);
    },
    close: async () => undefined,
  });
  await createWorld({ plugins: [definePlugin({ name: "x", resources: [connection] })] });
  expect(taken).toEqual(["ToolSearch"]);
});

describe("a subagent", () => {
  const agent = (over: object = {}) => ({ name: "helper", system: "s", ...over });
  const pets = server("pets", ["cat_feed", "dog_walk"]);

  test("has a search of its own, which neither names nor finds what the agent does not have", async () => {
    const world = await createWorld({ toolList: [tool("A")], plugins: [pets] });
    const session = await world.session.agent(agent({ disallowedTools: ["mcp__pets__dog_walk"] }));
    const pool = await session.tools();
    expect(pool.definitions.at(-1)?.description).toContain("mcp__pets__: cat_feed");
    expect(JSON.stringify(pool.definitions)).not.toContain("dog_walk");
    const [found] = await session.call([
      { tool: "ToolSearch", input: { query: "select:mcp__pets__dog_walk,mcp__pets__cat_feed" } },
    ]);
    expect(found?.block.content).toEqual([
      {
        type: "text",
        text: expect.stringContaining("There is no tool named `mcp__pets__dog_walk` to load."),
      },
      { type: "tool_reference", tool_name: "mcp__pets__cat_feed" },
    ]);
  });

  test("that may not search has its tools loaded", async () => {
    const world = await createWorld({ plugins: [pets] });
    const session = await world.session.agent(agent({ disallowedTools: ["ToolSearch"] }));
    expect((await session.tools()).definitions.map(({ name }) => name)).toEqual([
      "mcp__pets__cat_feed",
      "mcp__pets__dog_walk",
    ]);
  });

  test("without any deferred tool has no search", async () => {
    const world = await createWorld({ toolList: [tool("A")], plugins: [pets] });
    const session = await world.session.agent(agent({ tools: ["A"] }));
    expect((await session.tools()).definitions.map(({ name }) => name)).toEqual(["A"]);
  });
});
