import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { makePdf, makePng } from "../../tools-fs/test/media-files.ts";
import { createPlace, run } from "./command.ts";

describe("what is loaded before the answer to another agent's hook", () => {
  const holds = [
    ["packages/core/src/gauntlet.ts", true],
    ["packages/core/src/tool-search/thesaurus.ts", false],
    ["packages/tools-shell/src/analyze/analyze-command.ts", false],
    ["packages/tools-web/src/fetch-page.ts", false],
    ["packages/core/src/pool/ajv.ts", false],
  ] as const;
  test.each(holds)("%s is among it: %s", (source, isLoaded) => {
    const dist = new URL("../dist/", import.meta.url);
    const { outputs } = JSON.parse(readFileSync(new URL("meta.json", dist), "utf8")) as BundleMap;
    const loaded = new Set<string>();
    const load = (file: string): void => {
      if (loaded.has(file)) return;
      loaded.add(file);
      for (const { path, kind, external } of outputs[file]?.imports ?? [])
        if (kind === "import-statement" && !external) load(path);
    };
    const entries = ["packages/cli/src/gauntlet.ts", "packages/cli/src/commands/hook.ts"];
    for (const [file, { entryPoint = "" }] of Object.entries(outputs))
      if (entries.includes(entryPoint)) load(file);
    const sources = [...loaded].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
    expect(sources.includes(source)).toBe(isLoaded);
  });
});

interface BundleMap {
  readonly outputs: Readonly<
    Record<
      string,
      {
        readonly entryPoint?: string;
        readonly inputs: Readonly<Record<string, unknown>>;
        readonly imports: readonly {
          readonly path: string;
          readonly kind: string;
          readonly external?: boolean;
        }[];
      }
    >
  >;
}

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

test("the built command shows an image made smaller, and pages of a PDF", async () => {
  const place = await createPlace({});
  await writeFile(join(place.cwd, "a.png"), makePng({ width: 2400, height: 4 }));
  await writeFile(join(place.cwd, "a.pdf"), makePdf(["some words"]));
  const image = await run(place, ["call", "Read", '{"file_path":"a.png"}', "--json"]);
  expect(JSON.parse(image.stdout)).toMatchObject({
    result: { content: [{ text: expect.stringContaining("shown at 1568×3 px") }, { type: "image" }] },
  });
  const pages = await run(place, ["call", "Read", '{"file_path":"a.pdf","pages":"1"}', "--json"]);
  expect(JSON.parse(pages.stdout)).toMatchObject({
    result: { content: [{ text: expect.stringContaining("--- page 1 ---\nsome words") }] },
  });
  const forPerson = await run(place, ["call", "Read", '{"file_path":"a.png"}']);
  expect(forPerson.stdout).toMatch(/for the original\.\n\[image: image\/png, \d+ bytes\]\n$/);
});

test("the built command fetches a page", async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=gbk" });
    response.end(Buffer.concat([Buffer.from("<h1>"), Buffer.from("d6d0cec4", "hex")]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const input = JSON.stringify({ url: `http://127.0.0.1:${port}/`, prompt: "x" });
  const place = await createPlace({ "yes.json": '[{ "answer": "allow" }]' });
  const env = { ...place.env, GAUNTLET_TEST: "1", GAUNTLET_TEST_ALLOW_LOOPBACK: "1" };
  const { code, stdout } = await run({ ...place, env }, ["call", "WebFetch", input, "--answers", "yes.json"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("\n# 中文\n")]);
  const outside = await run(place, ["call", "WebFetch", input, "--answers", "yes.json"]);
  expect([outside.code, outside.stderr]).toEqual([3, expect.stringContaining("is not a public address")]);
});

describe("the pool that `gauntlet tools` shows", () => {
  test("leaves search out where nobody could search, and says why", async () => {
    const { stdout } = await run(await createPlace({}), ["tools"]);
    expect(stdout).toMatch(/^WebSearch +hidden: nobody is set up to search: there is no model/m);
  });

  test("is that of a prompt where a model is set up", async () => {
    const place = await createPlace({});
    const { stdout } = await run(place, ["tools"], { env: { ANTHROPIC_API_KEY: "sk-test-0123456789" } });
    expect(stdout).toMatch(/^WebSearch +Searches the web/m);
    const other = { ANTHROPIC_API_KEY: "sk-test-0123456789", ANTHROPIC_BASE_URL: "http://127.0.0.1:9" };
    expect((await run(place, ["tools"], { env: other })).stdout).toMatch(
      /^WebSearch +hidden: .*the model server `127\.0\.0\.1` is not known to have `web_search`/m,
    );
  });
});
