import { mkdir, readdir } from "node:fs/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createScratch, failure, pluginCode } from "./scratch.ts";

const data = { permissions: { deny: ["Read(.env)"], ask: ["Bash(git push *)"], allow: ["Read"] } };
const yaml = "permissions:\n  deny:\n    - Read(.env)\n  ask: ['Bash(git push *)']\n  allow:\n    - Read\n";
const typescript = `enum Place { Env = "Read(.env)" }
const config: { permissions: object } = {
  permissions: {
    deny: ["Read(.env)"],
    ask: ["Bash(git push *)"],
    allow: ["Read"],
  },
};
if (Place.Env !== "Read(.env)") throw new Error("no enum");
export default config;
`;
const esm = `export default ${JSON.stringify(data, null, 1)};`;
const cjs = `module.exports = ${JSON.stringify(data, null, 1)};`;

const FORMATS: [string, unknown, number | undefined][] = [
  ["gauntlet.config.ts", typescript, 4],
  ["gauntlet.config.mts", typescript, 4],
  ["gauntlet.config.js", esm, 4],
  ["gauntlet.config.mjs", esm, 4],
  ["gauntlet.config.cjs", cjs, 4],
  ["gauntlet.config.json", data, 4],
  ["gauntlet.config.yaml", yaml, 3],
  ["gauntlet.config.yml", yaml, 3],
  [".gauntletrc", yaml, 3],
  [".gauntletrc.json", data, 4],
  [".gauntletrc.yaml", yaml, 3],
  [".gauntletrc.yml", yaml, 3],
  [".gauntletrc.ts", typescript, 4],
  [".gauntletrc.js", cjs, 4],
  ["package.json", { name: "x", gauntlet: data }, 6],
];
const isCode = (name: string) => /\.[mc]?[jt]s$/.test(name);

describe("the project configuration", () => {
  it.each(FORMATS)(
    "is read from a trusted %s with file and line of every rule",
    async (name, content, line) => {
      const scratch = await createScratch();
      const file = await scratch.write(`ws/${name}`, content);
      await scratch.trust();
      const loaded = await scratch.load();
      expect(loaded.rules.map(({ behavior, text }) => [behavior, text])).toEqual([
        ["allow", "Read"],
        ["ask", "Bash(git push *)"],
        ["deny", "Read(.env)"],
      ]);
      expect(loaded.rules[2]).toEqual({
        behavior: "deny",
        text: "Read(.env)",
        source: "project",
        file,
        line,
        anchor: scratch.ws,
      });
      expect(loaded).toMatchObject({ trusted: true, notices: [], configFiles: [file] });
    },
  );

  it.each(FORMATS)("has no allow votes and runs no code without trust: %s", async (name, content) => {
    const scratch = await createScratch();
    const file = await scratch.write(`ws/${name}`, content);
    const loaded = await scratch.load();
    const what = isCode(name) ? "the code" : "`permissions.allow`";
    expect(loaded.rules.map(({ behavior }) => behavior)).toEqual(isCode(name) ? [] : ["ask", "deny"]);
    expect(loaded.notices).toEqual([
      `${what} in \`${file}\` does not count: \`${scratch.ws}\` is not trusted; run \`gauntlet trust ${scratch.ws}\``,
    ]);
    expect(loaded).toMatchObject({ trusted: false, configFiles: [file] });
  });

  it("leaves out everything that loosens or runs code without trust", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/p.mjs", "globalThis.projectPluginRan = true;");
    await scratch.write("ws/gauntlet.config.json", {
      permissions: { deny: ["Bash"], defaultMode: "bypassPermissions", additionalDirectories: ["/"] },
      plugins: ["./p.mjs"],
      env: { A: "b" },
      model: { baseURL: "http://127.0.0.1:9" },
      limits: { maxTurns: 9 },
      trustEffects: ["*"],
      hooks: { PreToolUse: [{}] },
      mcpServers: {},
    });
    const loaded = await scratch.load();
    expect(loaded.rules.map(({ text }) => text)).toEqual(["Bash"]);
    expect(loaded).toMatchObject({ plugins: [], env: {}, model: {}, limits: {}, trustEffects: [] });
    expect(loaded).toMatchObject({ additionalDirectories: [], trusted: false });
    expect(loaded.mode).toBeUndefined();
    expect(loaded.notices).toHaveLength(1);
    expect(loaded.notices[0]).toContain(
      "`permissions.defaultMode`, `permissions.additionalDirectories`, `plugins`, `env`, `model`, `limits`, `trustEffects`, `hooks` in",
    );
    expect("projectPluginRan" in globalThis).toBe(false);
  });

  it("does not run the configuration of another tool's search in an untrusted directory", async () => {
    const scratch = await createScratch();
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(scratch.ws);
    for (const ending of ["js", "cjs", "mjs"]) {
      await scratch.write(`ws/.config/config.${ending}`, "globalThis.metaConfigRan = true;");
    }
    await scratch.write("ws/evil.cjs", "globalThis.metaConfigRan = true; module.exports = {};");
    await scratch.write("ws/gauntlet.config.yaml", "$import: ./evil.cjs\n");
    expect((await failure(scratch.load())).code).toBe("GNT_CONFIG_UNKNOWN_KEY");
    await scratch.write("ws/gauntlet.config.yaml", yaml);
    expect((await scratch.load()).rules).toHaveLength(2);
    expect("metaConfigRan" in globalThis).toBe(false);
  });

  it("is found up to the root of the repository and not above it", async () => {
    const scratch = await createScratch();
    await mkdir(scratch.at("ws/repo/.git"), { recursive: true });
    await mkdir(scratch.at("ws/repo/a/b"), { recursive: true });
    const cwd = scratch.at("ws/repo/a/b");
    await scratch.write("ws/gauntlet.config.json", data);
    expect((await scratch.load({ cwd })).rules).toEqual([]);
    const file = await scratch.write("ws/repo/gauntlet.config.json", data);
    const { rules } = await scratch.load({ cwd });
    expect(rules.map((rule) => [rule.file, rule.anchor])).toEqual([
      [file, scratch.at("ws/repo")],
      [file, scratch.at("ws/repo")],
    ]);
  });

  it("is looked for in the working directory alone outside of a repository", async () => {
    const scratch = await createScratch();
    await mkdir(scratch.at("ws/sub"));
    await scratch.write("ws/gauntlet.config.json", data);
    expect((await scratch.load({ cwd: scratch.at("ws/sub") })).rules).toEqual([]);
  });

  it("counts the nearest one and says that a farther one does not count", async () => {
    const scratch = await createScratch();
    await mkdir(scratch.at("ws/.git"));
    const far = await scratch.write("ws/gauntlet.config.json", data);
    const near = await scratch.write("ws/sub/gauntlet.config.json", { permissions: { deny: ["Bash"] } });
    const loaded = await scratch.load({ cwd: scratch.at("ws/sub") });
    expect(loaded.rules.map(({ file }) => file)).toEqual([near]);
    expect(loaded.notices).toEqual([
      `\`${far}\` does not count: \`${near}\` is nearer to the working directory`,
    ]);
    expect(loaded.configFiles).toEqual([near, far]);
  });

  it("refuses two configurations in one directory", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/gauntlet.config.json", data);
    await scratch.write("ws/package.json", { gauntlet: {} });
    expect(await failure(scratch.load())).toEqual({
      code: "GNT_CONFIG_INVALID",
      message: `\`${scratch.ws}\` holds several configurations: \`gauntlet.config.json\` and \`package.json\``,
      hint: "keep one of them",
    });
  });

  it.each([
    ["without our key", { name: "x" }],
    ["that is broken and none of our business", "{"],
    ["that only mentions us", { dependencies: { gauntlet: "1" } }],
  ])("is not a package.json %s", async (_title, manifest) => {
    const scratch = await createScratch();
    await scratch.write("ws/package.json", manifest);
    expect(await scratch.load()).toMatchObject({ configFiles: [], notices: [], rules: [] });
  });

  it("is left out again when it changed after it was trusted", async () => {
    const scratch = await createScratch();
    const file = await scratch.write("ws/gauntlet.config.ts", typescript);
    await scratch.trust();
    expect((await scratch.load()).rules).toHaveLength(3);
    await scratch.write("ws/gauntlet.config.ts", "globalThis.changedConfigRan = true; export default {};");
    const loaded = await scratch.load();
    expect(loaded.rules).toEqual([]);
    expect(loaded.trusted).toBe(false);
    expect(loaded.notices).toEqual([
      `the code in \`${file}\` does not count: \`gauntlet.config.ts\` changed since it was trusted; run \`gauntlet trust ${scratch.ws}\``,
    ]);
    expect("changedConfigRan" in globalThis).toBe(false);
  });

  it.each(["gauntlet.config.ts", "gauntlet.config.mjs", "gauntlet.config.cjs"])(
    "is read afresh in the same process: %s",
    async (name) => {
      const scratch = await createScratch();
      const start = name.endsWith("cjs") ? "module.exports =" : "export default";
      for (const rule of ["Bash", "Edit"]) {
        await scratch.write(`ws/${name}`, `${start} { permissions: { deny: ["${rule}"] } };`);
        await scratch.trust();
        expect((await scratch.load()).rules.map(({ text }) => text)).toEqual([rule]);
      }
    },
  );

  it("leaves no transpiled code on disk", async () => {
    const scratch = await createScratch();
    await mkdir(scratch.at("ws/node_modules"));
    await scratch.write("ws/gauntlet.config.ts", typescript);
    await scratch.trust();
    await scratch.load();
    expect(await readdir(scratch.at("ws/node_modules"))).toEqual([]);
  });

  it("loads plugins named by a TypeScript configuration, top-level await included", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/p.mjs", `${pluginCode("beside")}export default plugin;`);
    await scratch.write(
      "ws/gauntlet.config.ts",
      `${pluginCode("inline")}const other: string = await Promise.resolve("./p.mjs");
export default { plugins: [other, plugin] };`,
    );
    await scratch.trust();
    const loaded = await scratch.load();
    expect(loaded.plugins.map(({ name }) => name)).toEqual(["beside", "inline"]);
    expect([...loaded.pluginSources]).toEqual([
      ["beside", "project"],
      ["inline", "project"],
    ]);
  });
});

describe("a broken project configuration", () => {
  it.each([
    [
      "gauntlet.config.json",
      '{\n  "tools": [],\n}',
      "GNT_CONFIG_READ",
      "JSON in FILE line 3 column 1 has `}` where a key in double quotes was expected",
    ],
    [
      "gauntlet.config.json",
      "",
      "GNT_CONFIG_READ",
      "JSON in FILE line 1 column 1 has the end of the text where a value was expected",
    ],
    [
      "gauntlet.config.json",
      '{\n "permissions": {\n  "deny": [1]}}',
      "GNT_CONFIG_INVALID",
      "`permissions.deny[0]` in FILE line 3 is the number `1`, not a text",
    ],
    [
      "gauntlet.config.json",
      '{\n\n "permision": {}}',
      "GNT_CONFIG_UNKNOWN_KEY",
      "`permision` in FILE line 3 is a key nobody reads",
    ],
    [
      "gauntlet.config.json",
      '{"tools": [],\n"tools": ["Read"]}',
      "GNT_CONFIG_READ",
      "JSON in FILE line 2 column 1 repeats the key `tools`",
    ],
    [
      "gauntlet.config.json",
      '{"permissions": {\n"deny": ["Bash(rm"]}}',
      "GNT_CONFIG_RULE",
      "rule `Bash(rm` in FILE line 2 column 10 has no closing bracket",
    ],
    [
      "gauntlet.config.yaml",
      "permissions:\n  deny:\n    - Bash(rm\n",
      "GNT_CONFIG_RULE",
      "rule `Bash(rm` in FILE line 3 column 7 has no closing bracket",
    ],
    [
      "package.json",
      '{"gauntlet":\n{"tool": []}}',
      "GNT_CONFIG_UNKNOWN_KEY",
      "`tool` in FILE line 2 is a key nobody reads",
    ],
    [
      "package.json",
      '{"gauntlet": {\n',
      "GNT_CONFIG_READ",
      "JSON in FILE line 2 column 1 has the end of the text",
    ],
    [
      "gauntlet.config.yaml",
      "permissions:\n  deny: [Read\n",
      "GNT_CONFIG_READ",
      "YAML in FILE line 3 column 1 is broken: ",
    ],
    [
      "gauntlet.config.yaml",
      "tools: []\ntools: [Read]\n",
      "GNT_CONFIG_READ",
      "YAML in FILE line 2 column 1 is broken: duplicated mapping key",
    ],
    [
      "gauntlet.config.yaml",
      "# permissions:\npermissions:\n  denny: []\n",
      "GNT_CONFIG_UNKNOWN_KEY",
      "`permissions.denny` in FILE line 3 is a key nobody reads",
    ],
    [
      "gauntlet.config.yaml",
      "tools: []\nlimits:\n  maxTurns: many\n",
      "GNT_CONFIG_INVALID",
      "`limits.maxTurns` in FILE line 3 is the text `many`, not a whole number above 0",
    ],
    [
      "gauntlet.config.yaml",
      "tools: []\n__proto__:\n  tools: []\n",
      "GNT_CONFIG_INVALID",
      "`__proto__` in FILE line 2 is a key that would change what every object inherits",
    ],
    [
      "gauntlet.config.yaml",
      "just a text\n",
      "GNT_CONFIG_INVALID",
      "FILE is the text `just a text`, not an object",
    ],
    [
      "gauntlet.config.ts",
      "enum A { B }\n\nconst x: number = ;\n",
      "GNT_CONFIG_READ",
      "FILE line 3 cannot be loaded: `ParseError: Unexpected token`",
    ],
    [
      "gauntlet.config.ts",
      "interface A {\n  b: string;\n}\nconst a = null as unknown as A;\nexport default { tools: [a.b] };",
      "GNT_CONFIG_READ",
      "FILE line 5 cannot be loaded: `Cannot read properties of null (reading 'b')`",
    ],
    [
      "gauntlet.config.ts",
      "\nimport x from './none.ts';\nexport default x;",
      "GNT_CONFIG_READ",
      "FILE line 2 cannot be loaded: `Cannot find module './none.ts'`",
    ],
    ["gauntlet.config.ts", "throw 'a text';", "GNT_CONFIG_READ", "FILE cannot be loaded: `a text`"],
    [
      "gauntlet.config.ts",
      "export const tools: string[] = [];",
      "GNT_CONFIG_READ",
      "FILE cannot be loaded: `it has no default export`",
    ],
    [
      "gauntlet.config.mjs",
      "export default {\n  a: 1,,\n};",
      "GNT_CONFIG_READ",
      "FILE line 2 cannot be loaded: `ParseError: Unexpected token`",
    ],
    [
      "gauntlet.config.cjs",
      "module.exports = {\n  tools: nope,\n};",
      "GNT_CONFIG_READ",
      "FILE line 2 cannot be loaded: `nope is not defined`",
    ],
    [
      "gauntlet.config.ts",
      "export default { plugin: [] };",
      "GNT_CONFIG_UNKNOWN_KEY",
      "`plugin` in FILE is a key nobody reads",
    ],
  ])("%s with %j is refused", async (name, text, code, message) => {
    const scratch = await createScratch();
    const file = await scratch.write(`ws/${name}`, text);
    await scratch.trust().catch(() => {});
    const found = await failure(scratch.load());
    expect(found.code).toBe(code);
    expect(found.message).toContain(message.replace("FILE", `\`${file}\``));
    expect(found.hint).not.toBe(code === "GNT_CONFIG_READ" ? "" : undefined);
  });

  it("names the file that a configuration imports when that is the broken one", async () => {
    const scratch = await createScratch();
    const other = await scratch.write("ws/rules.ts", "export const rules =\n  [;");
    const file = await scratch.write(
      "ws/gauntlet.config.ts",
      "import { rules } from './rules.ts';\nexport default { tools: rules };",
    );
    await scratch.trust();
    expect((await failure(scratch.load())).message).toBe(
      `\`${file}\` cannot be loaded: \`ParseError: Unexpected token (${other}:2:3)\``,
    );
  });

  it("says which package to install when a configuration imports one that is missing", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/gauntlet.config.ts", "import x from '@acme/rules/strict';\nexport default x;");
    await scratch.trust();
    expect((await failure(scratch.load())).hint).toBe("run `npm install @acme/rules`");
  });

  it("keeps the code of a mistake that defineConfig reports", async () => {
    const scratch = await createScratch();
    const define = new URL("../../src/config/define-config.ts", import.meta.url).pathname;
    const file = await scratch.write(
      "ws/gauntlet.config.ts",
      `import { defineConfig } from ${JSON.stringify(define)};\n\nexport default defineConfig({ permisions: {} });`,
    );
    await scratch.trust();
    expect(await failure(scratch.load())).toEqual({
      code: "GNT_CONFIG_UNKNOWN_KEY",
      message: `\`permisions\` in the configuration is a key nobody reads, in \`${file}\` line 3`,
      hint: "did you mean `permissions`?",
    });
  });
});
