import { rm, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { type LoadConfigOptions, loadConfig } from "../../src/config/load-config.ts";
import { saveRule } from "../../src/config/remember-rule.ts";
import { createSettingsReload } from "../../src/config/watch-settings.ts";
import { createScratch, type Scratch } from "./scratch.ts";

async function watched(prepare: (scratch: Scratch) => Promise<unknown> = async () => {}, cwd = "ws") {
  const scratch = await createScratch();
  await scratch.write("ws/gauntlet.config.json", {});
  await prepare(scratch);
  const options: LoadConfigOptions = {
    cwd: scratch.at(cwd),
    home: scratch.at("home"),
    env: { GAUNTLET_HOME: scratch.at("state") },
    managedDirectory: scratch.at("etc"),
  };
  const reload = createSettingsReload(options, await loadConfig(options));
  // Settings that cannot be read have changed, too.
  const haveChanged = (): Promise<boolean> =>
    reload().then(
      (read) => read !== undefined,
      () => true,
    );
  const rules = async () => (await reload())?.config.rules.map(({ text }) => text);
  return { scratch, haveChanged, reload, rules, options };
}

const deny = (...rules: readonly string[]) => ({ permissions: { deny: rules } });

describe("a watch over settings", () => {
  it("sees nothing while nothing happens, and each change once", async () => {
    const { scratch, haveChanged } = await watched();
    expect(await haveChanged()).toBe(false);
    await scratch.write("ws/gauntlet.config.json", { permissions: { deny: ["Bash"] } });
    expect([await haveChanged(), await haveChanged()]).toEqual([true, false]);
  });

  it.each([
    "ws/.gauntletrc.yaml",
    "ws/.gauntlet/settings.local.json",
    "home/.config/gauntlet/settings.json",
    "etc/managed.json",
    "etc/managed.d/10-more.json",
    "state/trust.json",
  ])("sees %s appear", async (place) => {
    const { scratch, haveChanged } = await watched();
    await scratch.write(place, {});
    expect(await haveChanged()).toBe(true);
  });

  it("sees a file disappear", async () => {
    const { scratch, haveChanged } = await watched();
    await rm(scratch.at("ws/gauntlet.config.json"));
    expect(await haveChanged()).toBe(true);
  });

  it("sees a rule that was saved, and the rule is there to be loaded", async () => {
    const { scratch, haveChanged, options } = await watched();
    const places = { cwd: options.cwd, configDir: scratch.at("home/.config/gauntlet") };
    const file = await saveRule({ behavior: "deny", rule: "Read(x)", scope: "user" }, places);
    expect(await haveChanged()).toBe(true);
    expect((await loadConfig(options)).rules).toMatchObject([
      { behavior: "deny", text: "Read(x)", source: "user", file },
    ]);
  });

  it("watches what it has read later, too", async () => {
    const { scratch, rules } = await watched();
    await scratch.write("etc/managed.d/20-deny.json", deny("A"));
    expect(await rules()).toEqual(["A"]);
    await scratch.write("etc/managed.d/20-deny.json", deny("A", "B"));
    expect(await rules()).toEqual(["A", "B"]);
    await scratch.write("etc/managed.json", { extends: ["./more.json"] });
    await scratch.write("etc/more.json", deny("C"));
    expect(await rules()).toEqual(["A", "B", "C"]);
    await scratch.write("etc/more.json", deny("C", "D"));
    expect(await rules()).toEqual(["A", "B", "C", "D"]);
    expect(await rules()).toBeUndefined();
  });

  it("sees configuration appear above the working directory, up to the repository", async () => {
    const { scratch, rules } = await watched(async (at) => {
      await at.write("repo/.git/HEAD", "");
      await at.write("repo/a/b/c.txt", "");
    }, "repo/a/b");
    await scratch.write("repo/gauntlet.config.json", deny("A"));
    expect(await rules()).toEqual(["A"]);
    await scratch.write("repo/a/gauntlet.config.json", deny("B"));
    expect(await rules()).toEqual(["B"]);
  });

  it.each([
    ["ws/.claude/settings.json", "project_settings"],
    ["ws/.claude/settings.local.json", "local_settings"],
    ["home/.claude/settings.json", "user_settings"],
  ])("sees %s appear and change where it is asked for", async (place, source) => {
    const { scratch, reload, rules } = await watched(async (at) => {
      await at.write("ws/gauntlet.config.json", { claudeSettings: true });
      await at.write("home/.config/gauntlet/settings.json", { claudeSettings: true });
      await at.trust();
    });
    await scratch.write(place, deny("A"));
    await scratch.trust();
    const read = await reload();
    expect(read?.config.rules.map(({ text }) => text)).toEqual(["A"]);
    expect(read?.changes).toContainEqual({ file: scratch.at(place), source });
    await scratch.write(place, deny("A", "B"));
    await scratch.trust();
    expect(await rules()).toEqual(["A", "B"]);
  });

  it("says whose a file is by who names it", async () => {
    const { scratch, reload } = await watched(async (at) => {
      await at.write("etc/managed.json", { extends: [at.at("ws/policy.json")] });
      await at.write("ws/policy.json", deny("A"));
    });
    await scratch.write("ws/policy.json", deny("A", "B"));
    expect((await reload())?.changes).toEqual([
      { file: scratch.at("ws/policy.json"), source: "policy_settings" },
    ]);
  });

  it("throws as long as settings cannot be read, and then says what changed", async () => {
    const { scratch, reload } = await watched(async (at) => at.write("etc/managed.json", deny("A")));
    await scratch.write("etc/managed.json", { extends: ["./missing.json"] });
    await expect(reload()).rejects.toThrow("missing.json");
    await expect(reload()).rejects.toThrow("missing.json");
    // Nobody watches for it: it is no settings yet.
    await writeFile(scratch.at("etc/missing.json"), JSON.stringify(deny("B")));
    const read = await reload();
    expect(read?.config.rules.map(({ text }) => text)).toEqual(["B"]);
    expect(read?.changes).toEqual([{ file: scratch.at("etc/managed.json"), source: "policy_settings" }]);
  });

  it.each(["mjs", "cjs", "js", "ts"])("reads a policy that is code (%s) again", async (ending) => {
    const code = (...rules: readonly string[]) =>
      `${ending === "cjs" ? "module.exports =" : "export default"} ${JSON.stringify(deny(...rules))};`;
    const file = `home/.config/gauntlet/policy.${ending}`;
    const { scratch, rules } = await watched(async (at) => {
      await at.write("home/.config/gauntlet/settings.json", { extends: [`./policy.${ending}`] });
      await at.write(file, code("A"));
    });
    await scratch.write(file, code("A", "B"));
    expect(await rules()).toEqual(["A", "B"]);
    await scratch.write(file, code("A"));
    expect(await rules()).toEqual(["A"]);
  });
});
