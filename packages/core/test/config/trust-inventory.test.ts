import { mkdir, rm, symlink } from "node:fs/promises";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { createTrustStore } from "../../src/config/trust.ts";
import { takeInventory } from "../../src/config/trust-inventory.ts";
import { createScratch, type Scratch } from "./scratch.ts";

async function workspace(files: Readonly<Record<string, unknown>>): Promise<Scratch> {
  const scratch = await createScratch();
  await mkdir(scratch.at("ws/.git"));
  for (const [name, content] of Object.entries(files)) await scratch.write(`ws/${name}`, content);
  return scratch;
}

const listed = async ({ ws }: Scratch): Promise<Record<string, readonly string[]>> => {
  const { files } = await takeInventory(ws);
  return Object.fromEntries(files.map(({ file, does }) => [relative(ws, file), does]));
};

const HOOK = (command: string) => ({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } });

describe("the inventory of a directory", () => {
  it.each<[string, Readonly<Record<string, unknown>>, Record<string, readonly string[]>]>([
    ["is empty where nothing is configured", { "src/a.ts": "", "package.json": { name: "x" } }, {}],
    [
      "says what static configuration loosens",
      {
        "gauntlet.config.json": {
          permissions: { allow: ["Bash(npm test)", "Read"], deny: ["Write"], defaultMode: "acceptEdits" },
          env: { NODE_OPTIONS: "--require ./x" },
        },
      },
      {
        "gauntlet.config.json": [
          "allow rules: Bash(npm test), Read",
          "mode: acceptEdits",
          "environment: NODE_OPTIONS",
        ],
      },
    ],
    [
      "has configuration that only tightens, which loosens nothing",
      { "gauntlet.config.json": { permissions: { deny: ["Write"] } } },
      { "gauntlet.config.json": [] },
    ],
    ["has code", { "gauntlet.config.ts": "export default {}" }, { "gauntlet.config.ts": ["runs code"] }],
    [
      "has machine-local settings",
      { ".gauntlet/settings.local.json": { permissions: { allow: ["Write"] } } },
      { ".gauntlet/settings.local.json": ["allow rules: Write"] },
    ],
    [
      "has our part of the package file",
      { "package.json": { gauntlet: { permissions: { allow: ["Write"] } } } },
      { "package.json": ["allow rules: Write"] },
    ],
    [
      "follows local plugins into what they import",
      {
        "gauntlet.config.json": { plugins: ["./tools/deploy.ts"] },
        "tools/deploy.ts": 'import { a } from "./steps.js";\nimport fs from "node:fs";',
        "tools/steps.ts": 'export * from "./more";',
        "tools/more/index.ts": 'await import("../last.mjs"); require("../deploy.ts")',
        "last.mjs": "",
        "tools/last.mjs": "",
        "tools/other.ts": "",
      },
      {
        "gauntlet.config.json": ["plugins: ./tools/deploy.ts"],
        "tools/deploy.ts": ["runs code"],
        "tools/last.mjs": ["runs code"],
        "tools/more/index.ts": ["runs code"],
        "tools/steps.ts": ["runs code"],
      },
    ],
    [
      "follows a configuration that is code into what it imports",
      { "gauntlet.config.ts": 'import x from "./x.ts"; export default x', "x.ts": "export default {}" },
      { "gauntlet.config.ts": ["runs code"], "x.ts": ["runs code"] },
    ],
    [
      "follows what code names in its lists, and the lists of what is named",
      {
        "gauntlet.config.mjs":
          'export default { extends: ["./a.json", `./p.ts`], plugins: ["./x.mjs"], permissions: { deny: ["Read(./s/**)"] } }',
        "a.json": { extends: ["./deep/b.yaml"], permissions: { allow: ["Write"] } },
        "deep/b.yaml": "permissions: { allow: [Read] }\nplugins: [../y.mjs]\n",
        "p.ts": 'definePolicy({ extends: ["./c.json"] })',
        "c.json": {},
        "x.mjs": "",
        "y.mjs": "",
        "package-lock.json": {},
      },
      {
        "gauntlet.config.mjs": ["runs code"],
        "a.json": ["allow rules: Write", "policies: ./deep/b.yaml"],
        "deep/b.yaml": ["allow rules: Read", "plugins: ../y.mjs"],
        "p.ts": ["runs code"],
        "c.json": [],
        "x.mjs": ["runs code"],
        "y.mjs": ["runs code"],
        "package-lock.json": ["decides which code plugin packages run"],
      },
    ],
    [
      "names a plugin file that does not exist yet",
      { "gauntlet.config.json": { plugins: ["./later.ts"] } },
      { "gauntlet.config.json": ["plugins: ./later.ts"], "later.ts": ["runs code"] },
    ],
    [
      "has the lock file when plugins are packages",
      { ".gauntletrc.yaml": "plugins: [some-plugin]\n", "pnpm-lock.yaml": "lockfileVersion: 9" },
      {
        ".gauntletrc.yaml": ["plugins: some-plugin"],
        "pnpm-lock.yaml": ["decides which code plugin packages run"],
      },
    ],
    [
      "leaves the lock file out when no plugin is a package",
      { "gauntlet.config.json": {}, "package-lock.json": {} },
      { "gauntlet.config.json": [] },
    ],
    [
      "has scripts that hook and server commands name",
      {
        "gauntlet.config.json": {
          ...HOOK(
            'bash "$CLAUDE_PROJECT_DIR"/hooks/check.sh --fast && ./later.sh; cat /etc/hosts ../outside',
          ),
          mcpServers: { db: { command: "node", args: ["server/db.mjs", "--port", "1"] } },
        },
        "hooks/check.sh": "",
        "server/db.mjs": "",
      },
      {
        "gauntlet.config.json": ["hooks: PreToolUse", "servers: db"],
        "hooks/check.sh": ["runs as hook command"],
        "later.sh": ["runs as hook command"],
        "server/db.mjs": ["runs as server command"],
      },
    ],
    [
      "has broken configuration as it is",
      { "gauntlet.config.json": "{ broken", ".gauntlet/settings.local.json": "[" },
      { "gauntlet.config.json": [], ".gauntlet/settings.local.json": [] },
    ],
  ])("%s", async (_title, files, expected) => {
    expect(await listed(await workspace(files))).toEqual(expected);
  });

  it("names the commands with where they stand", async () => {
    const scratch = await workspace({
      "gauntlet.config.json": { ...HOOK("./a.sh"), mcpServers: { db: { command: "npx", args: ["db@1"] } } },
    });
    const file = join(scratch.ws, "gauntlet.config.json");
    expect((await takeInventory(scratch.ws)).commands).toEqual([
      { kind: "hook", name: "PreToolUse", text: "./a.sh", file },
      { kind: "server", name: "db", text: "npx db@1", file },
    ]);
  });

  it("finds the lock file of the repository around the directory", async () => {
    const scratch = await workspace({
      "yarn.lock": "",
      "packages/a/gauntlet.config.json": { plugins: ["some-plugin"] },
    });
    const { files } = await takeInventory(join(scratch.ws, "packages/a"));
    expect(files.map(({ file }) => file)).toContain(join(scratch.ws, "yarn.lock"));
  });

  it("ends for modules that import each other and for a pipe in place of a file", async () => {
    const scratch = await workspace({
      "gauntlet.config.json": { plugins: ["./a.ts", "./loop.ts"] },
      "a.ts": 'import "./b.ts";',
      "b.ts": 'import "./a.ts";',
    });
    await symlink("loop.ts", scratch.at("ws/loop.ts"));
    expect(Object.keys(await listed(scratch))).toEqual(["a.ts", "b.ts", "gauntlet.config.json", "loop.ts"]);
  });
});

describe("trust", () => {
  const project = {
    "gauntlet.config.json": { plugins: ["./p.ts", "some-plugin"], ...HOOK("./check.sh") },
    "p.ts": 'import "./dep.ts";',
    "dep.ts": "",
    "check.sh": "",
    "package-lock.json": {},
    "src/a.ts": "",
  };

  it.each<[string, (scratch: Scratch) => Promise<unknown>, string, string]>([
    ["a local plugin is changed", async ({ write }) => write("ws/p.ts", "evil()"), "p.ts", "changed"],
    [
      "what a plugin imports is changed",
      async ({ write }) => write("ws/dep.ts", "evil()"),
      "dep.ts",
      "changed",
    ],
    ["a hook script is removed", async ({ at }) => rm(at("ws/check.sh")), "check.sh", "removed"],
    [
      "other packages are locked",
      async ({ write }) => write("ws/package-lock.json", "{ }"),
      "package-lock.json",
      "changed",
    ],
    [
      "machine-local settings appear",
      async ({ write }) => write("ws/.gauntlet/settings.local.json", {}),
      ".gauntlet/settings.local.json",
      "added",
    ],
    [
      "a plugin becomes a link to other code",
      async ({ at, write }) => {
        await write("elsewhere.ts", "evil()");
        await rm(at("ws/p.ts"));
        await symlink(at("elsewhere.ts"), at("ws/p.ts"));
      },
      "p.ts",
      "changed",
    ],
  ])("ends when %s, and says so", async (_title, change, name, how) => {
    const scratch = await workspace(project);
    const store = createTrustStore(scratch.state, scratch.home);
    await store.trust(scratch.ws);
    expect((await store.status(scratch.ws)).changes).toEqual([]);
    await change(scratch);
    const { trusted, changes } = await store.status(scratch.ws);
    expect(trusted).toBe(false);
    expect(changes).toContainEqual({ file: join(scratch.ws, name), how });
  });

  it("does not cover configuration further down, which was not shown", async () => {
    const scratch = await workspace(project);
    await scratch.write("ws/packages/a/gauntlet.config.ts", "evil()");
    await mkdir(scratch.at("ws/packages/a/src"));
    await mkdir(scratch.at("ws/packages/b"));
    const store = createTrustStore(scratch.state, scratch.home);
    await store.trust(scratch.ws);
    const nested = scratch.at("ws/packages/a/gauntlet.config.ts");
    expect((await store.status(scratch.at("ws/packages/a/src"))).changes).toEqual([
      { file: nested, how: "added" },
    ]);
    expect(await store.isTrusted(scratch.at("ws/packages/b"))).toBe(true);
    await store.trust(scratch.at("ws/packages/a"));
    expect(await store.isTrusted(scratch.at("ws/packages/a/src"))).toBe(true);
  });

  it("does not mind what runs no code of its own", async () => {
    const scratch = await workspace(project);
    const store = createTrustStore(scratch.state, scratch.home);
    await store.trust(scratch.ws);
    await scratch.write("ws/src/a.ts", "changed");
    expect(await store.isTrusted(scratch.ws)).toBe(true);
  });

  it("is listed with its state, and given up by name", async () => {
    const scratch = await workspace(project);
    await mkdir(scratch.at("other"));
    await mkdir(scratch.at("gone"));
    const store = createTrustStore(scratch.state, scratch.home);
    for (const dir of ["ws", "other", "gone"]) await store.trust(scratch.at(dir));
    await scratch.write("ws/p.ts", "evil()");
    await rm(scratch.at("gone"), { recursive: true });
    expect((await store.list()).map(({ root, trusted, changed }) => ({ root, trusted, changed }))).toEqual([
      { root: scratch.at("gone"), trusted: false, changed: [] },
      { root: scratch.at("other"), trusted: true, changed: [] },
      { root: scratch.ws, trusted: false, changed: [scratch.at("ws/p.ts")] },
    ]);
    expect(await store.revoke(scratch.at("gone"))).toBe(scratch.at("gone"));
    expect(await store.revoke(scratch.at("other"))).toBe(scratch.at("other"));
    expect(await store.revoke(scratch.at("other"))).toBeUndefined();
    expect(await store.isTrusted(scratch.at("other"))).toBe(false);
    expect((await store.list()).map(({ root }) => root)).toEqual([scratch.ws]);
  });

  it("outlives a change the runtime makes for a person, and no other change beside it", async () => {
    const scratch = await workspace(project);
    const store = createTrustStore(scratch.state, scratch.home);
    await store.trust(scratch.ws);
    const local = scratch.at("ws/.gauntlet/settings.local.json");
    const save = async (): Promise<void> => {
      await scratch.write("ws/.gauntlet/settings.local.json", { permissions: { allow: ["Write"] } });
    };
    await store.accept([local], save);
    expect(await store.isTrusted(scratch.ws)).toBe(true);
    await store.accept([local], async () => {
      await save();
      await scratch.write("ws/p.ts", "evil()");
    });
    await store.accept([local], save);
    expect((await store.status(scratch.ws)).changed).toEqual([scratch.at("ws/p.ts")]);
  });

  it("outlives changes of several files that are named, and of no other", async () => {
    const scratch = await workspace(project);
    const store = createTrustStore(scratch.state, scratch.home);
    await store.trust(scratch.ws);
    const files = [scratch.at("ws/gauntlet.lock"), scratch.at("ws/p.ts")] as const;
    const change = async (): Promise<void> => {
      await scratch.write("ws/gauntlet.lock", { lock: 1, packs: {} });
      await scratch.write("ws/p.ts", "export default 1");
    };
    await store.accept(files, change);
    expect(await store.isTrusted(scratch.ws)).toBe(true);
    await store.accept(files, async () => {
      await scratch.write("ws/gauntlet.lock", { lock: 1, packs: {}, more: 1 });
      await scratch.write("ws/.gauntlet/settings.local.json", { permissions: { allow: ["Bash"] } });
    });
    expect(await store.isTrusted(scratch.ws)).toBe(false);
  });

  it("is not given by accepting a file of an untrusted directory", async () => {
    const scratch = await workspace(project);
    const store = createTrustStore(scratch.state, scratch.home);
    await store.accept([scratch.at("ws/p.ts")], async () => {});
    expect(await store.isTrusted(scratch.ws)).toBe(false);
  });

  it.each(["trust", "trusted", "mode", "stateDirectory"])("is no matter of a project's `%s`", async (key) => {
    const scratch = await workspace({ "gauntlet.config.json": { [key]: true } });
    await expect(scratch.load()).rejects.toMatchObject({ code: "GNT_CONFIG_UNKNOWN_KEY" });
  });
});
