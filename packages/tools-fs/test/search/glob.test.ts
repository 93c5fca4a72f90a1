import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdir, utimes } from "node:fs/promises";
import { readTree } from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import { glob } from "../../src/index.ts";
import { asNobody, callTool, makeWorld, type World } from "../context.ts";

const call = (world: World, pattern: string, path?: string) =>
  callTool(glob, path === undefined ? { pattern } : { pattern, path }, world.ctx);

async function found(world: World, pattern: string, path?: string): Promise<string[]> {
  const { text, ok } = await call(world, pattern, path);
  expect(ok).toBe(true);
  return text.startsWith("No files match") ? [] : text.split("\n").sort();
}

describe("Glob declares what it reads", () => {
  test.each([
    { pattern: "src/**/*.ts", reads: "src" },
    { pattern: "*.ts", reads: "." },
    { pattern: "../**", reads: ".." },
    { pattern: "a/b.ts", reads: "a" },
    { pattern: "a/{b,..}/c", reads: "a" },
    { pattern: "../*.ts", path: "sub/deep", reads: "sub" },
    { pattern: "/etc/ssh/*", path: "sub", reads: "/etc/ssh" },
    { pattern: "/*", reads: "/" },
  ])("$pattern", async ({ pattern, path, reads }) => {
    const { ctx } = await makeWorld("work");
    const input = path === undefined ? { pattern } : { pattern, path };
    expect(await glob.effects(input, ctx)).toEqual([readTree(ctx.resolve(reads))]);
  });

  test("the home directory", async () => {
    const { ctx } = await makeWorld();
    expect(await glob.effects({ pattern: "~/notes/*.md" }, ctx)).toEqual([readTree(ctx.resolve("~/notes"))]);
  });
});

describe("Glob", () => {
  test("lists the newest files first and equal times by path", async () => {
    const world = await makeWorld();
    for (const name of ["b.txt", "a.txt", "sub/c.txt", "new.txt"]) {
      await utimes(
        await world.put(name, "x"),
        1_700_000_000,
        name === "new.txt" ? 1_700_000_900 : 1_700_000_000,
      );
    }
    expect((await call(world, "**/*.txt")).text).toBe("new.txt\na.txt\nb.txt\nsub/c.txt");
  });

  test("says what a pattern that finds nothing may have meant", async () => {
    const world = await makeWorld();
    await world.put("src/a.ts", "");
    await world.link("link", "src");
    const text = async (pattern: string) => (await call(world, pattern)).text;
    for (const pattern of ["src", "src/", "./src"])
      expect(await text(pattern)).toContain("`src` is a directory, and only files are listed. Use `src/**`");
    expect(await text("!*.ts")).toContain("`!` leaves nothing out here");
    expect(await text("src/!(b).ts")).toContain("`!` leaves nothing out here");
    expect(await text("src\\a.ts")).toContain("use `/` between directories");
    for (const plain of ["nope", "*.js", "link", "a\\[b", "."])
      expect(await text(plain)).toMatch(/^No files match `.*`\. Files that .* inside it\.$/);
    world.denied.add(world.path("src"));
    expect(await text("src")).not.toContain("is a directory");
  });

  test("includes dot files, leaves out .git, and lists files only", async () => {
    const world = await makeWorld();
    for (const name of [".github/ci.yml", ".git/config.yml", "a/b.yml", "sub/.git"])
      await world.put(name, "");
    await mkdir(world.path("dir.yml"));
    expect(await found(world, "**/*.yml")).toEqual([".github/ci.yml", "a/b.yml"]);
    expect(await found(world, "**/*")).toEqual([".github/ci.yml", "a/b.yml"]);
  });

  test("takes brackets in path and pattern as they stand, too", async () => {
    const world = await makeWorld();
    for (const name of ["app/(shop)/[id]/p.tsx", "app/(shop)/i/p.tsx", "app/[[...slug]]/p.tsx"])
      await world.put(name, "");
    expect(await found(world, "*.tsx", "app/(shop)/[id]")).toEqual(["app/(shop)/[id]/p.tsx"]);
    expect(await found(world, "app/[[...slug]]/p.tsx")).toEqual(["app/[[...slug]]/p.tsx"]);
    expect(await found(world, "app/(shop)/\\[id\\]/*.tsx")).toEqual(["app/(shop)/[id]/p.tsx"]);
    expect(await found(world, "app/**/[a-j]/p.tsx")).toEqual(["app/(shop)/i/p.tsx"]);
  });

  test("says the total only when there are more than 100", async () => {
    const world = await makeWorld();
    for (let i = 0; i < 101; i++) await world.put(`e/${i}.txt`, "");
    for (let i = 0; i < 100; i++) await world.put(`d/${i}.txt`, "");
    expect((await call(world, "d/*.txt")).text.split("\n")).toHaveLength(100);
    expect((await call(world, "e/*.txt")).text).toMatch(/\n\(The newest 100 of 101 files\./);
  });

  test("shows paths outside the working directory as absolute, and odd names on one line", async () => {
    const world = await makeWorld("work");
    await world.put("../out.txt", "");
    await world.put("a\nb\u001b.txt", "");
    await world.put("\u202fx.txt", "");
    expect(await found(world, "../*.txt")).toEqual([world.path("../out.txt")]);
    expect(await found(world, "*.txt")).toEqual(['"a\\nb\\u001b.txt"', "\u202fx.txt"]);
  });

  test.runIf(process.platform === "linux")(
    "lists names that are no UTF-8, in directories of such names too",
    async () => {
      const world = await makeWorld();
      const odd = Buffer.concat([Buffer.from(`${world.root}/d`), Buffer.from([0xff])]);
      mkdirSync(odd);
      writeFileSync(Buffer.concat([odd, Buffer.from("/a.txt")]), "");
      writeFileSync(Buffer.concat([odd, Buffer.from([0x2f, 0xfe]), Buffer.from(".txt")]), "");
      expect(await found(world, "**/*.txt")).toEqual(["d\uFFFD/a.txt", "d\uFFFD/\uFFFD.txt"]);
    },
  );

  test("tells capital letters and dots apart, and takes a leading ./ and absolute patterns", async () => {
    const world = await makeWorld();
    for (const name of ["A.ts", "a.ts", "b.TS", "src/c.ts"]) await world.put(name, "");
    expect(await found(world, "*.ts")).toEqual(["A.ts", "a.ts"]);
    expect(await found(world, "./src/*.ts")).toEqual(["src/c.ts"]);
    expect(await found(world, world.path("src/*.ts"))).toEqual(["src/c.ts"]);
    expect(await found(world, "src/../[ab].*")).toEqual(["a.ts", "b.TS"]);
    expect(await found(world, "a?ts")).toEqual(["a.ts"]);
  });

  test("touches no pipe, socket or device", async () => {
    const world = await makeWorld();
    execFileSync("mkfifo", [world.path("pipe.txt")]);
    await world.link("null.txt", "/dev/null");
    await world.link("to-pipe.txt", "pipe.txt");
    await world.put("a.txt", "");
    expect(await found(world, "*.txt")).toEqual(["a.txt"]);
  });

  test("says that the time was up, with what was found so far", () => {
    const filenames = Array.from({ length: 100 }, (_, i) => `${i}`);
    const output = {
      numFiles: 100,
      filenames,
      truncated: true,
      totalMatches: 140,
      partly: false,
      timedOut: true,
    };
    expect(glob.toModel(output, { pattern: "*" })).toMatch(
      /\n\(The newest 100 of at least 140 files\..*\)\n\(The search was ended after 20 seconds; this is what was found so far\./,
    );
  });

  test("never lists what a read rule denies, nor a link to it", async () => {
    const world = await makeWorld();
    await world.put("secrets/key", "");
    await world.put("src/a", "");
    await world.link("src/link", "../secrets/key");
    await world.link("src/other", "a");
    world.denied.add(world.path("secrets"));
    expect(await found(world, "**/*")).toEqual(["src/a", "src/other"]);
    expect(await found(world, "secrets/*")).toEqual([]);
  });

  test("ends in circles of links, and does not follow links to directories", async () => {
    const world = await makeWorld();
    await world.put("1/a.js", "");
    await world.link("1/loop", "..");
    await world.link("self", ".");
    expect(await found(world, "**/*")).toEqual(["1/a.js"]);
  });

  test("refuses missing roots, files as roots and patterns that cannot match or never end", async () => {
    const world = await makeWorld();
    await world.put("a", "");
    const says = async (pattern: string, path?: string) => {
      const { ok, text } = await call(world, pattern, path);
      expect(ok).toBe(false);
      return text;
    };
    expect(await says("*", "nope")).toContain("nope`: it does not exist");
    expect(await says("*", "a")).toContain("is not a directory");
    expect(await says("nope/*.ts")).toContain("does not exist");
    expect(await says("*/../x")).toContain("after a wildcard");
    expect(await says("*a*a*a*b")).toContain("too complex");
  });

  test.runIf(process.getuid?.() === 0)("tells nothing found and nothing readable apart", async () => {
    const world = await makeWorld();
    await world.put("ok/n.txt", "");
    await world.put("locked/x.txt", "");
    await asNobody(world, async () => {
      expect((await call(world, "**/*.txt")).text).toBe(
        "ok/n.txt\n(Some files or directories could not be read and were not searched.)",
      );
      expect((await call(world, "*", "locked")).text).toContain("does not let this user at it");
    });
  });

  test("stops when the call is aborted", async () => {
    const world = await makeWorld();
    await world.put("a", "");
    world.controller.abort(new Error("stopped"));
    expect(await call(world, "**")).toEqual({ ok: false, text: "stopped" });
  });
});

describe("Glob and .gitignore", () => {
  test("leaves out ignored files and directories, with rules of subdirectories on top", async () => {
    const world = await makeWorld();
    await world.put(".gitignore", "*.log\nbuild/\n/only-top\n");
    await world.put("sub/.gitignore", "!keep.log\ntmp\n");
    for (const name of [
      "a.log",
      "build/x",
      "only-top",
      "sub/keep.log",
      "sub/b.log",
      "sub/tmp/x",
      "sub/only-top",
    ])
      await world.put(name, "");
    expect(await found(world, "**/[a-z]*")).toEqual(["sub/keep.log", "sub/only-top"]);
    expect(await found(world, "*", "sub")).toEqual(["sub/.gitignore", "sub/keep.log", "sub/only-top"]);
  });

  test("keeps rules of .ignore before those of git, and of .git/info/exclude", async () => {
    const world = await makeWorld();
    await world.put(".git/info/exclude", "excluded.txt\n");
    await world.put("sub/.ignore", "!kept.txt\nhidden.txt\n");
    await world.put(".gitignore", "kept.txt\n");
    for (const name of ["excluded.txt", "kept.txt", "sub/kept.txt", "sub/hidden.txt"])
      await world.put(name, "");
    expect(await found(world, "**/*.txt")).toEqual(["sub/kept.txt"]);
    expect(await found(world, "*.txt", "sub")).toEqual(["sub/kept.txt"]);
  });

  test("does not read a rule file that a read rule closes", async () => {
    const world = await makeWorld();
    await world.put("sub/.gitignore", "*.txt\n");
    await world.put("sub/a.txt", "");
    world.denied.add(world.path("sub/.gitignore"));
    expect(await found(world, "**/*.txt")).toEqual(["sub/a.txt"]);
  });

  test("searches an ignored directory that is named", async () => {
    const world = await makeWorld();
    await world.put(".gitignore", "scripts/*\n*.tmp\ndist/\n");
    for (const name of ["scripts/w.py", "scripts/x.tmp", "dist/deep/a.js"]) await world.put(name, "");
    expect(await found(world, "**/*.{py,tmp}")).toEqual([]);
    expect(await found(world, "*", "scripts")).toEqual(["scripts/w.py", "scripts/x.tmp"]);
    expect(await found(world, "*", "dist/deep")).toEqual(["dist/deep/a.js"]);
  });

  test("takes no rules from outside the workspace, but those of its repository", async () => {
    const world = await makeWorld("work");
    await world.put("../.gitignore", "*.ts\n");
    await world.put("src/a.ts", "");
    expect(await found(world, "**/*.ts")).toEqual(["src/a.ts"]);
    await mkdir(world.path("../.git"));
    expect(await found(world, "**/*.ts")).toEqual([]);
    await world.put("../.gitignore", "*\n");
    expect(await found(world, "**/*.ts")).toEqual(["src/a.ts"]);
  });

  test("is not held up by a pipe or a costly rule in the place of rules", async () => {
    const world = await makeWorld();
    await mkdir(world.path("a"));
    execFileSync("mkfifo", [world.path("a/.gitignore")]);
    await world.put(".gitignore", `${"**/a/".repeat(9)}b\n`);
    const name = `${"a/".repeat(60)}c`;
    await world.put(name, "");
    expect(await found(world, "**/c")).toEqual([name]);
  });
});
