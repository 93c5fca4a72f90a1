import { describe, expect, test } from "vitest";
import { type ModelRequest, type ResultBlock, Type } from "../../src/index.ts";
import { toRequestBody } from "../../src/model/request-body.ts";
import { deferringWorld, PLAIN, search, server } from "../deferral.ts";
import { expectValid, resultsIn, use } from "../turn/conversation.ts";
import { callOne, createWorld, eventsOf, tapping, textOf, tool, type WorldOptions } from "../world.ts";

const pets = server("pets", ["cat_feed", "cat_wash", "dog_walk"]);
const later = tool("Later", { shouldDefer: true });
const toolsOf = (request: ModelRequest | undefined) => (request?.tools ?? []).map(({ name }) => name);
const poolOf = async (options: WorldOptions) => (await createWorld(options)).session.tools();
const deferredIn = async (options: WorldOptions) =>
  (await poolOf(options)).deferred.map(({ tool: name }) => name);
const big = tool("Big", { shouldDefer: true, description: "x".repeat(5_000) });

describe("what is deferred", () => {
  test.each<[string, WorldOptions, readonly string[]]>([
    [
      "the tools of servers, and those that ask for it",
      { toolList: [tool("A"), later], plugins: [pets] },
      ["Later", "mcp__pets__cat_feed", "mcp__pets__cat_wash", "mcp__pets__dog_walk"],
    ],
    [
      "not one that is always to be loaded",
      {
        toolList: [tool("B", { shouldDefer: true, alwaysLoad: true })],
        plugins: [server("s", ["t"], { alwaysLoad: true })],
      },
      [],
    ],
    ["nothing under `off`", { toolList: [later], plugins: [pets], deferral: { policy: "off" } }, []],
    [
      "nothing under `auto` while it is small",
      { toolList: [later], plugins: [pets], deferral: { policy: "auto" } },
      [],
    ],
    [
      "everything that may under `auto` once it takes a tenth of the window",
      { toolList: [later, big], contextTokens: 10_000, deferral: { policy: "auto" } },
      ["Big", "Later"],
    ],
    [
      "what `auto` weighs by another share",
      { toolList: [later, big], contextTokens: 10_000, deferral: { policy: "auto", share: 0.5 } },
      [],
    ],
    [
      "what `auto` weighs by the usual window when the model's is not known",
      { toolList: [big], contextTokens: 0, deferral: { policy: "auto" } },
      [],
    ],
    [
      "nothing when the search is denied",
      { toolList: [later], plugins: [pets], permissions: { deny: ["ToolSearch"] } },
      [],
    ],
  ])("%s", async (_, options, names) => {
    expect(await deferredIn(options)).toEqual(names);
  });

  test("is said with its reason", async () => {
    const { deferred } = await poolOf({ toolList: [later], plugins: [server("s", ["t"])] });
    expect(deferred).toEqual([
      { tool: "Later", why: "its pack asks for it" },
      { tool: "mcp__s__t", why: "it is the tool of a server" },
    ]);
  });

  test("a denied search is hidden with the rule that denies it", async () => {
    const { hidden, definitions } = await poolOf({
      toolList: [later],
      permissions: { deny: ["ToolSearch"] },
    });
    expect(hidden).toEqual([{ tool: "ToolSearch", why: "the rule `ToolSearch` of host denies it" }]);
    expect(definitions.map(({ name }) => name)).toEqual(["Later"]);
  });
});

describe("the search", () => {
  test.each<[string, WorldOptions, boolean]>([
    ["is there when something is deferred", { toolList: [later] }, true],
    ["is not there when nothing is", { toolList: [tool("A")] }, false],
    ["is not there under `off`", { plugins: [pets], deferral: { policy: "off" } }, false],
    [
      "is there whatever tools were asked for",
      { toolList: [tool("A")], plugins: [pets], tools: ["A"] },
      true,
    ],
  ])("%s", async (_, options, is) => {
    const { definitions } = await poolOf(options);
    expect(definitions.some(({ name }) => name === "ToolSearch")).toBe(is);
  });

  test("stands behind all that is loaded, so that the others have the same bytes without it", async () => {
    const toolList = [tool("A"), tool("Z"), later];
    const [withSearch, without] = [
      await poolOf({ toolList }),
      await poolOf({ toolList: [tool("A"), tool("Z")] }),
    ];
    expect(
      JSON.stringify(withSearch.definitions).startsWith(JSON.stringify(without.definitions).slice(0, -1)),
    ).toBe(true);
    expect(withSearch.definitions.at(-1)?.name).toBe("ToolSearch");
  });

  test("has a name no plugin can take", async () => {
    await expect(createWorld({ toolList: [tool("ToolSearch")] })).rejects.toThrow(
      "the tool name `ToolSearch` is claimed by `@gauntlet/core` and by `test-pack`",
    );
  });

  test("names what can be found, and is allowed without a rule", async () => {
    const world = await createWorld({ plugins: [pets], trustEffects: [], headless: true });
    const search = (await world.session.tools()).definitions.at(-1);
    expect(search?.description).toContain("\nmcp__pets__: cat_feed cat_wash dog_walk");
    expect((await callOne(world, "ToolSearch", { query: "wash a cat" })).outcome).toBe("succeeded");
  });
});

describe("a search in a conversation", () => {
  test("gives references, and every later request defines what they name, deferred and behind all others", async () => {
    const world = await deferringWorld(
      [
        { blocks: [search("wash the cat")] },
        { blocks: [use("mcp__pets__cat_wash")] },
        { blocks: [search("select:mcp__pets__dog_walk")] },
      ],
      { toolList: [tool("A")], plugins: [pets] },
    );
    const { summary } = await world.prompt();
    expect(summary.reason).toBe("done");
    const { requests } = world.model;
    expectValid(requests);
    expect(requests.map(toolsOf)).toEqual([
      ["A", "ToolSearch"],
      ["A", "ToolSearch", "mcp__pets__cat_wash"],
      ["A", "ToolSearch", "mcp__pets__cat_wash"],
      ["A", "ToolSearch", "mcp__pets__cat_wash", "mcp__pets__dog_walk"],
    ]);
    expect(resultsIn(requests[1]?.messages)[0]?.content).toContainEqual({
      type: "tool_reference",
      tool_name: "mcp__pets__cat_wash",
    });
    expect(resultsIn(requests[2]?.messages)[0]?.content).toBe("mcp__pets__cat_wash ran");
    expect(requests[3]?.tools.map(({ defer_loading }) => defer_loading)).toEqual([
      undefined,
      undefined,
      true,
      true,
    ]);
  });

  test("leaves the bytes of the tools before as they are, and never marks a deferred one for the cache", async () => {
    const world = await deferringWorld(
      [{ blocks: [search("select:mcp__pets__dog_walk")] }, { blocks: [search("wash cat")] }],
      { toolList: [tool("A")], plugins: [pets] },
    );
    await world.prompt();
    const bodies = world.model.requests.map((request) => toRequestBody(request));
    const tools = bodies.map((body) => JSON.stringify(body.tools).slice(0, -1));
    expect(tools[1]?.startsWith(tools[0] ?? "-")).toBe(true);
    expect(tools[2]?.startsWith(tools[1] ?? "-")).toBe(true);
    expect(bodies.map(({ tools }) => tools?.findIndex((each) => "cache_control" in each))).toEqual([1, 1, 1]);
  });

  test("for a model that takes no references gives the schema as words, and loads the tool like any other", async () => {
    const plugins = [server("pets", ["cat_wash"], { input: Type.Object({ soap: Type.String() }) })];
    const world = await deferringWorld(
      [
        { blocks: [search("wash the cat")] },
        { blocks: [use("mcp__pets__cat_wash", { input: { soap: "mild" } })] },
      ],
      { plugins, features: PLAIN },
    );
    await world.prompt();
    const [, second, third] = world.model.requests;
    expectValid(world.model.requests);
    expect(second?.tools.at(-1)).toEqual({
      name: "mcp__pets__cat_wash",
      description: "The tool mcp__pets__cat_wash of the test.",
      input_schema: { type: "object", required: ["soap"], properties: { soap: { type: "string" } } },
    });
    const [part] = (resultsIn(second?.messages)[0] as ResultBlock).content as readonly { text: string }[];
    expect(part?.text).toContain('This tool is loaded now and can be called:\n{"name":"mcp__pets__cat_wash"');
    expect(resultsIn(third?.messages)[0]?.content).toBe("mcp__pets__cat_wash ran");
  });

  test("is needed first: a deferred tool that was not found is not run, and the model is told how to find it", async () => {
    const world = await deferringWorld(
      [
        { blocks: [search("select:mcp__pets__cat_wash"), use("mcp__pets__cat_wash")] },
        { blocks: [use("mcp__pets__cat_wash")] },
      ],
      { plugins: [pets] },
    );
    await world.prompt();
    const [, second, third] = world.model.requests;
    expect(resultsIn(second?.messages)[1]).toMatchObject({
      is_error: true,
      content:
        "The tool `mcp__pets__cat_wash` is not loaded yet, so you have not seen what input it takes. Nothing was done. Load it with ToolSearch, query `select:mcp__pets__cat_wash`, then call it.",
    });
    expect(resultsIn(third?.messages)[0]?.content).toBe("mcp__pets__cat_wash ran");
  });

  test("is no permission: what it found passes every gate", async () => {
    const world = await deferringWorld(
      [{ blocks: [search("select:mcp__pets__cat_wash")] }, { blocks: [use("mcp__pets__cat_wash")] }],
      { plugins: [pets], permissions: {} },
    );
    await world.prompt();
    expect(resultsIn(world.model.requests[2]?.messages)[0]).toMatchObject({
      is_error: true,
      content: expect.stringContaining("Permission denied"),
    });
  });
});

test("a call that is not a model's needs no search", async () => {
  const world = await deferringWorld([], { plugins: [pets] });
  expect(textOf(await callOne(world, "mcp__pets__cat_wash"))).toBe("mcp__pets__cat_wash ran");
});

describe("a denied tool", () => {
  const asked = async (world: Awaited<ReturnType<typeof createWorld>>, query: string) =>
    JSON.stringify((await callOne(world, "ToolSearch", { query })).block.content);

  test("is neither named nor found", async () => {
    const world = await createWorld({ plugins: [pets], permissions: { deny: ["mcp__pets__cat_wash"] } });
    expect(JSON.stringify((await world.session.tools()).definitions)).not.toContain("cat_wash");
    expect(await asked(world, "cat wash")).not.toContain('"tool_name":"mcp__pets__cat_wash"');
    expect(await asked(world, "select:mcp__pets__cat_wash")).toContain(
      "There is no tool named `mcp__pets__cat_wash` to load.",
    );
  });

  test("is not found any more once a rule of the session denies it", async () => {
    const world = await createWorld({ plugins: [pets] });
    expect(await asked(world, "cat wash")).toContain('"tool_name":"mcp__pets__cat_wash"');
    await world.session.remember({ behavior: "deny", rule: "mcp__pets__cat_wash", scope: "session" });
    expect(await asked(world, "cat wash")).not.toContain('"tool_name":"mcp__pets__cat_wash"');
  });
});

describe("what a session showed or found", () => {
  const findsTheCat = [{ blocks: [search("select:mcp__pets__cat_wash")] }];
  const resumed = async (world: Awaited<ReturnType<typeof deferringWorld>>, text = "go on") => {
    await world.session.close();
    const session = await world.gauntlet.session({ resume: world.session.id });
    for await (const _ of session.prompt(text));
    await session.close();
    return world.model.requests.at(-1);
  };

  test("is still found when the session goes on", async () => {
    const world = await deferringWorld(findsTheCat, { plugins: [pets] });
    await world.prompt();
    const before = world.model.requests.at(-1);
    const after = await resumed(world);
    expect(after?.tools).toEqual(before?.tools);
    expectValid(world.model.requests);
  });

  test("is in the journal, with what is deferred", async () => {
    const world = await deferringWorld(findsTheCat, { toolList: [tool("A")], plugins: [pets] });
    await world.prompt();
    expect(eventsOf(await world.journal(), "pool.built")).toEqual([
      {
        type: "pool.built",
        tools: ["A", "mcp__pets__cat_feed", "mcp__pets__cat_wash", "mcp__pets__dog_walk", "ToolSearch"],
        hidden: [],
        deferred: ["mcp__pets__cat_feed", "mcp__pets__cat_wash", "mcp__pets__dog_walk"],
      },
    ]);
  });

  test("is not taken back when another process would defer it", async () => {
    const off = await deferringWorld([], { plugins: [pets], deferral: { policy: "off" } });
    await off.prompt();
    await off.session.close();
    const on = await deferringWorld([], { plugins: [pets], cwd: off.cwd, stateDirectory: off.state });
    const session = await on.gauntlet.session({ resume: off.session.id });
    for await (const _ of session.prompt("go on"));
    await session.close();
    expect(toolsOf(on.model.requests.at(-1))).toEqual(expect.arrayContaining(["mcp__pets__cat_wash"]));
    expect((on.model.requests.at(-1)?.tools ?? []).filter(({ defer_loading }) => defer_loading)).toEqual([]);
  });

  test("and is gone by now is said to be gone, in words", async () => {
    const world = await deferringWorld(findsTheCat, { plugins: [pets] });
    await world.prompt();
    await world.session.close();
    const without = await deferringWorld([], {
      plugins: [server("other", ["t"])],
      cwd: world.cwd,
      stateDirectory: world.state,
    });
    const session = await without.gauntlet.session({ resume: world.session.id });
    for await (const _ of session.prompt("go on"));
    await session.close();
    expectValid(without.model.requests);
    expect(JSON.stringify(without.model.requests[0]?.messages)).toContain(
      "(The tool `mcp__pets__cat_wash` is no longer available.)",
    );
  });

  test("in a conversation from elsewhere counts: tools it used are loaded", async () => {
    const world = await deferringWorld([], { plugins: [pets] });
    const session = await world.gauntlet.session({
      messages: [
        { role: "user", content: "hi" },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "t", name: "mcp__pets__dog_walk", input: {} } as never],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "ok" } as never] },
      ],
    });
    for await (const _ of session.prompt("again"));
    await session.close();
    expect(world.model.requests[0]?.tools.at(-1)).toMatchObject({ name: "mcp__pets__dog_walk" });
    expect(world.model.requests[0]?.tools.at(-1)).not.toHaveProperty("defer_loading");
  });
});

test("a tap can hide a tool from the pool and so from every search", async () => {
  const hide = tapping(({ buildPool }) =>
    buildPool.tap("no cats", (draft) => ({
      ...draft,
      entries: draft.entries.filter(({ tool: { name } }) => !name.includes("cat")),
    })),
  );
  expect(await deferredIn({ plugins: [pets, hide] })).toEqual(["mcp__pets__dog_walk"]);
});
