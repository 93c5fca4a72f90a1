import { describe, expect, test } from "vitest";
import { callOne, createMcpWorld, decide, isRunning, namesIn } from "./world.ts";

test("a server's tools are called by its own names, and its process ends with the session", async () => {
  const world = createMcpWorld();
  world.raw("my server.v2", { tools: [{ name: "admin.tools.list" }, { name: "admin_tools_list" }] });
  const session = await world.session();
  const names = await namesIn(session);
  expect(names.length).toBe(2);
  const texts = await Promise.all(names.map(async (name) => (await callOne(session, name)).text));
  expect(texts.sort()).toEqual(["called admin.tools.list {}", "called admin_tools_list {}"]);
  await session.close();
  expect(world.pids("my server.v2").map(isRunning)).toEqual([false]);
});

test("a call that no rule names asks, and is described by server and tool", async () => {
  const world = createMcpWorld();
  world.raw("notes", { tools: [{ name: "add" }] });
  const questions: string[] = [];
  const session = await world.session({
    answerers: [
      {
        name: "person",
        answer: async ({ words }) => {
          questions.push(words);
          return { behavior: "deny" };
        },
      },
    ],
  });
  expect((await callOne(session, "mcp__notes__add")).outcome).toBe("denied");
  expect(questions).toEqual(["call `add` of the MCP server `notes`"]);
  expect(world.received("notes", "tools/call")).toEqual([]);
});

test("what a server claims lowers nothing, and counts for planning when people trust it", async () => {
  const world = createMcpWorld();
  world.raw("s", {
    tools: [
      { name: "look", annotations: { readOnlyHint: true } },
      { name: "act", annotations: { readOnlyHint: false } },
    ],
  });
  const plain = await world.session();
  expect(await decide(plain, "mcp__s__look")).toBe("ask");
  const planning = await world.session({ mode: "plan" });
  expect(await decide(planning, "mcp__s__look")).toBe("deny");
  const trusting = await world.session({ mode: "plan", trustEffects: ["mcp:s"] });
  expect([await decide(trusting, "mcp__s__look"), await decide(trusting, "mcp__s__act")]).toEqual([
    "ask",
    "deny",
  ]);
});

test("a tool that wants a person at each call asks, whatever allows it", async () => {
  const world = createMcpWorld();
  world.raw("s", { tools: [{ name: "pay", _meta: { "anthropic/requiresUserInteraction": true } }] });
  const session = await world.session({ permissions: { allow: ["mcp__s"] }, mode: "bypassPermissions" });
  expect(await decide(session, "mcp__s__pay")).toBe("ask");
});

describe("a definition", () => {
  test("goes out as an object schema without combinators at its root, and inputs are judged by the server's own", async () => {
    const world = createMcpWorld();
    const id = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
    const slug = { type: "object", properties: { slug: { type: "string" } }, required: ["slug"] };
    const cond = JSON.parse(
      '{"type":"object","properties":{"mode":{"type":"string"}},"allOf":[{"if":{"properties":{"mode":{"const":"x"}},"required":["mode"]},"then":{"required":["y"]}}]}',
    );
    world.raw("s", {
      tools: [
        { name: "ok" },
        { name: "any", inputSchema: { anyOf: [id, slug] } },
        { name: "cond", inputSchema: cond },
        { name: "none", inputSchema: {} },
        { name: "list", inputSchema: { type: "array" } },
      ],
    });
    const session = await world.session();
    const { definitions } = await session.tools();
    const schemas = definitions
      .filter(({ name }) => name.startsWith("mcp__"))
      .map(({ input_schema }) => input_schema);
    expect(schemas.map(({ type }) => type)).toEqual(["object", "object", "object", "object"]);
    for (const schema of schemas) expect(Object.keys(schema)).not.toContain("anyOf");
    expect(await callOne(session, "mcp__s__any", {})).toMatchObject({ outcome: "invalid" });
    expect(await callOne(session, "mcp__s__any", { slug: "x" })).toMatchObject({ outcome: "succeeded" });
    expect(await callOne(session, "mcp__s__cond", { mode: "x" })).toMatchObject({ outcome: "invalid" });
    expect(world.received("s", "tools/call").length).toBe(1);
    expect(world.warnings).toEqual([
      "the MCP server `s`: its tool `list` is left out: its input schema is of the type `array`, and inputs are objects",
    ]);
  });

  test("that is broken takes no other with it, and is named", async () => {
    const world = createMcpWorld();
    let deep: object = {};
    for (let at = 0; at < 60; at++) deep = { properties: { a: deep } };
    world.raw("s", {
      tools: [
        { name: "a", outputSchema: { description: "x" } },
        { name: "b" },
        { name: "b", description: "again" },
        { name: "broken", inputSchema: { type: "object", properties: { x: { type: "strin" } } } },
        { name: "far", inputSchema: { type: "object", properties: { x: { $ref: "http://example.com/x" } } } },
        { name: "deep", inputSchema: { type: "object", ...deep } },
        { name: "large", description: "x".repeat(70_000) },
        { name: "odd", inputSchema: { type: "object", required: ["a b"] } },
        { name: 5 },
        "text",
      ] as object[],
    });
    const session = await world.session();
    expect(await namesIn(session)).toEqual(["mcp__s__a", "mcp__s__b"]);
    expect(await callOne(session, "mcp__s__a")).toMatchObject({ outcome: "succeeded" });
    const [warning = ""] = world.warnings;
    for (const name of ["broken", "far", "deep", "large", "odd", "b"])
      expect(warning).toContain(`\`${name}\``);
    expect(warning).toContain("of its tool `a`, its output schema is not one of an object");
  });

  test("hides nothing: what cannot be seen in a description is spelled out", async () => {
    const world = createMcpWorld();
    world.raw("s", {
      tools: [{ name: "add", description: "Add\u001b[8m hidden\u{e0041}\u202e" }, { name: "x" }],
    });
    const { definitions } = await (await world.session()).tools();
    const described = new Map(definitions.map(({ name, description }) => [name, description]));
    expect(described.get("mcp__s__add")).toBe("Add\\u{1b}[8m hidden\\u{e0041}\\u{202e}");
    expect(described.get("mcp__s__x")).toBe("The tool x of the MCP server s.");
  });

  test("has a description of at most two thousand characters", async () => {
    const world = createMcpWorld();
    world.raw("s", { tools: [{ name: "add", description: "x".repeat(5_000) }] });
    const { definitions } = await (await world.session()).tools();
    expect(definitions.find(({ name }) => name === "mcp__s__add")?.description).toMatch(
      /^x{2048}… \(shortened\)$/,
    );
  });
});

describe("a list in pages", () => {
  const many = Array.from({ length: 24 }, (_, at) => ({ name: `t${at}` }));

  test("is read to its end", async () => {
    const world = createMcpWorld();
    world.raw("s", { tools: many, pages: 3 });
    expect((await namesIn(await world.session())).length).toBe(24);
  });

  test("that repeats itself costs two requests, and what came first counts", async () => {
    const world = createMcpWorld();
    world.raw("s", { tools: many.slice(0, 8), endless: true });
    expect((await namesIn(await world.session())).length).toBe(8);
    expect(world.received("s", "tools/list").length).toBe(2);
    expect(world.warnings).toEqual([
      "the MCP server `s`: its answers to `tools/list` repeat themselves; what came first counts",
    ]);
  });
});

test("two servers whose names would be one to rules do not share tools: the second is not started", async () => {
  const world = createMcpWorld();
  world.raw("a", { tools: [{ name: "t" }] });
  const { serverSegment } = await import("../src/index.ts");
  const twin = serverSegment("a b");
  world.raw("a b", { tools: [{ name: "t" }] });
  world.raw(twin, { tools: [{ name: "t" }] });
  const session = await world.session();
  expect((await namesIn(session)).length).toBe(2);
  expect(
    world.warnings.filter((text) => text.includes("the names of those of `a b`; rename one")).length,
  ).toBe(1);
});

test("a server whose every tool a rule denies is not even started", async () => {
  const world = createMcpWorld();
  world.raw("s", { tools: [{ name: "t" }] });
  const session = await world.session({ permissions: { deny: ["mcp__s"] } });
  expect(await namesIn(session)).toEqual([]);
  expect(world.pids("s")).toEqual([]);
});

test("a server gets a few harmless variables and its own, and no secret of ours", async () => {
  const world = createMcpWorld();
  world.raw("s", { tools: [{ name: "t" }], logEnv: true }, { env: { OWN: "${MINE}" } });
  const session = await world.session({ env: { MINE: "for the server", ANTHROPIC_API_KEY: "sk-secret" } });
  await session.tools();
  const env = world
    .log("s")
    .flatMap((entry) => (entry["env"] ? [entry["env"] as Record<string, string>] : []))[0];
  expect(env).toMatchObject({ OWN: "for the server", PATH: process.env["PATH"] });
  expect(
    Object.keys(env ?? {}).filter((name) => /KEY|TOKEN|SECRET|NODE_OPTIONS|GAUNTLET/.test(name)),
  ).toEqual([]);
});

test("a broken entry is said and leaves the others alone, and no value of a variable is in any text", async () => {
  const world = createMcpWorld();
  world.raw("a", { tools: [{ name: "t" }] });
  world.servers["b"] = { command: "${H4_UNSET}/bin/x", args: ["--lit=$5", "${H4_TOKEN}"] };
  world.servers["c"] = { command: "/does/not/exist/${H4_TOKEN}", args: [] };
  const session = await world.session({ env: { H4_TOKEN: "t0psecret" } });
  expect(await namesIn(session)).toEqual(["mcp__a__t"]);
  expect(world.warnings).toEqual([
    "MCP server `b` in `test` cannot be used: the variable `H4_UNSET` is not set; set it, or write `${H4_UNSET:-default}`",
    "the MCP server `c` could not be reached: its `command` was not found",
  ]);
});
