import { execFileSync } from "node:child_process";
import { chmod, truncate, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createScratch, failure, pluginCode } from "./scratch.ts";

const rules = (...deny: string[]) => ({ permissions: { deny } });
const config = { XDG_CONFIG_HOME: "/nowhere-by-default" };

describe("settings of the organization", () => {
  it("unite from the system's file, its drop-ins and the extra file", async () => {
    const scratch = await createScratch();
    const files = [
      await scratch.write("etc/managed.d/20-b.json", rules("Bash(b)")),
      await scratch.write("etc/managed.d/10-a.json", rules("Bash(a)")),
      await scratch.write("etc/managed.json", rules("Bash(base)")),
      await scratch.write("elsewhere/extra.json", rules("Bash(extra)")),
    ];
    await scratch.write("etc/managed.d/notes.txt", "no settings");
    const { layers, rules: found } = await scratch.load({ env: { GAUNTLET_MANAGED: files[3] } });
    expect(layers.map(({ file, source }) => [source, file])).toEqual(files.map((file) => ["managed", file]));
    expect(found.map(({ text, anchor, line }) => [text, anchor, line])).toEqual([
      ["Bash(b)", scratch.ws, 4],
      ["Bash(a)", scratch.ws, 4],
      ["Bash(base)", scratch.ws, 4],
      ["Bash(extra)", scratch.ws, 4],
    ]);
  });

  it.each(["managed.json", "managed.d/10-a.json", "extra.json"])(
    "stop everything when %s is broken",
    async (name) => {
      const scratch = await createScratch();
      const file = await scratch.write(`etc/${name}`, '{"permissions":\n{"deny": ["Bash"]}');
      const env = name === "extra.json" ? { GAUNTLET_MANAGED: file } : {};
      expect(await failure(scratch.load({ env }))).toEqual({
        code: "GNT_CONFIG_READ",
        message: `JSON in \`${file}\` line 2 column 19 has the end of the text where \`,\` or \`}\` was expected`,
        hint: "repair the file or remove it; nothing starts while it cannot be read",
      });
    },
  );

  it("stop everything when they cannot be read", async () => {
    const scratch = await createScratch();
    await scratch.write("etc/managed.json/file", "");
    expect((await failure(scratch.load())).message).toBe(
      `configuration file \`${scratch.at("etc/managed.json")}\` is not a regular file`,
    );
  });

  it.each([
    ["missing", (at: (path: string) => string) => at("none.json"), "GNT_CONFIG_READ"],
    ["relative", () => "managed.json", "GNT_CONFIG_INVALID"],
  ])("stop everything when the extra file is %s", async (_title, path, code) => {
    const scratch = await createScratch();
    await scratch.write("ws/managed.json", {});
    const found = await failure(scratch.load({ env: { GAUNTLET_MANAGED: path(scratch.at) } }));
    expect(found).toMatchObject({ code, message: expect.stringContaining("`$GAUNTLET_MANAGED`") });
  });
});

describe("settings of a person", () => {
  it.each<[string, unknown, number]>([
    ["settings.json", rules("Bash"), 4],
    ["settings.yaml", "permissions:\n  deny: [Bash]\n", 2],
    ["settings.yml", "permissions:\n  deny: [Bash]\n", 2],
    [
      "settings.ts",
      "enum Tool { Bash = 'Bash' }\nconst deny: string[] = [\n  'Bash',\n];\nexport default { permissions: { deny } };",
      3,
    ],
  ])("are read from %s", async (name, content, line) => {
    const scratch = await createScratch();
    const file = await scratch.write(`home/.config/gauntlet/${name}`, content);
    const { rules: found, trusted } = await scratch.load();
    expect(found).toMatchObject([
      { text: "Bash", source: "user", file, anchor: scratch.at("home/.config/gauntlet") },
    ]);
    if (name !== "settings.ts") expect(found[0]?.line).toBe(line);
    expect(trusted).toBe(false);
  });

  it("follow $XDG_CONFIG_HOME", async () => {
    const scratch = await createScratch();
    await scratch.write("home/.config/gauntlet/settings.json", rules("Bash"));
    const file = await scratch.write("xdg/gauntlet/settings.json", rules("Edit"));
    const { configFiles } = await scratch.load({ env: { XDG_CONFIG_HOME: scratch.at("xdg") } });
    expect(configFiles).toEqual([file]);
    expect((await scratch.load({ env: config })).configFiles).toEqual([]);
  });

  it("are refused when there are two files", async () => {
    const scratch = await createScratch();
    await scratch.write("home/.config/gauntlet/settings.json", {});
    await scratch.write("home/.config/gauntlet/settings.yaml", "");
    expect((await failure(scratch.load())).message).toContain("`settings.json` and `settings.yaml`");
  });

  it("load their plugins from their own directory, trusted workspace or not", async () => {
    const scratch = await createScratch();
    await scratch.write("home/.config/gauntlet/settings.json", { plugins: ["./mine.mjs"] });
    await scratch.write("home/.config/gauntlet/mine.mjs", `${pluginCode("mine")}export default plugin;`);
    const { plugins, pluginSources } = await scratch.load();
    expect(plugins.map(({ name }) => name)).toEqual(["mine"]);
    expect(pluginSources.get("mine")).toBe("user");
  });
});

describe("machine-local settings", () => {
  const content = { permissions: { allow: ["Bash"], deny: ["Edit"], defaultMode: "acceptEdits" } };

  it("count whole in a trusted directory", async () => {
    const scratch = await createScratch();
    const file = await scratch.write("ws/.gauntlet/settings.local.json", content);
    await scratch.trust();
    const loaded = await scratch.load();
    expect(loaded.rules).toEqual([
      { behavior: "allow", text: "Bash", source: "local", file, line: 4, anchor: scratch.ws },
      { behavior: "deny", text: "Edit", source: "local", file, line: 7, anchor: scratch.ws },
    ]);
    expect(loaded).toMatchObject({ mode: "acceptEdits", trusted: true, notices: [] });
  });

  it("only tighten without trust", async () => {
    const scratch = await createScratch();
    const file = await scratch.write("ws/.gauntlet/settings.local.json", content);
    const loaded = await scratch.load();
    expect(loaded.rules.map(({ text }) => text)).toEqual(["Edit"]);
    expect(loaded.mode).toBeUndefined();
    expect(loaded.notices).toEqual([
      `\`permissions.allow\`, \`permissions.defaultMode\` in \`${file}\` does not count: \`${scratch.ws}\` is not trusted; run \`gauntlet trust ${scratch.ws}\``,
    ]);
  });
});

describe("settings of the command line", () => {
  it("are a file, anchored where it lies", async () => {
    const scratch = await createScratch();
    const file = await scratch.write("ws/ci/settings.json", rules("Bash"));
    const { rules: found } = await scratch.load({ settings: "ci/settings.json" });
    expect(found).toEqual([
      { behavior: "deny", text: "Bash", source: "cli", file, line: 4, anchor: scratch.at("ws/ci") },
    ]);
  });

  it("are a YAML file", async () => {
    const scratch = await createScratch();
    const file = await scratch.write("s.yaml", "permissions: { deny: [Bash] }");
    expect((await scratch.load({ settings: file })).rules).toMatchObject([{ text: "Bash", line: 1 }]);
  });

  it("are JSON text, anchored in the working directory", async () => {
    const scratch = await createScratch();
    const { rules: found, configFiles } = await scratch.load({
      settings: ' {"permissions": {"allow": ["Bash"]}}',
    });
    expect(found).toEqual([{ behavior: "allow", text: "Bash", source: "cli", anchor: scratch.ws }]);
    expect(configFiles).toEqual([]);
  });

  it.each([
    ["{", "GNT_CONFIG_READ", "JSON in `--settings` line 1 column 2 has the end of the text"],
    [
      '{"permission": 1}',
      "GNT_CONFIG_UNKNOWN_KEY",
      "`permission` in `--settings` line 1 is a key nobody reads",
    ],
    ["none.json", "GNT_CONFIG_READ", "none.json` named by `--settings` does not exist"],
  ])("are refused when they are %s", async (settings, code, message) => {
    const scratch = await createScratch();
    const found = await failure(scratch.load({ settings }));
    expect(found).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it("do not load code of an untrusted repository", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/node_modules/@gauntlet/x/package.json", {
      name: "@gauntlet/x",
      exports: "./i.mjs",
    });
    await scratch.write(
      "ws/node_modules/@gauntlet/x/i.mjs",
      `${pluginCode("@gauntlet/x")}export default plugin;`,
    );
    const settings = '{"plugins": ["@gauntlet/x"]}';
    expect(await failure(scratch.load({ settings }))).toEqual({
      code: "GNT_PLUGIN_LOAD",
      message: `plugin \`@gauntlet/x\` lies in \`${scratch.ws}\`, which is not trusted`,
      hint: `run \`gauntlet trust ${scratch.ws}\` first`,
    });
    await scratch.trust();
    expect((await scratch.load({ settings })).pluginSources.get("@gauntlet/x")).toBe("cli");
  });

  it("are the rules of flags, without a file", async () => {
    const scratch = await createScratch();
    const { rules: found } = await scratch.load({ cliRules: [{ behavior: "ask", text: "Bash" }] });
    expect(found).toEqual([{ behavior: "ask", text: "Bash", source: "cli", anchor: scratch.ws }]);
  });
});

describe("a settings file", () => {
  it("may begin with a byte order mark", async () => {
    const scratch = await createScratch();
    await scratch.write("home/.config/gauntlet/settings.json", '\ufeff{"permissions": {"deny": ["Bash"]}}');
    expect((await scratch.load()).rules).toMatchObject([{ text: "Bash", line: 1 }]);
  });

  it("is not waited for when it is a pipe", async () => {
    const scratch = await createScratch();
    execFileSync("mkfifo", [scratch.at("ws/gauntlet.config.json")]);
    expect((await failure(scratch.load())).message).toContain("is not a regular file");
  });

  it("is refused when it is larger than 2 MiB", async () => {
    const scratch = await createScratch();
    const file = await scratch.write("ws/gauntlet.config.json", "{}");
    await truncate(file, 2 * 1024 * 1024 + 1);
    expect((await failure(scratch.load())).message).toContain("is larger than 2097152 bytes");
  });

  it("is refused when it is not UTF-8", async () => {
    const scratch = await createScratch();
    const file = scratch.at("ws/gauntlet.config.json");
    await writeFile(file, Buffer.from('{"permissions": {"deny": ["Read(caf\xe9)"]}}', "latin1"));
    expect((await failure(scratch.load())).message).toBe(`configuration file \`${file}\` is not UTF-8 text`);
  });

  it("is refused when it may not be read", async () => {
    const scratch = await createScratch();
    const file = await scratch.write("ws/gauntlet.config.json", "{}");
    await chmod(file, 0);
    // Root may read everything, so a test run by root looks on as somebody else.
    const isRoot = process.getuid?.() === 0;
    await chmod(scratch.at("."), 0o755);
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect((await failure(scratch.load())).code).toBe("GNT_CONFIG_READ");
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});
