import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { saveRule } from "../../src/config/remember-rule.ts";
import { watchSettings } from "../../src/config/watch-settings.ts";
import { createScratch } from "./scratch.ts";

async function watched() {
  const scratch = await createScratch();
  await scratch.write("ws/gauntlet.config.json", {});
  const options = {
    cwd: scratch.at("ws"),
    home: scratch.at("home"),
    env: { GAUNTLET_HOME: scratch.at("state") },
    managedDirectory: scratch.at("etc"),
  };
  const changes = watchSettings(options, await loadConfig(options));
  return { scratch, haveChanged: () => changes().length > 0, changes, options };
}

describe("a watch over settings", () => {
  it("sees nothing while nothing happens, and each change once", async () => {
    const { scratch, haveChanged } = await watched();
    expect(haveChanged()).toBe(false);
    await scratch.write("ws/gauntlet.config.json", { permissions: { deny: ["Bash"] } });
    expect([haveChanged(), haveChanged()]).toEqual([true, false]);
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
    expect(haveChanged()).toBe(true);
  });

  it("sees a file disappear", async () => {
    const { scratch, haveChanged } = await watched();
    await rm(scratch.at("ws/gauntlet.config.json"));
    expect(haveChanged()).toBe(true);
  });

  it("sees a rule that was saved, and the rule is there to be loaded", async () => {
    const { scratch, haveChanged, options } = await watched();
    const places = { cwd: options.cwd, configDir: scratch.at("home/.config/gauntlet") };
    const file = await saveRule({ behavior: "deny", rule: "Read(x)", scope: "user" }, places);
    expect(haveChanged()).toBe(true);
    expect((await loadConfig(options)).rules).toMatchObject([
      { behavior: "deny", text: "Read(x)", source: "user", file },
    ]);
  });
});
