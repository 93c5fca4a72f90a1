import { describe, expect, test } from "vitest";
import { createToolSearch, type Found } from "../../src/pool/tool-search.ts";

const names = [
  "mcp__hub__issue_create",
  "mcp__hub__issue_close",
  "mcp__hub__file_read",
  "mcp__mail__send",
  "Notes",
  "Clock",
];
const tools = names.map((name) => ({
  name,
  description: `Does ${name.replaceAll("_", " ")}. And more.`,
  input: { type: "object", properties: {} },
}));
const ground = { deferred: () => tools, isLoaded: (name: string) => name === "Read" };
const search = createToolSearch("", ground);

const ask = (query: string, max_results?: number): Promise<Found> =>
  search.execute({ query, ...(max_results && { max_results }) }, {} as never) as Promise<Found>;

describe("a search by names", () => {
  test.each<[string, string, readonly string[], readonly RegExp[]]>([
    [
      "gives the tools in the order they were asked for",
      "select:Notes,mcp__mail__send",
      ["Notes", "mcp__mail__send"],
      [],
    ],
    ["takes spaces, and a tool twice as once", " Select: Notes , Clock,Notes ", ["Notes", "Clock"], []],
    [
      "takes a name that the list has cut, when one tool begins so",
      "select:mcp__hub__fi…",
      ["mcp__hub__file_read"],
      [],
    ],
    [
      "does not guess between two that begin so",
      "select:mcp__hub__issue…",
      [],
      [/no tool named `mcp__hub__issue…`/],
    ],
    ["says what is loaded already", "select:Read,Notes", ["Notes"], [/`Read` is loaded already/]],
    [
      "suggests a near name",
      "select:Note",
      [],
      [/There is no tool named `Note` to load\. Did you mean `Notes`\?/],
    ],
    [
      "gives a handful and names the rest",
      `select:${names.join(",")}`,
      names.slice(0, 5),
      [/Not loaded, because five are loaded at a time: Clock\./],
    ],
    ["without a name asks for other words", "select:", [], [/an empty query/]],
  ])("%s", async (_, query, found, notes) => {
    const { tools: got, notes: said } = await ask(query);
    expect(got).toEqual(found);
    expect(said).toHaveLength(notes.length);
    for (const [i, note] of notes.entries()) expect(said[i]).toMatch(note);
  });
});

describe("a search by words", () => {
  test("gives the best first, and no more than asked for", async () => {
    expect(await ask("issue create", 1)).toEqual({ tools: ["mcp__hub__issue_create"], notes: [] });
  });

  test("gives at most a handful, however many are asked for", async () => {
    const many = Array.from({ length: 9 }, (_, i) => ({
      ...tools[0],
      name: `pear_${i}`,
      description: "A pear.",
      input: {},
    }));
    const found = await createToolSearch("", { ...ground, deferred: () => many }).execute(
      { query: "pear", max_results: 9 },
      {} as never,
    );
    expect((found as Found).tools).toHaveLength(5);
  });

  test("with `+` gives only tools that have the word", async () => {
    expect((await ask("+close issue")).tools).toEqual(["mcp__hub__issue_close"]);
  });

  test("that nothing fits suggests other words", async () => {
    const { tools: found, notes } = await ask("zebra");
    expect(found).toEqual([]);
    expect(notes[0]).toMatch(/^No tool fits `zebra`\. Search again with other words/);
  });

  test("that is met only weakly loads nothing and says so", async () => {
    const { tools: found, notes } = await ask("send zebra quagga okapi");
    expect(found).toEqual([]);
    expect(notes[0]).toContain(
      "fit only weakly and were not loaded:\n- mcp__mail__send: Does mcp mail send.",
    );
  });
});

test("references stand behind what is said", () => {
  expect(search.toModel({ tools: ["A"], notes: ["n"] }, {})).toEqual([
    { type: "text", text: "n" },
    { type: "tool_reference", tool_name: "A" },
  ]);
});
