import { symlink } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadPlugins, type PluginLoad } from "../../src/config/load-plugin.ts";
import { definePlugin } from "../../src/tool/define-plugin.ts";
import { createScratch, failure, pluginCode } from "./scratch.ts";

const enumPlugin = `enum Color { Red = "red" }\nconst name: string = "shade-" + Color.Red;
const plugin = { contract: 1, name, tools: [], apply(): void {} };
Object.defineProperty(plugin, Symbol.for("gauntlet.plugin"), { value: true });
export default plugin;\n`;

const toolCode = `const tool = { contract: 1, name: "Deploy", aliases: [], description: "d" };
Object.defineProperty(tool, Symbol.for("gauntlet.tool"), { value: true });\n`;

const core = JSON.stringify(fileURLToPath(new URL("../../src/tool/", import.meta.url)));

const named = async (entries: readonly string[], from: string) =>
  (await loadPlugins(entries, from)).map(({ name }) => name);

describe("loading plugins", () => {
  it.each([
    ["plugin.mjs", `${pluginCode("esm")}export default plugin;`, "esm"],
    ["plugin.cjs", `${pluginCode("cjs")}module.exports = plugin;`, "cjs"],
    ["twice.cjs", `${pluginCode("twice")}exports.__esModule = true; exports.default = plugin;`, "twice"],
    ["plugin.ts", enumPlugin, "shade-red"],
    [
      "real.ts",
      `import { definePlugin } from ${core.slice(0, -1)}define-plugin.ts";\nexport default definePlugin({ name: "real" });`,
      "real",
    ],
    ["tool.mjs", `${toolCode}export default tool;`, "./tool.mjs"],
  ])("takes the default export of %s", async (file, code, name) => {
    const { write } = await createScratch();
    await write(`ws/${file}`, code);
    const config = await write("ws/gauntlet.config.json", {});
    expect(await named([`./${file}`], config)).toEqual([name]);
  });

  it("wraps a single tool in a plugin", async () => {
    const { write, ws } = await createScratch();
    await write("ws/tool.mjs", `${toolCode}export default tool;`);
    const [plugin] = await loadPlugins(["./tool.mjs"], ws);
    expect(plugin?.tools.map(({ name }) => name)).toEqual(["Deploy"]);
  });

  it.each([
    [
      "JavaScript",
      { type: "module", exports: "./index.js" },
      "index.js",
      `${pluginCode("acme")}export default plugin;`,
    ],
    ["TypeScript with an enum", { type: "module", exports: "./index.ts" }, "index.ts", enumPlugin],
    [
      "exports for `import` alone",
      { type: "module", exports: { import: "./index.js" } },
      "index.js",
      `${pluginCode("acme")}export default plugin;`,
    ],
  ])("finds a package in the node_modules of the naming file: %s", async (_title, manifest, main, code) => {
    const { write } = await createScratch();
    await write("ws/node_modules/@acme/tools/package.json", { name: "@acme/tools", ...manifest });
    await write(`ws/node_modules/@acme/tools/${main}`, code);
    const config = await write("ws/deep/gauntlet.config.json", {});
    expect(await named(["@acme/tools"], config)).toHaveLength(1);
  });

  it("does not find packages of its own installation", async () => {
    const { ws } = await createScratch();
    expect(await failure(loadPlugins(["left-pad"], ws))).toEqual({
      code: "GNT_PLUGIN_LOAD",
      message: `plugin package \`left-pad\` was not found from \`${ws}\``,
      hint: "run `npm install left-pad`",
    });
  });

  it("keeps the order of the list and passes plugin objects through", async () => {
    const { write, ws } = await createScratch();
    await write("ws/b.mjs", `${pluginCode("b")}export default plugin;`);
    const a = definePlugin({ name: "a" });
    const plugins = await loadPlugins(["./b.mjs", a], ws);
    expect(plugins.map(({ name }) => name)).toEqual(["b", "a"]);
    expect(plugins[1]).toBe(a);
  });

  it("names the package of a longer entry in the hint", async () => {
    const { ws } = await createScratch();
    expect((await failure(loadPlugins(["@acme/tools/extra"], ws))).hint).toBe(
      "run `npm install @acme/tools`",
    );
  });

  it.each([
    [
      "throws",
      "./p.mjs",
      `throw new Error("no license");`,
      "plugin `./p.mjs` cannot be loaded: `no license`",
    ],
    [
      "throws in TypeScript",
      "./p.ts",
      `const x: number = 1;\nthrow new Error("no " + x);`,
      "plugin `./p.ts` cannot be loaded: `no 1`",
    ],
    ["exports nothing", "./p.mjs", "export const x = 1;", "plugin `./p.mjs` exports no plugin"],
    [
      "exports a look-alike",
      "./p.mjs",
      `export default { contract: 1, name: "x", tools: [] };`,
      "plugin `./p.mjs` exports no plugin",
    ],
    [
      "claims a name of ours",
      "./p.mjs",
      `${pluginCode("@gauntlet/tools-fs")}export default plugin;`,
      "plugin `./p.mjs` calls itself `@gauntlet/tools-fs`, which is a name of ours",
    ],
    [
      "leads out of its scope",
      "@gauntlet/../p",
      "",
      "plugin `@gauntlet/../p` is neither a file nor a package",
    ],
    ["is a module of Node", "node:fs", "", "plugin `node:fs` is neither a file nor a package"],
    ["is a bare module of Node", "fs", "", "plugin package `fs` was not found from"],
  ])("refuses a plugin that %s", async (_title, entry, code, message) => {
    const { write, ws } = await createScratch();
    await write(`ws/${entry.replace("./", "")}`, code);
    const { code: errorCode, message: found } = await failure(loadPlugins([entry], ws));
    expect(errorCode).toBe("GNT_PLUGIN_LOAD");
    expect(found).toContain(message);
  });

  it("lets a package of ours keep its name", async () => {
    const { write, ws } = await createScratch();
    await write("ws/node_modules/@gauntlet/x/package.json", { name: "@gauntlet/x", exports: "./i.mjs" });
    await write("ws/node_modules/@gauntlet/x/i.mjs", `${pluginCode("@gauntlet/x")}export default plugin;`);
    expect(await named(["@gauntlet/x"], ws)).toEqual(["@gauntlet/x"]);
  });

  it("refuses a file that does not exist", async () => {
    const { ws } = await createScratch();
    expect(await failure(loadPlugins(["./none.ts"], ws))).toMatchObject({
      code: "GNT_PLUGIN_LOAD",
      message: `plugin file \`${ws}/none.ts\` does not exist`,
    });
  });

  it("refuses a plugin of another contract version with both numbers", async () => {
    const { write, ws } = await createScratch();
    await write("ws/old.mjs", `${pluginCode("old", 7)}export default plugin;`);
    expect(await failure(loadPlugins(["./old.mjs"], ws))).toMatchObject({
      code: "GNT_PLUGIN_CONTRACT",
      message: "plugin `./old.mjs` was built for contract version 7, this runtime has 1",
    });
  });

  it("refuses a single tool of another contract version", async () => {
    const { write, ws } = await createScratch();
    await write("ws/tool.mjs", `${toolCode.replace("contract: 1", "contract: 3")}export default tool;`);
    expect((await failure(loadPlugins(["./tool.mjs"], ws))).code).toBe("GNT_PLUGIN_CONTRACT");
  });

  it.each(["slow.mjs", "slow.ts"])(
    "leaves %s behind when its import takes too long, and names it",
    async (file) => {
      const { write, ws } = await createScratch();
      await write(`ws/${file}`, "await new Promise(() => {});\nexport default 1;");
      expect(await failure(loadPlugins([`./${file}`], ws, { importLimitMs: 5 }))).toMatchObject({
        code: "GNT_PLUGIN_LOAD",
        message: `plugin \`./${file}\` cannot be loaded: \`gave no answer within 5 ms\``,
        hint: `look at \`${ws}/${file}\``,
      });
    },
  );

  it("tells how long each module took to import", async () => {
    const { write, ws } = await createScratch();
    await write("ws/b.mjs", `${pluginCode("b")}export default plugin;`);
    const loads: PluginLoad[] = [];
    await loadPlugins(["./b.mjs", definePlugin({ name: "a" })], ws, { onLoaded: (load) => loads.push(load) });
    expect(loads).toEqual([
      { plugin: "b", entry: "./b.mjs", file: `${ws}/b.mjs`, isPinned: false, ms: expect.any(Number) },
    ]);
  });

  it("refuses two plugins of one name", async () => {
    const { write, ws } = await createScratch();
    await write("ws/a.mjs", `${pluginCode("same")}export default plugin;`);
    await write("ws/b.mjs", `${pluginCode("same")}export default plugin;`);
    expect(await failure(loadPlugins(["./a.mjs", "./b.mjs"], ws))).toMatchObject({
      code: "GNT_PLUGIN_NAME",
      message: "two plugins are named `same`",
    });
  });

  it("refuses code whose real place is not trusted before it runs", async () => {
    const { write, ws, at } = await createScratch();
    await write("ws/p.mjs", "globalThis.untrustedRan = true;");
    await symlink(at("ws/p.mjs"), at("innocent.mjs"));
    const { message } = await failure(loadPlugins([at("innocent.mjs")], at("home"), { untrusted: ws }));
    expect(message).toBe(`plugin \`${at("innocent.mjs")}\` lies in \`${ws}\`, which is not trusted`);
    expect("untrustedRan" in globalThis).toBe(false);
  });
});
