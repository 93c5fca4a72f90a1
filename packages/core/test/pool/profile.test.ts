import { describe, expect, test } from "vitest";
import { definePlugin } from "../../src/index.ts";
import { server } from "../deferral.ts";
import { createWorld, tool, type WorldOptions } from "../world.ts";

const plugins = [
  definePlugin({ name: "one", profiles: { simple: ["A"], wide: ["A", "B"] } }),
  definePlugin({ name: "two", profiles: { simple: ["Sea", "Nothing"] } }),
];
const toolList = [tool("A"), tool("B"), tool("C", { aliases: ["Sea"] })];
const poolOf = async (options: WorldOptions) =>
  (await createWorld({ toolList, plugins, ...options })).session.tools();

describe("a profile", () => {
  test("holds what all plugins list for it, by name or alias", async () => {
    const pool = await poolOf({ profile: "simple" });
    expect(pool.entries.map(({ tool: { name } }) => name)).toEqual(["A", "C"]);
    expect(pool.hidden).toEqual([{ tool: "B", why: "it is not in the profile `simple`" }]);
  });

  test("that is `full` holds everything", async () => {
    expect((await poolOf({ profile: "full" })).hidden).toEqual([]);
  });

  test("is narrowed by the names asked for", async () => {
    const pool = await poolOf({ profile: "wide", tools: ["B", "C"] });
    expect(pool.entries.map(({ tool: { name } }) => name)).toEqual(["B"]);
  });

  test("is not about the tools of servers", async () => {
    const pool = await poolOf({ profile: "simple", plugins: [...plugins, server("s", ["t"])] });
    expect(pool.find("mcp__s__t")).toBeDefined();
  });

  test("that nobody lists anything for is an error, so that a slip does not show everything", async () => {
    await expect(poolOf({ profile: "simpel" })).rejects.toThrow(
      "no plugin here has tools for the profile `simpel`",
    );
    await expect(poolOf({ profile: "toString" })).rejects.toThrow(
      "no plugin here has tools for the profile `toString`",
    );
  });
});

test("profiles that are not lists of names are refused where they are declared", () => {
  for (const profiles of [5, null, { simple: "A" }, { simple: [5] }])
    expect(() => definePlugin({ name: "p", profiles: profiles as never })).toThrow("declares `profiles`");
});
