import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createIgnoreRules } from "../../src/search/ignore-rules.ts";
import { makeWorld, type World } from "../context.ts";

const NAMES = ["a", "b", "x.log", "Keep"];
const DIRECTORIES = ["", "a/", "b/", "a/b/", "b/a/", "a/b/a/", "Keep/a/"];
const FILES = DIRECTORIES.flatMap((directory) =>
  ["f", "x.log", "A.LOG", "keep"].map((name) => directory + name),
);

const part = fc.constantFrom(
  ...NAMES,
  "*",
  "*.log",
  "?",
  "[ab]",
  "K*",
  "f",
  "**",
  "*?",
  "?*.*",
  "*[gG]",
  "[!k]*",
);
const rule = fc
  .tuple(
    fc.constantFrom("", "", "", "!", "#", "\\!"),
    fc.constantFrom("", "", "/"),
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "", "/", " ", "/ "),
  )
  .map(([mark, start, parts, end]) => mark + start + parts.join("/") + end);
const rules = fc.array(rule, { maxLength: 4 });

function git(world: World, ...args: readonly string[]): string {
  const environment = { PATH: process.env["PATH"], HOME: world.root, GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync("git", ["-c", "core.ignoreCase=false", ...args], {
    cwd: world.root,
    env: environment,
    encoding: "utf8",
  });
}

/** The files that git would add, and those that the rules leave. */
function bothLists(world: World): { byGit: readonly string[]; byRules: readonly string[] } {
  const byGit = git(world, "ls-files", "--others", "--exclude-standard", "-z").split("\0").filter(Boolean);
  const { excludesFile } = createIgnoreRules(world.root, world.ctx);
  const names = (list: readonly string[]) => list.filter((way) => FILES.includes(way)).sort();
  return { byGit: names(byGit), byRules: names(FILES.filter((way) => !excludesFile(world.path(way)))) };
}

test("tells capital letters apart, as git and ripgrep do", async () => {
  const world = await makeWorld();
  await world.put(".gitignore", "*.log\nKeep/\n");
  const { excludesFile } = createIgnoreRules(world.root, world.ctx);
  const isLeftOut = (way: string) => excludesFile(world.path(way));
  expect(["a.log", "a.LOG", "Keep/a", "keep/a"].map(isLeftOut)).toEqual([true, false, true, false]);
});

test("shows what is in a directory that a file nearer to it brings back", async () => {
  for (const rule of ["build/", "/sub/build", "sub/*", "sub/**/build", "**/build"]) {
    const world = await makeWorld();
    await world.put(".gitignore", rule);
    await world.put("sub/.gitignore", "!build");
    const { excludesFile } = createIgnoreRules(world.root, world.ctx);
    const isLeftOut = (way: string) => excludesFile(world.path(way));
    expect([rule, isLeftOut("sub/build/a")]).toEqual([rule, false]);
  }
});

test("is not held up by a rule with many forms, nor by a long name", async () => {
  const world = await makeWorld();
  const rules = [
    `${"**/a/".repeat(9)}b`,
    `${"a/**/".repeat(9)}b`,
    `${"*?[a]".repeat(20)}[z]`,
    `a/${"**/".repeat(1e5)}b`,
  ];
  await world.put(".gitignore", rules.join("\n"));
  const { excludesFile } = createIgnoreRules(world.root, world.ctx);
  expect(excludesFile(world.path(`${"b/".repeat(500)}b`))).toBe(false);
  expect(excludesFile(world.path(`a/${"a".repeat(250)}`))).toBe(false);
});

test("leaves out what git leaves out, whatever the rules", async () => {
  const world = await makeWorld();
  git(world, "init", "--quiet");
  for (const way of FILES) {
    mkdirSync(dirname(world.path(way)), { recursive: true });
    writeFileSync(world.path(way), "");
  }
  fc.assert(
    fc.property(rules, rules, rules, (top, inner, deep) => {
      const files = { ".gitignore": top, "a/.gitignore": inner, "a/b/.gitignore": deep };
      for (const [way, lines] of Object.entries(files)) {
        rmSync(world.path(way), { force: true });
        if (lines.length > 0) writeFileSync(world.path(way), `${lines.join("\n")}\n`);
      }
      const { byGit, byRules } = bothLists(world);
      expect(byRules).toEqual(byGit);
    }),
    { numRuns: 150 },
  );
}, 60_000);
