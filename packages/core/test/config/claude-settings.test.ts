import { describe, expect, test } from "vitest";
import { createScratch, failure } from "./scratch.ts";

const settings = (name: string, more: object = {}) => ({
  permissions: { allow: [`Bash(${name} *)`], deny: [`Read(./${name})`], futureKey: true },
  hooks: { PreToolUse: [{ hooks: [{ type: "command", command: name }] }] },
  model: "opus",
  statusLine: { type: "command", command: "x" },
  ...more,
});
const FILES = {
  user: "home/.claude/settings.json",
  project: "ws/.claude/settings.json",
  local: "ws/.claude/settings.local.json",
} as const;

async function scratchWith(places: Partial<Record<"user" | "project", object>>) {
  const scratch = await createScratch();
  for (const [name, file] of Object.entries(FILES)) await scratch.write(file, settings(name));
  if (places.user) await scratch.write("home/.config/gauntlet/settings.json", places.user);
  if (places.project) await scratch.write("ws/gauntlet.config.json", places.project);
  return scratch;
}
const on = { claudeSettings: true };
const commands = ({ hooks }: { hooks: { hooks: readonly { handler: unknown }[] } }) =>
  hooks.hooks.map(({ handler }) => (handler as { command: string }).command);

describe("settings of Claude Code", () => {
  test("are not read unless somebody asks", async () => {
    const scratch = await scratchWith({ user: {}, project: {} });
    await scratch.trust();
    expect((await scratch.load()).rules).toEqual([]);
  });

  test("are those of the place that asks: the person's, or the project's", async () => {
    const mine = await (await scratchWith({ user: on })).load();
    expect([commands(mine), mine.rules.map(({ source }) => source)]).toEqual([["user"], ["user", "user"]]);
    const scratch = await scratchWith({ project: on });
    await scratch.trust();
    const theirs = await scratch.load();
    expect(commands(theirs)).toEqual(["project", "local"]);
    expect(theirs.rules.map(({ text }) => text)).toContain("Bash(local *)");
  });

  test("say where their rules and hooks stand", async () => {
    const scratch = await scratchWith({ user: on });
    const { rules, hooks } = await scratch.load();
    const file = scratch.at(FILES.user);
    expect(rules[0]).toMatchObject({ file, line: expect.any(Number) });
    expect(hooks.hooks[0]).toMatchObject({ file, line: expect.any(Number), source: "user" });
  });

  test("have hooks that go on when they fail, unless they say otherwise", async () => {
    const scratch = await scratchWith({ user: on });
    const handler = { type: "command", command: "x" };
    const groups = [{ hooks: [handler, { ...handler, onFailure: "block" }] }];
    await scratch.write(FILES.user, settings("user", { hooks: { PreToolUse: groups } }));
    expect((await scratch.load()).hooks.hooks.map(({ onFailure }) => onFailure)).toEqual([
      "continue",
      "block",
    ]);
  });

  test("of a project count with its trust alone, which ends when they change", async () => {
    const scratch = await scratchWith({ project: on });
    expect(commands(await scratch.load())).toEqual([]);
    await scratch.trust();
    expect(commands(await scratch.load())).toEqual(["project", "local"]);
    await scratch.write(FILES.local, settings("other"));
    const loaded = await scratch.load();
    expect([commands(loaded), loaded.trusted]).toEqual([[], false]);
  });

  test("that are not asked for do not end trust when they change", async () => {
    const scratch = await scratchWith({ project: {} });
    await scratch.trust();
    await scratch.write(FILES.local, settings("other"));
    expect((await scratch.load()).trusted).toBe(true);
  });

  test("that are broken stop everything", async () => {
    const scratch = await scratchWith({ user: on });
    await scratch.write(FILES.user, settings("user", { permissions: { deny: ["Bash("] } }));
    expect((await failure(scratch.load())).message).toContain(FILES.user);
    await scratch.write(FILES.user, "{");
    expect((await failure(scratch.load())).code).toBe("GNT_CONFIG_READ");
  });

  test("can be asked for by a person and a project, and by nobody else, which is said", async () => {
    const scratch = await scratchWith({});
    await scratch.write("etc/managed.json", on);
    const loaded = await scratch.load({ settings: JSON.stringify(on) });
    expect(loaded.rules).toEqual([]);
    expect(loaded.notices.filter((notice) => notice.includes("claudeSettings"))).toHaveLength(2);
  });
});
