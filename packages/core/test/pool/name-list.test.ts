import fc from "fast-check";
import { expect, test } from "vitest";
import { BYTES_PER_NAME, nameList } from "../../src/pool/name-list.ts";

test.each<[string, readonly string[], string]>([
  ["names of no server stand on a line of their own", ["Alpha", "Beta"], "Alpha Beta"],
  ["a server's name is said once", ["mcp__hub__read", "mcp__hub__write"], "mcp__hub__: read write"],
  [
    "what all tools of a server begin with is said once",
    ["mcp__lin__lin_get", "mcp__lin__lin_put"],
    "mcp__lin__lin_: get put",
  ],
  ["a beginning ends where a word does", ["mcp__s__real", "mcp__s__read"], "mcp__s__: real read"],
  ["the only tool of a server keeps its whole name", ["mcp__s__a_b"], "mcp__s__: a_b"],
  ["servers follow each other", ["mcp__a__x", "mcp__b__y", "mcp__b__z"], "mcp__a__: x\nmcp__b__: y z"],
  ["nothing is nothing", [], ""],
])("%s", (_, names, text) => {
  expect(nameList(names)).toBe(text);
});

test("the longest names are cut when all together take too much", () => {
  const names = Array.from({ length: 40 }, (_, i) => `mcp__s__${i % 2 ? "x".repeat(50) : "short"}${i}`);
  const text = nameList(names);
  expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThanOrEqual(BYTES_PER_NAME * names.length);
  expect(text).toContain("short0 ");
  expect(text).toMatch(/ x+… /);
});

test("names of an ordinary length never cost more than they may", () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  const server = fc.record({
    name: word,
    tools: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}_[a-z]{1,40}$/), { minLength: 8, maxLength: 30 }),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(server, { minLength: 1, maxLength: 5, selector: ({ name }) => name }),
      (servers) => {
        const names = servers.flatMap(({ name, tools }) => tools.map((each) => `mcp__${name}__${each}`));
        const text = nameList(names);
        expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThanOrEqual(BYTES_PER_NAME * names.length);
        expect(text.split(/: | |\n/).length).toBe(names.length + servers.length);
      },
    ),
  );
});
