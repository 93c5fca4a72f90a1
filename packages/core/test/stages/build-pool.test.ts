import { describe, expect, test } from "vitest";
import { Type } from "../../src/index.ts";
import { lateServer } from "../deferral.ts";
import { callOne, createWorld, tapping, textOf, tool, type WorldOptions } from "../world.ts";

const poolOf = async (options: WorldOptions) => (await createWorld(options)).session.tools();
const namesOf = async (options: WorldOptions) => (await poolOf(options)).definitions.map(({ name }) => name);

const abc = [tool("C", { aliases: ["Sea"] }), tool("A"), tool("B")];

test("tools stand in the order of their names, however plugins list them", async () => {
  expect(await namesOf({ toolList: abc })).toEqual(["A", "B", "C"]);
});

test("the pool of a session is built once and frozen", async () => {
  const { session } = await createWorld({ toolList: abc });
  const [one, other] = [await session.tools(), await session.tools()];
  expect(one).toBe(other);
  expect([one, one.entries, one.definitions, one.hidden].every(Object.isFrozen)).toBe(true);
});

test("a tool is found by its alias, and shown by its name only", async () => {
  const pool = await poolOf({ toolList: abc });
  expect(pool.find("Sea")?.tool.name).toBe("C");
  expect(pool.definitions.map(({ name }) => name)).not.toContain("Sea");
});

describe("hidden with its reason is a tool", () => {
  test.each<[string, WorldOptions, string]>([
    [
      "that was not asked for",
      { tools: ["A", "B"] },
      "it is not among the tools this session is restricted to",
    ],
    ["that a rule denies whole", { permissions: { deny: ["C"] } }, "the rule `C` of host denies it"],
    [
      "whose alias a rule denies whole",
      { permissions: { deny: ["Sea"] } },
      "the rule `Sea` of host denies it",
    ],
    [
      "that a plugin hides",
      {
        plugins: [
          tapping(({ buildPool }) =>
            buildPool.tap("hide", (draft) => ({
              ...draft,
              entries: draft.entries.filter((entry) => entry.tool.name !== "C"),
            })),
          ),
        ],
      },
      "the plugin `tapper` hides it",
    ],
  ])("%s", async (_, options, why) => {
    const pool = await poolOf({ toolList: abc, ...options });
    expect(pool.hidden).toEqual([{ tool: "C", why }]);
    expect(pool.find("C")).toBe(undefined);
  });

  test.each<[string, () => boolean | string, string]>([
    ["that is not enabled", () => false, "it is not enabled here"],
    ["that says why it is not enabled", () => "no key is set", "no key is set"],
    [
      "whose `isEnabled` throws",
      () => {
        throw new Error("boom");
      },
      "it could not say whether it is enabled: boom",
    ],
  ])("%s", async (_, isEnabled, why) => {
    const pool = await poolOf({ toolList: [tool("A"), tool("C", { isEnabled })] });
    expect(pool.hidden).toEqual([{ tool: "C", why }]);
  });
});

test.each([
  [" without a model", { model: undefined }, {}],
  [" and its model", { modelName: "some" }, { model: { name: "some", serverTools: [] } }],
])("a tool says whether it is enabled by what it is told of the session%s", async (_, options, more) => {
  const told: unknown[] = [];
  const isEnabled = (context: unknown) => told.push(context) > 0;
  const world = await createWorld({ toolList: [tool("A", { isEnabled })], ...options } as WorldOptions);
  await world.session.tools();
  expect(told).toStrictEqual([{ cwd: world.cwd, options: {}, profile: "full", ...more }]);
});

test("a hidden tool does not run when the model calls it all the same", async () => {
  const world = await createWorld({ toolList: abc, tools: ["A"] });
  const settled = await callOne(world, "B");
  expect([settled.outcome, textOf(settled)]).toEqual([
    "invalid",
    "The tool `B` is not available here: it is not among the tools this session is restricted to. Use another way.",
  ]);
});

describe("a buildPool tap", () => {
  const withTap = (
    change: (entries: readonly { tool: ReturnType<typeof tool>; plugin: string }[]) => unknown,
  ) =>
    createWorld({
      toolList: abc,
      plugins: [
        tapping(({ buildPool }) =>
          buildPool.tap("change", (draft) => ({ ...draft, entries: change(draft.entries) as never })),
        ),
      ],
    });

  test("may reorder and describe tools anew", async () => {
    const world = await withTap((entries) =>
      [...entries].reverse().map((entry) => ({ ...entry, description: `New ${entry.tool.name}.` })),
    );
    expect((await world.session.tools()).definitions.map(({ description }) => description)).toEqual([
      "New C.",
      "New B.",
      "New A.",
    ]);
  });

  test("cannot give a tool to another plugin, whose claims are believed", async () => {
    const world = await withTap((entries) =>
      entries.map((entry) => ({ ...entry, plugin: "@gauntlet/tools-fs" })),
    );
    expect((await world.session.tools()).find("A")?.plugin).toBe("test-pack");
  });

  test.each<[string, (entries: readonly object[]) => unknown, string]>([
    [
      "adds a tool nobody registered",
      (e) => [...e, { tool: tool("X"), plugin: "p" }],
      "which was not offered to it",
    ],
    [
      "puts another tool behind a known name",
      () => [{ tool: tool("A"), plugin: "p" }],
      "which was not offered to it",
    ],
    ["lists a tool twice", (e) => [...e, e[0]], "listed the tool `A` twice"],
    [
      "describes a tool with something that is no text",
      (e) => e.map((x) => ({ ...x, description: 5 })),
      "gave the tool `A` no readable description",
    ],
    [
      "describes a tool with blank text",
      (e) => e.map((x) => ({ ...x, description: " " })),
      "gave the tool `A` no readable description",
    ],
    ["gives no list", () => undefined, "gave no list of tools"],
    ["lists nothing", () => [null], "which was not offered to it"],
    ["lists what has no tool", () => [{}], "which was not offered to it"],
  ])("that %s stops the request", async (_, change, message) => {
    const world = await withTap(change as never);
    await expect(world.prompt()).rejects.toThrow(message);
    expect(world.model.requests).toEqual([]);
  });
});

describe("a buildPool tap that does what it may not", () => {
  const breaking = tapping(
    ({ buildPool }) => buildPool.tap("break", () => ({ entries: 5 }) as never),
    "acme",
  );
  const idle = tapping(({ buildPool }) => buildPool.tap("look", () => undefined), "looker");

  test("is named, with what to do about it", async () => {
    const world = await createWorld({ toolList: abc, plugins: [breaking] });
    await expect(world.prompt()).rejects.toMatchObject({
      code: "GNT_HOOK_TAP",
      message: "the plugin `acme` gave no list of tools in `buildPool`",
      hint: "repair the plugin, or leave it out of `plugins`",
    });
  });

  test("is one of several when more than one tapped", async () => {
    const world = await createWorld({ toolList: abc, plugins: [breaking, idle] });
    await expect(world.prompt()).rejects.toThrow("one of the plugins `acme`, `looker` gave no list of tools");
  });
});

test("our own path format is not sent to the model", async () => {
  const input = Type.Object({ path: Type.String({ format: "path", description: "A path." }) });
  const [definition] = (await poolOf({ toolList: [tool("P", { input })] })).definitions;
  expect(definition?.input_schema["properties"]).toEqual({
    path: { type: "string", description: "A path." },
  });
});

describe("when tools come later", () => {
  /** Hides every tool of these names, and keeps the names it was shown at each look. */
  const hiding = (names: readonly string[], shown: string[][] = []) =>
    tapping(({ buildPool }) =>
      buildPool.tap("hide", (draft) => {
        shown.push(draft.entries.map((entry) => entry.tool.name));
        return { ...draft, entries: draft.entries.filter((entry) => !names.includes(entry.tool.name)) };
      }),
    );
  const worldWith = async (names: readonly string[], hidden: string[], shown?: string[][]) => {
    const late = lateServer("late", names);
    const world = await createWorld({ toolList: [tool("A")], plugins: [late.plugin, hiding(hidden, shown)] });
    return { late, hidden: async () => (await world.session.tools()).hidden };
  };
  const byTap = (name: string) => ({ tool: name, why: "the plugin `tapper` hides it" });

  test("what was hidden stays hidden with its reason, and taps see the late tools alone", async () => {
    const shown: string[][] = [];
    const { late, hidden } = await worldWith([], ["A", "mcp__late__b"], shown);
    expect(await hidden()).toEqual([byTap("A")]);
    late.offer(["b", "c"]);
    expect(await hidden()).toEqual([byTap("A"), byTap("mcp__late__b")]);
    expect(shown).toEqual([["A"], ["mcp__late__b", "mcp__late__c"]]);
  });

  test("a hidden tool that is withheld is named once, with that reason", async () => {
    const { late, hidden } = await worldWith(["b"], ["A", "mcp__late__b"]);
    expect(await hidden()).toEqual([byTap("A"), byTap("mcp__late__b")]);
    late.withhold("mcp__late__b", "its server is gone");
    expect(await hidden()).toEqual([byTap("A"), { tool: "mcp__late__b", why: "its server is gone" }]);
  });

  test("a tool that was withheld is hidden no longer once it is offered again", async () => {
    const { late, hidden } = await worldWith(["b"], ["A"]);
    late.withhold("mcp__late__b", "its server is gone");
    expect(await hidden()).toEqual([byTap("A"), { tool: "mcp__late__b", why: "its server is gone" }]);
    late.offer(["b"]);
    expect(await hidden()).toEqual([byTap("A")]);
  });

  test("the search stays the one there is, where it is", async () => {
    const late = lateServer("late", ["b"]);
    const world = await createWorld({ toolList: [tool("A")], plugins: [late.plugin] });
    const before = await world.session.tools();
    late.offer(["d", "c"]);
    const after = await world.session.tools();
    expect(after.entries.map((entry) => entry.tool.name)).toEqual([
      ...["A", "mcp__late__b", "ToolSearch"],
      ...["mcp__late__c", "mcp__late__d"],
    ]);
    expect(after.find("ToolSearch")).toBe(before.find("ToolSearch"));
  });

  test("a search that is denied stays out, and all are loaded", async () => {
    const late = lateServer("late", ["b"]);
    const options = { permissions: { deny: ["ToolSearch"] }, plugins: [late.plugin] };
    const world = await createWorld({ toolList: [tool("A")], ...options });
    await world.session.tools();
    late.offer(["c"]);
    late.withhold("mcp__late__x", "its server is gone");
    const { definitions, deferred, hidden } = await world.session.tools();
    expect(definitions.map(({ name }) => name)).toEqual(["A", "mcp__late__b", "mcp__late__c"]);
    expect([deferred, hidden]).toEqual([
      [],
      [
        { tool: "ToolSearch", why: "the rule `ToolSearch` of host denies it" },
        { tool: "mcp__late__x", why: "its server is gone" },
      ],
    ]);
  });
});

test("what a tool says of itself in this session is what the model reads, and a tap may put it better", async () => {
  const described = tool("A", { describeFor: () => "A for this session." });
  expect((await poolOf({ toolList: [described] })).definitions[0]?.description).toBe("A for this session.");
  const seen: unknown[] = [];
  const better = tapping(({ buildPool }) =>
    buildPool.tap("better", (draft) => {
      seen.push(...draft.entries.map(({ description }) => description));
      return { ...draft, entries: draft.entries.map((entry) => ({ ...entry, description: "Better." })) };
    }),
  );
  const pool = await poolOf({ toolList: [described, tool("B")], plugins: [better] });
  expect(seen).toEqual(["A for this session.", undefined]);
  expect(pool.definitions.map(({ description }) => description)).toEqual(["Better.", "Better."]);
  expect(pool.entries.map((entry) => "description" in entry || !Object.isFrozen(entry))).toEqual([
    false,
    false,
  ]);
});
