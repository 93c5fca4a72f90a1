import { describe, expect, test } from "vitest";
import {
  definePlugin,
  defineResource,
  type ModelPort,
  type ResourceScope,
  type SessionTools,
} from "../../src/index.ts";
import { lateServer, REFERENCES, serverTools } from "../deferral.ts";
import { text, use } from "../turn/conversation.ts";
import { callOne, createWorld, eventsOf, latch, tapping, textOf, tool, type WorldOptions } from "../world.ts";

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
  const options = {
    toolList: [tool("A"), tool("Hidden")],
    permissions: { allow: ["A", "mcp__late"], deny: ["Hidden"] },
  };

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

test("the first look shows taps all at once, also what it had to wait for", async () => {
  const looks: string[][] = [];
  const look = tapping(({ buildPool }) =>
    buildPool.tap("look", ({ entries }) => void looks.push(entries.map((entry) => entry.tool.name))),
  );
  const { world, shelf } = await worldWithShelf({ plugins: [look] });
  const late = Promise.resolve().then(() => void shelf.offer("mcp:late", serverTools("late", ["t"])));
  shelf.waitFor(late);
  await world.session.tools();
  expect(looks).toEqual([["A", "mcp__late__t"]]);
});

test("a look during a build that began too early for it waits for the next one", async () => {
  const begun = latch();
  const goOn = latch();
  const slow = tapping(({ buildPool }) =>
    buildPool.tap("slow", async () => {
      begun.open();
      await goOn.promise;
    }),
  );
  const { world, shelf } = await worldWithShelf({ plugins: [slow] });
  const early = world.session.tools();
  await begun.promise;
  shelf.offer("mcp:late", serverTools("late", ["t"]));
  const later = world.session.tools();
  goOn.open();
  await early;
  expect((await later).find("mcp__late__t")).toBeDefined();
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

describe("a summary, which takes the place of where tools were named", () => {
  /** What the model reads after a summary of deferred tools; `later` ones came after the first look at the pool. */
  async function summaryNames(first: readonly string[], later: readonly string[]) {
    const late = lateServer("late", first);
    const usage = { inputTokens: 1_600, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 };
    const seen: string[] = [];
    let asked = 0;
    const model: ModelPort = {
      name: "summarizing",
      features: () => REFERENCES,
      async *stream({ messages, mayUseTools }) {
        seen.push(JSON.stringify(messages));
        asked += 1;
        yield { type: "message.started", id: `m${asked}`, model: "m" };
        const isWork = mayUseTools !== false && asked < 12;
        yield {
          type: "block.completed",
          block: isWork ? { ...use("A"), id: `t${asked}`, input: {} } : text("Goal: x"),
        };
        yield { type: "message.completed", stopReason: isWork ? "tool_use" : "end_turn", usage };
      },
    };
    const options = { plugins: [late.plugin], model, contextTokens: 2_000 };
    const world = await createWorld({ toolList: [tool("A")], ...options });
    await world.session.tools();
    if (later.length > 0) late.offer(later);
    await world.prompt();
    expect(seen.at(-1)).toContain("Goal: x");
    const [said] = /More tools can be loaded with ToolSearch now[^"]*/.exec(seen.at(-1) ?? "") ?? [];
    return said;
  }

  test("names those that came late, and those alone", async () => {
    const said = await summaryNames(["first"], ["new_one", "new_two"]);
    expect(said).toContain("mcp__late__new_: one two");
    expect(said?.match(/mcp__/g)).toHaveLength(1);
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ["that none came late", ["first"], []],
    ["that all came with the search, which names them", [], ["new_one", "new_two"]],
  ])("names none where it is so %s", async (_, first, later) => {
    expect(await summaryNames(first, later)).toBeUndefined();
  });
});
