import { describe, expect, test } from "vitest";
import { definePlugin, defineResource, type ResourceScope, type SessionTools } from "../../src/index.ts";
import { lateServer, serverTools } from "../deferral.ts";
import { callOne, createWorld, eventsOf, tapping, textOf, tool, type WorldOptions } from "../world.ts";

/** A world with the hand that brings tools into its session. */
async function worldWithShelf(options: WorldOptions = {}) {
  const shelves: SessionTools[] = [];
  const door = defineResource({
    name: "door",
    open: (scope: ResourceScope) => void shelves.push(scope.tools),
    close: async () => undefined,
  });
  const plugins = [definePlugin({ name: "door", resources: [door] }), ...(options.plugins ?? [])];
  const world = await createWorld({ toolList: [tool("A", { aliases: ["Alias"] })], ...options, plugins });
  return { world, shelf: shelves[0] as SessionTools };
}

/** A seeker that brings the tools of one server, and the names it was asked for. */
function seeking(shelf: SessionTools, names: readonly string[]) {
  const sought: string[] = [];
  shelf.seekWith((name) => {
    sought.push(name);
    if (!name.startsWith("mcp__late__")) return undefined;
    return Promise.resolve().then(() => void shelf.offer("mcp:late", serverTools("late", names)));
  });
  return sought;
}

describe("a tool that is not there", () => {
  const options = { permissions: { allow: ["A", "mcp__late"] } };

  test("is there for its call once whoever can bring it has brought it", async () => {
    const { world, shelf } = await worldWithShelf(options);
    const sought = seeking(shelf, ["t"]);
    expect(textOf(await callOne(world, "mcp__late__t"))).toBe("mcp__late__t ran");
    expect(sought).toEqual(["mcp__late__t"]);
  });

  test("is looked for by a subagent where its session looks", async () => {
    const { world, shelf } = await worldWithShelf(options);
    const sought = seeking(shelf, ["t"]);
    const session = await world.session.agent({ name: "helper", system: "You are the helper." });
    expect(textOf(await callOne({ session }, "mcp__late__t"))).toBe("mcp__late__t ran");
    expect((await callOne({ session }, "mcp__other__t")).outcome).toBe("invalid");
    expect(sought).toEqual(["mcp__late__t", "mcp__other__t"]);
  });

  test("is not looked for when it is known by name or alias, or hidden", async () => {
    const { world, shelf } = await worldWithShelf({
      toolList: [tool("A", { aliases: ["Alias"] }), tool("B"), tool("C")],
      permissions: { allow: ["A", "B"], deny: ["C"] },
    });
    const sought = seeking(shelf, []);
    for (const name of ["A", "Alias", "B", "C"]) await callOne(world, name);
    expect(sought).toEqual([]);
  });
});

test("later looks at the pool wait for nothing, not even for what the first would have waited for", async () => {
  const { world, shelf } = await worldWithShelf();
  await world.session.tools();
  shelf.waitFor(new Promise(() => {}));
  shelf.offer("mcp:late", serverTools("late", ["t"]));
  expect((await world.session.tools()).entries.map((entry) => entry.tool.name)).toContain("mcp__late__t");
});

test("looks at the same time share one build", async () => {
  let builds = 0;
  const counting = tapping(({ buildPool }) => buildPool.tap("count", () => void builds++));
  const { world } = await worldWithShelf({ plugins: [counting] });
  const pools = await Promise.all([world.session.tools(), world.session.tools(), world.session.tools()]);
  expect([new Set(pools).size, builds]).toEqual([1, 1]);
});

test("the pool of a subagent is the same until its session's is another", async () => {
  const { world, shelf } = await worldWithShelf();
  const agent = await world.session.agent({ name: "helper", system: "You are the helper." });
  const first = await agent.tools();
  expect(await agent.tools()).toBe(first);
  shelf.offer("mcp:late", serverTools("late", ["t"]));
  const second = await agent.tools();
  expect(second.find("mcp__late__t")).toBeDefined();
  expect(await agent.tools()).toBe(second);
});

describe("the journal", () => {
  const built = async (options: WorldOptions, between = (): void => {}) => {
    const { world } = await worldWithShelf(options);
    await world.prompt();
    between();
    await world.prompt();
    return eventsOf(await world.journal(), "pool.built");
  };

  test("has a pool once, with what is hidden, as long as it stays the same", async () => {
    const options = { toolList: [tool("A"), tool("B")], permissions: { allow: ["A"], deny: ["B"] } };
    expect(await built(options)).toStrictEqual([
      { type: "pool.built", tools: ["A"], hidden: [{ tool: "B", why: "the rule `B` of host denies it" }] },
    ]);
  });

  test("has each other pool, with what is deferred", async () => {
    const late = lateServer("late", ["a"]);
    const options = { plugins: [late.plugin] };
    expect(await built(options, () => void late.offer(["b"]))).toStrictEqual([
      {
        type: "pool.built",
        tools: ["A", "mcp__late__a", "ToolSearch"],
        hidden: [],
        deferred: ["mcp__late__a"],
      },
      {
        type: "pool.built",
        tools: ["A", "mcp__late__a", "ToolSearch", "mcp__late__b"],
        hidden: [],
        deferred: ["mcp__late__a", "mcp__late__b"],
      },
    ]);
  });
});
