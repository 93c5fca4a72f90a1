import { describe, expect, test } from "vitest";
import { definePlugin, Gauntlet, type GauntletError, isPlugin } from "../../src/index.ts";
import { scratchDirectory, tool } from "../world.ts";

function refusal(spec: unknown): readonly [string, string, string | undefined] {
  try {
    definePlugin(spec as { name: string });
  } catch (thrown) {
    const { code, message, hint } = thrown as GauntletError;
    return [code, message, hint];
  }
  throw new Error("the declaration was accepted");
}

test.each<[string, unknown, string, string | undefined]>([
  ["has no name", {}, "plugin `undefined` has no name", undefined],
  ["is null", null, "plugin `undefined` has no name", undefined],
  ["has a blank name", { name: " " }, "plugin ` ` has no name", undefined],
  [
    "has a misspelled member",
    { name: "p", tool: [] },
    "plugin `p` declares `tool`, which no plugin has",
    "did you mean `tools`?",
  ],
  [
    "has a member nobody knows",
    { name: "p", hooks: {} },
    "plugin `p` declares `hooks`, which no plugin has",
    undefined,
  ],
  [
    "has tools that are no array",
    { name: "p", tools: {} },
    "plugin `p` declares `tools` that are not an array",
    undefined,
  ],
  [
    "lists a bare object as a tool",
    { name: "p", tools: [tool("A"), { name: "B" }] },
    "plugin `p` lists something at `tools[1]` that is not a tool",
    "make it with `defineTool`",
  ],
  [
    "has an apply that is no function",
    { name: "p", apply: true },
    "plugin `p` declares `apply` that is not a function",
    undefined,
  ],
])("a plugin is refused when it %s", (_, spec, message, hint) => {
  expect(refusal(spec)).toEqual(["GNT_PLUGIN_DECLARATION", message, hint]);
});

test("a defined plugin is frozen, its tool list too, and later changes to the spec do not reach it", () => {
  const tools = [tool("A")];
  const plugin = definePlugin({ name: "p", tools });
  tools.push(tool("B"));
  expect(plugin.tools.map(({ name }) => name)).toEqual(["A"]);
  expect([Object.isFrozen(plugin), Object.isFrozen(plugin.tools)]).toEqual([true, true]);
  expect([isPlugin(plugin), isPlugin({ ...plugin }), isPlugin(undefined)]).toEqual([true, false, false]);
});

describe("a Gauntlet refuses", () => {
  const madeWith = async (...plugins: readonly unknown[]) => {
    const cwd = await scratchDirectory();
    return () => new Gauntlet({ plugins: plugins as never, cwd, home: cwd, stateDirectory: `${cwd}/state` });
  };

  test("a plugin for another contract version, before it looks at its tools", async () => {
    const make = await madeWith({ name: "old", contract: 99, apply() {} });
    expect(make).toThrow("plugin `old` was built for contract version 99, this runtime has 1");
  });

  test("a tool for another contract version", async () => {
    const old = { ...tool("Old"), contract: 99 };
    const plugin = { ...definePlugin({ name: "mixed" }), tools: [old] };
    expect(await madeWith(plugin)).toThrow(
      "tool `Old` of plugin `mixed` was built for contract version 99, this runtime has 1",
    );
  });

  test("a plugin that throws while it is applied, and names it", async () => {
    const make = await madeWith(
      definePlugin({
        name: "bad",
        apply: () => {
          throw new Error("boom");
        },
      }),
    );
    expect(make).toThrow("plugin `bad` threw while it was applied: boom");
  });

  test("a plugin that is applied asynchronously, because its taps could come too late", async () => {
    const make = await madeWith(
      definePlugin({
        name: "late",
        apply: (async () => {
          throw new Error("nobody would hear this");
        }) as () => void,
      }),
    );
    expect(make).toThrow("plugin `late` is applied asynchronously");
  });
});
