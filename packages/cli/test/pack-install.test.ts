import { cp, mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ended, type Place, run } from "./command.ts";
import { writeFiles } from "./files.ts";
import { type LocalRegistry, startLocalRegistry } from "./local-registry.ts";
import { packPackages } from "./pack-packages.ts";
import { runNpm } from "./run-npm.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const example = join(repository, "examples/minimal-pack");

/** A machine of somebody else: what they write, and what npm installs for them. */
let root: string;
let registry: LocalRegistry;
let project: Place;

const placeAt = (cwd: string): Place => ({
  root,
  cwd,
  env: {
    PATH: process.env["PATH"],
    HOME: join(root, "home"),
    GAUNTLET_HOME: join(root, "state"),
    XDG_CONFIG_HOME: join(root, "config"),
  },
});

const npm = (cwd: string, ...args: string[]) => runNpm({ root, registry: registry.url }, cwd, args);

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-outside-")));
  const packages = ["packages/core", "packages/testing", "examples/minimal-pack"];
  registry = await startLocalRegistry(
    await packPackages(
      { root },
      packages.map((directory) => join(repository, directory)),
      ["typescript", "@types/node"].map((name) => join(repository, "node_modules", name)),
    ),
  );
  project = placeAt(join(root, "project"));
  await writeFiles(project.cwd, {
    "package.json": JSON.stringify({ name: "project", private: true, type: "module" }),
    "gauntlet.config.ts": await readFile(join(example, "project/gauntlet.config.ts"), "utf8"),
    "notes.txt": "one\ntwo\n",
  });
  await npm(project.cwd, "install", "gauntlet-pack-lines", "@gauntlet/core");
}, 60_000);

afterAll(async () => {
  await registry?.close();
  await rm(root, { recursive: true, force: true, maxRetries: 3 });
});

test("the author's own tests run outside this repository", async () => {
  const author = join(root, "author");
  await cp(example, author, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  await npm(author, "install");
  const { stdout } = await npm(author, "test");
  expect(stdout).toMatch(/pass 2\n/);
  expect(stdout).toMatch(/fail 0\n/);
}, 60_000);

test("a generated pack and a generated policy install, are typed, and pass their tests as they are", async () => {
  const author = placeAt(join(root, "generated"));
  await mkdir(author.cwd);
  const kinds = [
    ["pack", "@acme/gauntlet-tools"],
    ["policy", "acme-policy"],
  ] as const;
  const passed = await Promise.all(
    kinds.map(async ([kind, name]) => {
      expect(await run(author, ["init", kind, name])).toMatchObject({ code: 0, stderr: "" });
      const directory = join(author.cwd, basename(name));
      await npm(directory, "install");
      // Its `test` compiles first, so a type that is wrong fails it.
      return (await npm(directory, "test")).stdout;
    }),
  );
  for (const stdout of passed) expect(stdout).toMatch(/pass [12]\n(?:.*\n)?.*fail 0\n/);
  // As its README says before publishing.
  const pack = placeAt(join(author.cwd, "gauntlet-tools"));
  const manifest = join(pack.cwd, "gauntlet.manifest.json");
  expect(await run(pack, ["pack", "manifest"])).toEqual({
    code: 0,
    stdout: `wrote ${manifest}: 1 tool\n`,
    stderr: "",
  });
  // What was built is what a project loads.
  const user = placeAt(join(author.cwd, "project"));
  const [tools, policy] = ["../gauntlet-tools/dist/src/index.js", "../acme-policy/dist/src/index.js"];
  const config = { plugins: [tools], extends: [policy], permissions: { allow: ["WordCount"] } };
  await writeFiles(user.cwd, {
    "gauntlet.config.json": JSON.stringify(config),
    "a.txt": "one two",
    ".env": "A=1",
  });
  await run(user, ["trust", "."]);
  const called = await run(user, ["call", "WordCount", '{"file_path":"a.txt"}']);
  expect(called).toMatchObject({ code: 0, stdout: expect.stringContaining("a.txt has 2 words.") });
  const refused = await run(user, ["call", "WordCount", '{"file_path":".env"}']);
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("It holds secrets") });
}, 120_000);

interface ShownTool {
  readonly name: string;
  readonly plugin: string;
}

const toolsOf = ({ stdout }: Ended): readonly ShownTool[] =>
  (JSON.parse(stdout) as { tools: readonly ShownTool[] }).tools;

describe("an installed pack", () => {
  test("is not loaded before the project is trusted, and that is said", async () => {
    const shown = await run(project, ["tools", "--json"]);
    expect(shown.code).toBe(0);
    expect(toolsOf(shown).map(({ name }) => name)).not.toContain("LineCount");
    expect(shown.stderr).toBe(
      `gauntlet: the code in \`${project.cwd}/gauntlet.config.ts\` does not count: \`${project.cwd}\` is not trusted; run \`gauntlet trust ${project.cwd}\`\n`,
    );
    const called = await run(project, ["call", "LineCount", '{"file_path":"notes.txt"}']);
    expect(called.code).toBe(1);
    expect(called.stderr).toContain("There is no tool named `LineCount`");
  });

  test("is listed with its plugin once the project is trusted", async () => {
    expect(await run(project, ["trust", "."])).toMatchObject({ code: 0, stderr: "" });
    const shown = await run(project, ["tools", "--json"]);
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    expect(toolsOf(shown)).toContainEqual(
      expect.objectContaining({
        name: "LineCount",
        plugin: "gauntlet-pack-lines",
        input_schema: expect.objectContaining({ required: ["file_path"], additionalProperties: false }),
      }),
    );
  });

  test("runs", async () => {
    const called = await run(project, ["call", "LineCount", '{"file_path":"notes.txt"}', "--json"]);
    expect(called).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(called.stdout)).toMatchObject({
      outcome: "succeeded",
      decision: { effective: "allow", effects: [`read ${project.cwd}/notes.txt`] },
      result: { content: "notes.txt has 2 lines." },
    });
  });

  test("objects to the present state in its own words", async () => {
    const called = await run(project, ["call", "LineCount", '{"file_path":"none.txt"}']);
    expect(called.code).toBe(1);
    expect(called.stderr).toContain("Find its path with Glob first");
  });

  test("is explained by the rule of the configuration, with file and line", async () => {
    const file = join(project.cwd, "gauntlet.config.ts");
    const lines = (await readFile(file, "utf8")).split("\n");
    const line = lines.findIndex((text) => text.includes("allow: [")) + 1;
    const explained = await run(project, ["explain", "LineCount", '{"file_path":"notes.txt"}', "--json"]);
    expect(explained).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(explained.stdout)).toMatchObject({
      decision: { because: [{ behavior: "allow", source: "project", rule: "LineCount", file, line }] },
    });
    const inWords = await run(project, ["explain", "LineCount", '{"file_path":"notes.txt"}']);
    expect(inWords.stdout).toContain(`(project rule \`LineCount\`, ${file}:${line})`);
  });

  test("stays under a deny rule for the files it reads", async () => {
    const args = ["call", "LineCount", '{"file_path":"notes.txt"}', "--deny", "Read(notes.txt)"];
    expect(await run(project, args)).toMatchObject({ code: 3, stdout: "" });
  });
});

describe("a bad pack is one clear message and exit code 2", () => {
  test.each([
    {
      title: "throws while it loads",
      code: 'throw new Error("no database here");',
      says: "plugin `bad-pack` cannot be loaded: `no database here` (GNT_PLUGIN_LOAD)",
      hint: "look at `$PACK/index.js`",
    },
    {
      title: "declares a flag no tool has",
      code: `import { definePlugin, defineTool, Type } from "@gauntlet/core";
const tool = defineTool({
  name: "Bad", description: "Does nothing.", input: Type.Object({}), isReadonly: true, execute: () => "",
});
export default definePlugin({ name: "bad-pack", tools: [tool] });`,
      says: /^plugin `bad-pack` cannot be loaded: .*tool `Bad` declares `isReadonly`, which no tool has.* \(GNT_PLUGIN_LOAD\)$/,
      hint: "did you mean `isReadOnly`? (`$PACK/index.js`)",
    },
    {
      title: "exports no plugin",
      code: "export default { name: 'bad-pack', tools: [] };",
      says: "plugin `bad-pack` exports no plugin (GNT_PLUGIN_LOAD)",
      hint: "export one by default, made with `definePlugin` or `defineTool`",
    },
    {
      title: "was built for another contract version",
      code: `import { definePlugin } from "@gauntlet/core";
const plugin = { ...definePlugin({ name: "bad-pack" }), contract: 99 };
export default Object.defineProperty(plugin, Symbol.for("gauntlet.plugin"), { value: true });`,
      says: "plugin `bad-pack` was built for contract version 99, this runtime has 1 (GNT_PLUGIN_CONTRACT)",
      hint: "install a version of the plugin that was built for this one",
    },
    {
      title: "claims the name of a tool there is",
      code: `import { definePlugin, defineTool, Type } from "@gauntlet/core";
const tool = defineTool({ name: "Read", description: "Mine.", input: Type.Object({}), execute: () => "" });
export default definePlugin({ name: "bad-pack", tools: [tool] });`,
      says: /`Read`.*\(GNT_TOOL_DUPLICATE\)$/,
    },
    {
      title: "is not installed",
      code: undefined,
      says: "plugin package `bad-pack` was not found from `$CWD` (GNT_PLUGIN_LOAD)",
      hint: "run `npm install bad-pack`",
    },
  ])("that $title", async ({ title, code, says, hint }) => {
    const place = placeAt(join(project.cwd, "bad", title.replaceAll(" ", "-")));
    const pack = join(place.cwd, "node_modules/bad-pack");
    await writeFiles(place.cwd, { "gauntlet.config.json": JSON.stringify({ plugins: ["bad-pack"] }) });
    if (code !== undefined) {
      const manifest = { name: "bad-pack", version: "1.0.0", type: "module", exports: "./index.js" };
      await writeFiles(pack, { "package.json": JSON.stringify(manifest), "index.js": code });
    }
    expect(await run(place, ["trust", "."])).toMatchObject({ code: 0 });

    const { code: exitCode, stdout, stderr } = await run(place, ["tools"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    const [message = "", ...others] = stderr.trimEnd().split("\n");
    const filled = (text: string): string => text.replace("$PACK", pack).replace("$CWD", place.cwd);
    const said = message.replace(/^gauntlet: /, "");
    if (typeof says === "string") expect(said).toBe(filled(says));
    else expect(said).toMatch(says);
    if (hint === undefined) expect(others.length).toBeLessThanOrEqual(1);
    else expect(others).toEqual([`  ${filled(hint)}`]);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
