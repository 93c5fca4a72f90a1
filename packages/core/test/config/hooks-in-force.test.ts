import { describe, expect, test } from "vitest";
import type { GauntletConfig } from "../../src/config/config.ts";
import { createScratch } from "./scratch.ts";

const FILES = {
  managed: "etc/managed.json",
  user: "home/.config/gauntlet/settings.json",
  project: "ws/gauntlet.config.json",
  local: "ws/.gauntlet/settings.local.json",
} as const;
type Place = keyof typeof FILES | "cli";
const PLACES: readonly Place[] = ["managed", "user", "project", "local", "cli"];

const hookOf = (place: string): GauntletConfig => ({
  hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: place }] }] },
});

/** Sets a hook in every place, with what else the places say. */
async function loaded(more: Partial<Record<Place, GauntletConfig>> = {}, trusted = true) {
  const scratch = await createScratch();
  for (const place of PLACES) {
    if (place !== "cli") await scratch.write(FILES[place], { ...hookOf(place), ...more[place] });
  }
  if (trusted) await scratch.trust();
  return scratch.load({ settings: JSON.stringify({ ...hookOf("cli"), ...more.cli }) });
}

async function running(more: Partial<Record<Place, GauntletConfig>> = {}, trusted = true) {
  const { hooks } = (await loaded(more, trusted)).hooks;
  return hooks.map(({ handler }) => (handler.type === "command" ? handler.command : handler.type));
}

describe("the hooks that run", () => {
  test("are those of all places, in configuration order, with file and line", async () => {
    const { hooks } = await loaded();
    expect(hooks.hooks.map(({ source }) => source)).toEqual(PLACES);
    expect(hooks.hooks[0]).toMatchObject({
      event: "PreToolUse",
      matcher: "*",
      onFailure: "block",
      file: expect.stringContaining("managed.json"),
      line: expect.any(Number),
    });
  });

  test("are not those of a repository without trust, and this is said", async () => {
    expect(await running({}, false)).toEqual(["managed", "user", "cli"]);
    expect((await loaded({}, false)).notices.join("\n")).toContain("`hooks` in");
  });

  test("are managed ones alone where the organization says so", async () => {
    expect(await running({ managed: { allowManagedHooksOnly: true } })).toEqual(["managed"]);
  });

  test.each<[Partial<Record<Place, GauntletConfig>>, readonly string[]]>([
    [{ managed: { disableAllHooks: true } }, []],
    [{ cli: { disableAllHooks: true } }, ["managed"]],
    [{ user: { disableAllHooks: true } }, ["managed"]],
    [{ user: { disableAllHooks: true }, project: { disableAllHooks: false } }, ["managed"]],
    [{ user: { disableAllHooks: true }, cli: { disableAllHooks: false } }, PLACES],
    [{ managed: { disableAllHooks: false }, user: { disableAllHooks: true } }, PLACES],
    [{ project: { disableAllHooks: true } }, ["managed", "user", "cli"]],
    [{ project: { disableAllHooks: true }, local: { disableAllHooks: false } }, PLACES],
  ])("are, after %j: %j", async (more, expected) => {
    expect(await running(more)).toEqual(expected);
  });

  test("that fail block where they guard, and nowhere else", async () => {
    const scratch = await createScratch();
    const handler = { type: "command", command: "x" };
    const groups = [{ hooks: [handler, { ...handler, onFailure: "continue" }] }];
    await scratch.write(FILES.user, {
      hooks: { PreToolUse: groups, PermissionRequest: groups, Stop: groups },
    });
    const { hooks } = (await scratch.load()).hooks;
    expect(hooks.map(({ event, onFailure }) => `${event} ${onFailure}`)).toEqual([
      "PreToolUse block",
      "PreToolUse continue",
      "PermissionRequest block",
      "PermissionRequest continue",
      "Stop continue",
      "Stop continue",
    ]);
  });

  test("may send where every place that lists addresses lets them", async () => {
    const { hooks } = await loaded({
      managed: { allowedHttpHookUrls: ["https://a/*"], httpHookAllowedEnvVars: ["A"] },
      user: { allowedHttpHookUrls: ["*"] },
    });
    expect([hooks.allowedUrls, hooks.allowedEnvVars]).toEqual([[["https://a/*"], ["*"]], [["A"]]]);
  });

  test("for events that never happen are said to be idle", async () => {
    const scratch = await createScratch();
    await scratch.write(FILES.user, { hooks: { TeammateIdle: [] } });
    expect((await scratch.load()).notices).toEqual([
      `hooks for \`TeammateIdle\` in \`${scratch.at(FILES.user)}\` never run: there is no such event here`,
    ]);
  });
});
