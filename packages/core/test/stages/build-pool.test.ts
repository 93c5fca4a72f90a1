import { describe, expect, test } from "vitest";
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
    ["that was not asked for", { tools: ["A", "B"] }, "it is not among the tools asked for"],
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
      "a plugin hides it",
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

test("a hidden tool does not run when the model calls it all the same", async () => {
  const world = await createWorld({ toolList: abc, tools: ["A"] });
  const settled = await callOne(world, "B");
  expect([settled.outcome, textOf(settled)]).toEqual([
    "invalid",
    "The tool `B` is not available here: it is not among the tools asked for. Use another way.",
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
      "description",
    ],
    ["gives no list", () => undefined, "gave no list of tools"],
    ["lists nothing", () => [null], "which was not offered to it"],
  ])("that %s stops the request", async (_, change, message) => {
    const world = await withTap(change as never);
    await expect(world.prompt()).rejects.toThrow(message);
    expect(world.model.requests).toEqual([]);
  });
});

test("our own path format is not sent to the model", async () => {
  const { Type } = await import("../../src/index.ts");
  const input = Type.Object({ path: Type.String({ format: "path", description: "A path." }) });
  const [definition] = (await poolOf({ toolList: [tool("P", { input })] })).definitions;
  expect(definition?.input_schema["properties"]).toEqual({
    path: { type: "string", description: "A path." },
  });
});
