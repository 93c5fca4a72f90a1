import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { chmod, utimes } from "node:fs/promises";
import { readTree } from "@gauntlet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { grep } from "../../src/index.ts";
import type { GrepInput } from "../../src/search/grep-input.ts";
import { asNobody, callTool, makeWorld, type World } from "../context.ts";

const call = (world: World, pattern: string, rest: Omit<GrepInput, "pattern"> = {}) =>
  callTool(grep, { pattern, ...rest }, world.ctx);
const content = async (world: World, pattern: string, rest: Omit<GrepInput, "pattern"> = {}) =>
  (await call(world, pattern, { output_mode: "content", ...rest })).text;

describe("Grep", () => {
  test("declares the read of the tree it searches", async () => {
    const { ctx, path } = await makeWorld();
    expect(await grep.effects({ pattern: "x" }, ctx)).toEqual([readTree(ctx.resolve("."))]);
    expect(await grep.effects({ pattern: "x", path: "a/b.ts" }, ctx)).toEqual([readTree(path("a/b.ts"))]);
  });

  test("lists files with a match, newest first", async () => {
    const world = await makeWorld();
    for (const [name, time] of [
      ["old.txt", 1],
      ["b.txt", 2],
      ["a.txt", 2],
      ["no.txt", 3],
    ] as const)
      await utimes(await world.put(name, name === "no.txt" ? "x" : "needle"), time, time);
    expect((await call(world, "needle")).text).toBe("a.txt\nb.txt\nold.txt");
  });

  test("counts matching lines a file", async () => {
    const world = await makeWorld();
    await world.put("b.txt", "rule\n".repeat(500));
    await world.put("a.txt", "rule rule\nx\n");
    expect((await call(world, "rule", { output_mode: "count" })).text).toBe(
      "a.txt:1\nb.txt:500\n\n501 matching lines in 2 files",
    );
  });

  test("shows matching lines with context, apart where lines are left out", async () => {
    const world = await makeWorld();
    await world.put("a.txt", "1\nhit\n3\n4\n5\nhit\nhit\n8\n");
    await world.put("b.txt", "hit\n");
    expect(await content(world, "hit", { "-B": 1, "-A": 0 })).toBe(
      "a.txt-1-1\na.txt:2:hit\n--\na.txt-5-5\na.txt:6:hit\na.txt:7:hit\n--\nb.txt:1:hit",
    );
    expect(await content(world, "4", { context: 1, "-n": false })).toBe("a.txt-3\na.txt:4\na.txt-5");
    expect(await content(world, "HIT", { "-i": true, path: "b.txt" })).toBe("b.txt:1:hit");
    expect(await content(world, "hi|[345]", { "-o": true, path: "a.txt" })).toBe(
      "a.txt:2:hi\na.txt:3:3\na.txt:4:4\na.txt:5:5\na.txt:6:hi\na.txt:7:hi",
    );
  });

  test("matches across lines with multiline, and numbers each line", async () => {
    const world = await makeWorld();
    await world.put("a.txt", "x\nfoo {\n  bar\n}\n");
    expect(await content(world, "foo \\{.*bar", { multiline: true })).toBe("a.txt:2:foo {\na.txt:3:  bar");
    expect(await content(world, "foo \\{\\s+bar", { multiline: true, "-o": true })).toBe(
      "a.txt:2:foo {\na.txt:3:  bar",
    );
    expect(await call(world, "foo\nbar")).toEqual({ ok: false, text: expect.stringContaining("multiline") });
  });

  test("takes patterns that look like options, and ends lines before \\r\\n", async () => {
    const world = await makeWorld();
    await world.put("o.md", "run --pdf-engine=x\nvalue -77\r\n-> Result\n--files\n");
    expect(await content(world, "--pdf-engine")).toBe("o.md:1:run --pdf-engine=x");
    expect(await content(world, "-77$")).toBe("o.md:2:value -77");
    expect(await content(world, "-> Result")).toBe("o.md:3:-> Result");
    expect(await content(world, "--files")).toBe("o.md:4:--files");
  });

  test("matches across lines whichever their ends are", async () => {
    const world = await makeWorld();
    await world.put("dos.txt", "foo\r\nbar\r\n");
    await world.put("unix.txt", "foo\nbar\n");
    const found = "dos.txt:1:foo\ndos.txt:2:bar\nunix.txt:1:foo\nunix.txt:2:bar";
    expect(await content(world, "foo\\nbar", { multiline: true })).toBe(found);
    expect(await content(world, "foo\nbar", { multiline: true })).toBe(found);
    expect(await content(world, "foo$\\n^bar", { multiline: true })).toBe(found);
  });

  test("narrows by glob and type, and a glob brings back neither ignored files nor .git", async () => {
    const world = await makeWorld();
    await world.put(".gitignore", "*.log\nsub/skip/\n");
    for (const name of ["a.ts", "b.py", "x.log", "sub/c.ts", "sub/skip/d.ts", ".git/e.ts", ".github/f.ts"])
      await world.put(name, "k");
    const names = async (rest: Omit<GrepInput, "pattern">) =>
      (await call(world, "k", rest)).text.split("\n").sort();
    expect(await names({ glob: "*.ts" })).toEqual([".github/f.ts", "a.ts", "sub/c.ts"]);
    expect(await names({ glob: "sub/**/*.ts" })).toEqual(["sub/c.ts"]);
    expect(await names({ glob: "!*.ts" })).toEqual([".gitignore", "b.py"]);
    expect(await names({ type: "py" })).toEqual(["b.py"]);
    expect(await names({ type: "py", glob: "!a*" })).toEqual(["b.py"]);
    expect(await names({ type: "py", glob: "{b,c}.*" })).toEqual(["b.py"]);
    for (const glob of ["*.ts", "!b*", "sub/*"])
      expect((await call(world, "k", { type: "py", glob })).text).toContain("No matches found");
    expect(await names({ glob: "*" })).toEqual([".github/f.ts", ".gitignore", "a.ts", "b.py", "sub/c.ts"]);
    expect((await call(world, "k", { glob: "*.log" })).text).toContain(".gitignore or .ignore excludes");
    expect((await call(world, "k", { path: "x.log" })).text).toBe("x.log");
    expect((await call(world, "k", { path: "sub/skip" })).text).toBe("sub/skip/d.ts");
    expect((await call(world, "k", { type: "nope" })).text).toContain("unrecognized file type: nope");
  });

  test("takes no rules from outside the workspace, but those of its repository", async () => {
    const world = await makeWorld("work");
    await world.put("../.gitignore", "*.ts\n");
    await world.put("src/a.ts", "k\n");
    expect((await call(world, "k")).text).toBe("src/a.ts");
    await world.put("../.git/HEAD", "");
    expect((await call(world, "k")).text).toContain("No matches found");
    await world.put("../.gitignore", "*\n");
    expect((await call(world, "k")).text).toBe("src/a.ts");
  });

  test("pages with head_limit and offset and says where to go on", async () => {
    const world = await makeWorld();
    await world.put("r.toml", Array.from({ length: 300 }, (_, i) => `rule ${i + 1}\n`).join(""));
    const first = await content(world, "^rule", { head_limit: 2 });
    expect(first).toBe(
      "r.toml:1:rule 1\nr.toml:2:rule 2\n(Results end at the limit of 2; 298 more. Go on with offset 2, raise head_limit, or narrow the search.)",
    );
    expect((await content(world, "^rule", { head_limit: 2, offset: 298 })).split("\n")).toEqual([
      "r.toml:299:rule 299",
      "r.toml:300:rule 300",
    ]);
    expect((await content(world, "^rule")).split("\n")).toHaveLength(251);
    expect((await content(world, "^rule", { head_limit: 0 })).split("\n")).toHaveLength(300);
    expect(await content(world, "^rule", { offset: 300 })).toBe(
      "Only 300 results; offset 300 is past the end. Use a smaller offset.",
    );
    for (const name of ["a", "b", "c"]) await world.put(name, "rule");
    expect((await call(world, "rule", { head_limit: 1, offset: 1 })).text).toMatch(
      /\n\(Results end at the limit of 1; 2 more\. Go on with offset 2/,
    );
  });

  test("bounds its output without a head_limit", async () => {
    const world = await makeWorld();
    await world.put("big.txt", "match\n".repeat(100_000));
    const text = await content(world, "match", { head_limit: 0 });
    expect(text.length).toBeLessThan(1_010_000);
    expect(text).toMatch(
      /\(The output is as large as it may be; at least 20000 more\. Go on with offset \d+, or narrow/,
    );
  });

  test("cuts a long line around the match", async () => {
    const world = await makeWorld();
    await world.put("m.js", `é${"x".repeat(4000)}NEEDLE${"y".repeat(2000)}`);
    expect(await content(world, "NEEDLE")).toBe(
      `m.js:1:… ${"x".repeat(100)}NEEDLE${"y".repeat(394)} … [line cut: 6007 characters]`,
    );
    await world.put("m.js", `${"x".repeat(9 * 1024 * 1024)}NEEDLE\nNEEDLE 2`);
    expect(await content(world, "NEEDLE")).toBe(
      "m.js:1:… NEEDLE … [line cut: longer than 4 MB]\nm.js:2:NEEDLE 2",
    );
  });

  test("shows odd names on one line and brackets in paths as they stand", async () => {
    const world = await makeWorld();
    await world.put("a\nb:1.txt", "k\n");
    await world.put("(shop)/[id]/p.tsx", "NEEDLE\n");
    await world.put("(shop)/i/p.tsx", "NEEDLE\n");
    await world.put("--files", "dash\n");
    expect(await content(world, "k")).toBe('"a\\nb:1.txt":1:k');
    expect((await call(world, "k", { output_mode: "count" })).text).toMatch(/^"a\\nb:1.txt":1\n/);
    expect((await call(world, "NEEDLE", { path: "(shop)/[id]" })).text).toBe("(shop)/[id]/p.tsx");
    expect(await content(world, "NEEDLE", { path: "(shop)/[id]/p.tsx" })).toBe("(shop)/[id]/p.tsx:1:NEEDLE");
    expect(await content(world, "dash", { path: "--files" })).toBe("--files:1:dash");
  });

  test.each(["content", "files_with_matches", "count"] as const)(
    "never shows what a read rule denies: %s",
    async (output_mode) => {
      const world = await makeWorld();
      await world.put("secrets/key", "dummy-key\n");
      await world.put("src/a.txt", "dummy\n");
      await world.link("alias", "secrets");
      world.denied.add(world.path("secrets"));
      const { text } = await call(world, "dummy", { output_mode, context: 5 });
      expect(text).toContain("src/a.txt");
      expect(text).not.toContain("key");
      expect(text).not.toContain("2");
      expect((await call(world, "dummy", { output_mode, path: "secrets/key" })).text).toBe(
        "No matches found.",
      );
      expect((await call(world, "dummy", { output_mode, path: "alias" })).text).not.toContain("key");
      expect((await call(world, "dummy", { output_mode, path: "alias/key" })).text).toBe("No matches found.");
    },
  );

  test("tells a broken pattern, a missing root and nothing found apart", async () => {
    const world = await makeWorld();
    await world.put("t", "a{\n");
    expect(await call(world, "foo(")).toEqual({
      ok: false,
      text: expect.stringMatching(/regex parse error.*unclosed/s),
    });
    expect(await call(world, "x", { path: "nope" })).toEqual({
      ok: false,
      text: expect.stringContaining("nope"),
    });
    expect(await call(world, "zzz")).toEqual({
      ok: true,
      text: expect.stringContaining("No matches found."),
    });
    expect(await call(world, "a\0")).toEqual({ ok: false, text: expect.stringContaining("NUL") });
  });

  test("tells a broken pattern also where there is nothing to search", async () => {
    const world = await makeWorld();
    await world.put("a.ts", "x");
    const text = expect.stringMatching(/regex parse error.*unclosed/s);
    expect(await call(world, "(", { glob: "*.none" })).toEqual({ ok: false, text });
    expect((await call(world, "x", { glob: "*.none" })).ok).toBe(true);
  });

  test.each([
    { pattern: "foo(", says: "Escape characters", not: "multiline" },
    { pattern: "(?=x)", says: "Look-around and backreferences are not supported", not: "Escape" },
    { pattern: "a\nb", says: "Set multiline", not: "Escape" },
    { pattern: "x", type: "nope", says: "Use a type such as", not: "Escape" },
  ])("gives the advice that fits: $says", async ({ says, not, ...input }) => {
    const world = await makeWorld();
    const { ok, text } = await callTool(grep, input, world.ctx);
    expect(ok).toBe(false);
    expect(text).toContain(says);
    expect(text).not.toContain(not);
    expect(text).not.toContain("--");
  });

  test("suggests near names for a missing root", async () => {
    const world = await makeWorld();
    await world.put("source/a.ts", "x");
    expect((await call(world, "x", { path: "sources" })).text).toContain("there is `source`");
  });

  test("reads UTF-16 by its mark, and passes over binaries", async () => {
    const world = await makeWorld();
    await world.put("u.txt", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Größe\n", "utf16le")]));
    await world.put("b.bin", Buffer.from("\0\0Größe\n"));
    expect(await content(world, "Größe")).toBe("u.txt:1:Größe");
    expect((await call(world, "Größe")).text).toBe("u.txt");
  });

  test("cuts a line of 10 MB that is all match, and one whose matches are many", async () => {
    const world = await makeWorld();
    await world.put("m.txt", `${"xyyyyyyyyy".repeat(1024 * 1024)}\nnext\n`);
    expect(await content(world, "^[xy]+")).toMatch(/^m\.txt:[xy]{500} … \[line cut: longer than 4 MB\]$/);
    expect(await content(world, "x|next")).toMatch(/\nm\.txt:2:next$/);
  });

  test.runIf(process.platform === "linux")("shows names that are no UTF-8", async () => {
    const world = await makeWorld();
    const name = Buffer.concat([Buffer.from(`${world.root}/b`), Buffer.from([0xff]), Buffer.from(".txt")]);
    writeFileSync(name, "k\n");
    expect((await call(world, "k")).text).toBe("b\uFFFD.txt");
    expect(await content(world, "k", { glob: "*.txt" })).toBe("b\uFFFD.txt:1:k");
    world.denied.add(world.path("other"));
    expect((await call(world, "k", { output_mode: "count" })).text).toContain("b\uFFFD.txt:1");
    world.denied.add(world.path("b\uFFFD.txt"));
    expect((await call(world, "k")).text).toContain("No matches found");
  });

  test("takes a glob as an absolute path, a directory or an exception", async () => {
    const world = await makeWorld();
    for (const name of ["src/a.ts", "src/sub/b.ts", "test/c.ts", "app/[id]/d.ts"]) await world.put(name, "k");
    const names = async (glob: string) => (await call(world, "k", { glob })).text.split("\n").sort();
    expect(await names(world.path("src/**/*.ts"))).toEqual(["src/a.ts", "src/sub/b.ts"]);
    expect(await names("src")).toEqual(["src/a.ts", "src/sub/b.ts"]);
    expect(await names("src/")).toEqual(["src/a.ts", "src/sub/b.ts"]);
    expect(await names("!src/**")).toEqual(["app/[id]/d.ts", "test/c.ts"]);
    expect(await names("!sub")).toEqual(["app/[id]/d.ts", "src/a.ts", "test/c.ts"]);
    expect(await names("{src/*,test/**}")).toEqual(["src/a.ts", "test/c.ts"]);
    expect(await names("app/[id]/*.ts")).toEqual(["app/[id]/d.ts"]);
    expect((await call(world, "k", { glob: "*a*a*a*b" })).text).toContain("too complex");
  });

  test("keeps the order of paths when the names take several runs", async () => {
    const world = await makeWorld();
    const long = "d".repeat(200);
    for (let i = 0; i < 1_500; i++) await world.put(`${long}/f${String(i).padStart(4, "0")}.txt`, "k\n");
    const lines = (await content(world, "k", { glob: "*.txt", head_limit: 0 })).split("\n");
    expect(lines).toHaveLength(1_500);
    expect(lines).toEqual([...lines].sort());
  });

  test("keeps rules of .ignore, of .git/info/exclude and of parents above a directory", async () => {
    const world = await makeWorld();
    await world.put(".git/info/exclude", "excluded.txt\n");
    await world.put(".ignore", "!kept.txt\nhidden.txt\n");
    await world.put(".gitignore", "kept.txt\n");
    for (const name of ["excluded.txt", "kept.txt", "hidden.txt", "sub/hidden.txt", "sub/a.txt"])
      await world.put(name, "needle");
    for (const rest of [{}, { glob: "*.txt" }, { glob: "*" }])
      expect((await call(world, "needle", rest)).text.split("\n").sort()).toEqual(["kept.txt", "sub/a.txt"]);
    expect((await call(world, "needle", { path: "sub" })).text).toBe("sub/a.txt");
  });

  test.runIf(process.getuid?.() === 0)("keeps its results when one directory cannot be read", async () => {
    const world = await makeWorld();
    await world.put("ok/n.txt", "answer 42");
    await world.put("locked/x.txt", "answer");
    await chmod(await world.put("closed", "answer"), 0);
    await asNobody(world, async () => {
      expect(await content(world, "answer")).toBe(
        "ok/n.txt:1:answer 42\n(Some files or directories could not be read and were not searched.)",
      );
      expect((await call(world, "answer", { path: "locked" })).text).toContain(
        "does not let this user at it",
      );
      expect(await call(world, "answer", { path: "closed" })).toEqual({
        ok: false,
        text: expect.stringContaining(`\`${world.path("closed")}\`: the system does not let this user at it`),
      });
    });
  });

  test("is not held up by links, circles of links or pipes", async () => {
    const world = await makeWorld();
    await world.put("1/a.js", "k\n");
    await world.link("1/loop", "..");
    await world.link("self", ".");
    execFileSync("mkfifo", [world.path("pipe")]);
    expect((await call(world, "k")).text).toBe("1/a.js");
  });

  test("kills the search when the call is aborted, and does not begin one after that", async () => {
    const world = await makeWorld();
    await world.put("sub/a", "k\n");
    // ripgrep waits for a writer here, so only a kill ends it.
    execFileSync("mkfifo", [world.path("sub/.gitignore")]);
    const running = call(world, "k");
    setTimeout(() => world.controller.abort(new Error("stopped")), 100);
    expect(await running).toEqual({ ok: false, text: "stopped" });
    expect(await call(world, "k")).toEqual({ ok: false, text: "stopped" });
  });
});

test("equals a naive search of any small tree", async () => {
  const name = fc.stringMatching(/^[a-c]{1,2}\.(txt|md)$/);
  const line = fc.stringMatching(/^[xyz é]{0,6}$/);
  const tree = fc.dictionary(name, fc.array(line, { maxLength: 6 }), { maxKeys: 5 });
  await fc.assert(
    fc.asyncProperty(tree, fc.stringMatching(/^[xyz]{1,2}$/), async (files, wanted) => {
      const world = await makeWorld();
      const expected: string[] = [];
      for (const way of Object.keys(files).sort()) {
        const lines = files[way] ?? [];
        await world.put(way, lines.join("\n"));
        for (const [i, text] of lines.entries())
          if (text.includes(wanted)) expected.push(`${way}:${i + 1}:${text}`);
      }
      const text = await content(world, wanted, { head_limit: 0 });
      expect(text.startsWith("No matches found") ? [] : text.split("\n")).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});
