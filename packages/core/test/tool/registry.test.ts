import { expect, test } from "vitest";
import { definePlugin } from "../../src/index.ts";
import { createRegistry } from "../../src/tool/registry.ts";
import { tool } from "../world.ts";

const pack = (name: string, ...tools: ReturnType<typeof tool>[]) => definePlugin({ name, tools });

test("a tool is found by its name and by each alias, with its plugin", () => {
  const registry = createRegistry([pack("p", tool("Read", { aliases: ["cat", "View"] }))]);
  for (const name of ["Read", "cat", "View"]) {
    expect(registry.find(name)).toMatchObject({ plugin: "p", tool: { name: "Read" } });
  }
});

test.each(["read", "__proto__", "constructor", ""])("nothing answers to `%s`", (name) => {
  expect(createRegistry([pack("p", tool("Read"))]).find(name)).toBe(undefined);
});

test("all tools stand in the order of plugins and of their lists", () => {
  const registry = createRegistry([pack("p", tool("B"), tool("A")), pack("q", tool("C"))]);
  expect(registry.all.map(({ tool: { name }, plugin }) => `${plugin}/${name}`)).toEqual([
    "p/B",
    "p/A",
    "q/C",
  ]);
});

test.each([
  ["two names", tool("A"), tool("A")],
  ["a name and an alias", tool("A"), tool("B", { aliases: ["A"] })],
  ["an alias and a name", tool("B", { aliases: ["A"] }), tool("A")],
  ["two aliases", tool("B", { aliases: ["A"] }), tool("C", { aliases: ["A"] })],
])("two tools may not share %s", (_, one, other) => {
  expect(() => createRegistry([pack("p", one), pack("q", other)])).toThrow(
    "the tool name `A` is claimed by `p` and by `q`",
  );
});
