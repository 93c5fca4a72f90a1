import { expect, test } from "vitest";
import { createPlace, run } from "./command.ts";

// What only the bundle can break: packages that are loaded when they are first needed.
test("the built command reads YAML configuration", async () => {
  const place = await createPlace({
    ".gauntletrc.yaml": "permissions:\n  deny:\n    - Read(a.txt)\n",
    "a.txt": "a\n",
  });
  expect((await run(place, ["explain", "Read", '{"file_path":"a.txt"}'])).code).toBe(3);
});

test.each(["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"])(
  "the built command judges a tool with a raw schema of %s",
  async ($schema) => {
    const tool = `{
      contract: 1, name: "Raw", aliases: [], description: "Takes a number.",
      input: { $schema: ${JSON.stringify($schema)}, type: "object", properties: { n: { type: "number" } }, required: ["n"] },
    }`;
    const place = await createPlace({
      "gauntlet.config.json": '{ "plugins": ["./raw.mjs"], "permissions": { "allow": ["Raw"] } }',
      "raw.mjs": rawPack(tool),
    });
    await run(place, ["trust"]);
    const good = await run(place, ["call", "Raw", '{"n":1}']);
    expect([good.code, good.stdout, good.stderr]).toEqual([0, "1\n", ""]);
    const bad = await run(place, ["call", "Raw", '{"n":"x"}']);
    expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining("`n` must be number")]);
  },
);

/** A pack that brings its own copy of what `defineTool` makes: it is known by its symbols. */
function rawPack(tool: string): string {
  return `
const flags = {
  isReadOnly: () => true, isConcurrencySafe: () => true, shouldDefer: false, alwaysLoad: false, needsPerson: false,
  honorsReadDenies: false, onInterrupt: "cancel",
};
const tool = {
  ...${tool},
  flags, timeoutMs: 1000, maxResultBytes: 1000,
  isEnabled: () => true, effects: () => [], validateInput: () => undefined, checkPermission: () => undefined,
  describeCall: () => "raw", execute: ({ n }) => n, toModel: String, toPerson: ({ text }) => text,
};
const marked = (value, name) => Object.defineProperty(value, Symbol.for(name), { value: true });
export default marked({ contract: 1, name: "raw", tools: [marked(tool, "gauntlet.tool")], apply() {} }, "gauntlet.plugin");
`;
}
