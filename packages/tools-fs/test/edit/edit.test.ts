import { chmod, lstat, readdir, stat } from "node:fs/promises";
import { writeFile as writeEffect } from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import { edit, read, write } from "../../src/index.ts";
import { callTool, makeWorld, type World } from "../context.ts";

const call = (world: World, file_path: string, old_string: string, new_string: string, replace_all = false) =>
  callTool(edit, { file_path, old_string, new_string, replace_all }, world.ctx);

async function worldWith(content: string | Uint8Array): Promise<World> {
  const world = await makeWorld();
  await world.put("f", content);
  await callTool(read, { file_path: "f" }, world.ctx);
  return world;
}

describe("Edit", () => {
  test("declares the write of one resolved path", async () => {
    const { ctx, path } = await makeWorld();
    const input = { file_path: "a", old_string: "x", new_string: "y" };
    expect(await edit.effects(input, ctx)).toEqual([writeEffect(path("a"))]);
  });

  test.each([
    { name: "CRLF", before: "a\r\nb\r\nc\r\n", old: "a\nb", now: "a\nx\nb", after: "a\r\nx\r\nb\r\nc\r\n" },
    { name: "CRLF given as CRLF", before: "a\r\nb\r\n", old: "a\r\nb", now: "a\r\nc", after: "a\r\nc\r\n" },
    { name: "LF given as CRLF", before: "a\nb\n", old: "a\r\nb", now: "a\r\nx\r\nb", after: "a\nx\nb\n" },
    {
      name: "mixed ends far away",
      before: "1\r\n2\n3\r\n4\n",
      old: "3",
      now: "X",
      after: "1\r\n2\nX\r\n4\n",
    },
    {
      name: "mixed ends inside",
      before: "1\r\n2\n3\r\n4\n",
      old: "1\n2\n3",
      now: "1\n2\nX",
      after: "1\r\n2\nX\r\n4\n",
    },
    { name: "a CR kept by request", before: "a\n", old: "a\n", now: "a\r\n", after: "a\r\n" },
    { name: "a byte order mark", before: "\uFEFFa\nb\n", old: "a\nb", now: "a\nc", after: "\uFEFFa\nc\n" },
    { name: "no line end at the end", before: "a\nb", old: "b", now: "c", after: "a\nc" },
    { name: "a lone CR", before: "a\rb\n", old: "a\rb", now: "a\rc", after: "a\rc\n" },
    { name: "a deleted line of CRLF", before: "a\r\nb\r\nc", old: "b\n", now: "", after: "a\r\nc" },
    {
      name: "dollar patterns",
      before: "x\n",
      old: "x",
      now: "$& $1 $` $' $$ $<n>",
      after: "$& $1 $` $' $$ $<n>\n",
    },
    { name: "quotes", before: "it's\n", old: "it's", now: "it’s", after: "it’s\n" },
    {
      name: "indentation",
      before: "\t\ta\n\t\tb\n",
      old: "\t\ta\n",
      now: "\t\ta\n\t\tx\n",
      after: "\t\ta\n\t\tx\n\t\tb\n",
    },
  ])("keeps every other byte: $name", async ({ before, old, now, after }) => {
    const world = await worldWith(before);
    expect(await call(world, "f", old, now)).toMatchObject({ ok: true });
    expect(await world.bytes("f")).toEqual(Buffer.from(after));
  });

  test("replaces every occurrence literally with replace_all", async () => {
    const world = await worldWith("a:\r\n\techo X\r\nb:\n\techo X\n");
    const { text } = await call(world, "f", "echo X\n", "echo $$PID\n\n", true);
    expect(text).toContain("Replaced 2 occurrences");
    expect(await world.text("f")).toBe("a:\r\n\techo $$PID\r\n\r\nb:\n\techo $$PID\n\n");
  });

  test("shows the lines around the place with their numbers", async () => {
    const world = await worldWith("1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    expect((await call(world, "f", "5", "five\nmore")).text).toBe(
      `Replaced one occurrence in \`${world.path("f")}\`.\nThe lines around it now:\n2\t2\n3\t3\n4\t4\n5\tfive\n6\tmore\n7\t6\n8\t7\n9\t8`,
    );
  });

  test("keeps mode and link, and allows edits in a row and after a Write", async () => {
    const world = await worldWith("a\nb\n");
    await chmod(world.path("f"), 0o750);
    await world.link("l", "f");
    expect(await call(world, "l", "a", "A")).toMatchObject({ ok: true });
    expect(await call(world, "f", "b", "B")).toMatchObject({ ok: true });
    expect(await callTool(write, { file_path: "f", content: "x\ny\n" }, world.ctx)).toMatchObject({
      ok: true,
    });
    expect(await call(world, "l", "y", "Y")).toMatchObject({ ok: true });
    expect(await world.text("f")).toBe("x\nY\n");
    expect((await lstat(world.path("l"))).isSymbolicLink()).toBe(true);
    expect((await stat(world.path("f"))).mode & 0o777).toBe(0o750);
    expect(await readdir(world.root)).toEqual(["f", "l"]);
  });
});

test.each(["", "x"])("the lines shown after an Edit cut no character in half (%j before it)", async (pad) => {
  const world = await worldWith(`${pad}${"😀".repeat(3_000)}\nfoo\n`);
  expect((await call(world, "f", "foo", "bar")).text.isWellFormed()).toBe(true);
});

describe("Edit refuses in words and changes nothing", () => {
  const crowd = "alpha   beta\nmid\nalpha\tbeta\naaa\n😀\n";
  test.each([
    { name: "equal strings", old: "mid", now: "mid", says: "are the same" },
    { name: "an empty old_string", old: "", now: "x", says: "exists and is not empty" },
    { name: "no match", old: "nowhere", now: "x", says: "was not found" },
    { name: "other whitespace", old: "alpha beta", now: "X", says: "stands at lines 1, 3" },
    { name: "copied line numbers", old: "2\tmid", now: "x", says: "leave out the line numbers" },
    { name: "two matches", old: "alpha", now: "x", says: "has 2 matches" },
    { name: "matches that overlap", old: "aa", now: "x", says: "has 2 matches" },
    { name: "half a character", old: "mid", now: "\udc00", says: "surrogate" },
    { name: "half a character to look for", old: "\ud83d", now: "x", says: "`old_string` holds half" },
  ])("$name", async ({ old, now, says }) => {
    const world = await worldWith(crowd);
    expect(await call(world, "f", old, now)).toEqual({ ok: false, text: expect.stringContaining(says) });
    expect(await world.text("f")).toBe(crowd);
  });

  test("spaces where the file has tabs", async () => {
    const world = await worldWith("func f() {\n\tif x {\n\t\treturn 1\n\t}\n}\n");
    expect((await call(world, "f", "    if x {\n        return 1", "x")).text).toContain(
      "stands at line 2: line 2 of the file has `\\tif x {` where `old_string` has `    if x {` (tabs against spaces)",
    );
  });

  test("two places that differ only in their line ends", async () => {
    const world = await worldWith("a\r\nb\r\na\nb\n");
    expect((await call(world, "f", "a\nb", "x")).text).toContain("has 2 matches");
  });

  test("a file that was not read, whatever it holds, and a missing one", async () => {
    const world = await makeWorld();
    await world.put("a.txt", "one\n");
    expect((await call(world, "a.txt", "one", "two")).text).toContain("Use Read on it first");
    expect((await call(world, "a.txt", "other", "two")).text).toContain("Use Read on it first");
    expect((await call(world, "b.txt", "one", "two")).text).toContain("does not exist");
  });

  test("two matches in a file that someone else changed, with what changed", async () => {
    const world = await worldWith("a\nb\n");
    await world.put("f", "a\nb\nb\n");
    expect(await call(world, "f", "b", "c")).toEqual({
      ok: false,
      text: [
        `\`old_string\` has 2 matches in \`${world.path("f")}\` (lines 2, 3) and must be unique; nothing was changed. The file was changed by someone else since it was read.`,
        "What changed since:",
        "@@ -1,2 +1,3 @@",
        " a",
        " b",
        "+b",
        "Add lines around it until it is.",
      ].join("\n"),
    });
  });

  test("two matches on one line, which is named once", async () => {
    const world = await worldWith("x x\n");
    expect((await call(world, "f", "x", "y")).text).toContain("has 2 matches in");
    expect((await call(world, "f", "x", "y")).text).toContain("(line 1) and must be unique");
  });

  test("more matches than one edit replaces", async () => {
    const world = await worldWith("x".repeat(500_001));
    expect(await call(world, "f", "x", "y", true)).toEqual({
      ok: false,
      text: expect.stringContaining("has more than 500000 matches"),
    });
    expect(await world.text("f")).toBe("x".repeat(500_001));
    await world.put("g", "x".repeat(500_000));
    await callTool(read, { file_path: "g" }, world.ctx);
    expect(await call(world, "g", "x", "y", true)).toMatchObject({ ok: true });
  });

  test("replace_all in a file that someone else changed", async () => {
    const world = await worldWith("x x\n");
    await world.put("f", "x x x\n");
    expect(await call(world, "f", "x", "y", true)).toEqual({
      ok: false,
      text: expect.stringContaining("Read it again, then redo"),
    });
  });

  test("in the act, too, when the file changed after the check", async () => {
    const world = await worldWith("one\n");
    const input = { file_path: "f", old_string: "one", new_string: "two" };
    expect(await edit.validateInput(input, world.ctx)).toBeUndefined();
    await world.put("f", "other\n");
    await expect(edit.execute(input, world.ctx)).rejects.toThrow("was not found");
  });
});
