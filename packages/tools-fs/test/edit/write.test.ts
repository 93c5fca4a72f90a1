import { execFileSync } from "node:child_process";
import { chmod, link, lstat, mkdir, readdir, readlink, stat } from "node:fs/promises";
import { writeFile as writeEffect } from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import { read, write } from "../../src/index.ts";
import { callTool, makeWorld, type World } from "../context.ts";

const call = (world: World, file_path: string, content: string) =>
  callTool(write, { file_path, content }, world.ctx);
const know = (world: World, file_path: string) => callTool(read, { file_path }, world.ctx);

describe("Write", () => {
  test("declares the write of one resolved path", async () => {
    const { ctx, path } = await makeWorld();
    expect(await write.effects({ file_path: "a", content: "" }, ctx)).toEqual([writeEffect(path("a"))]);
    expect(write.flags.isReadOnly({ file_path: "a", content: "" })).toBe(false);
  });

  test("creates a file and its directories with exactly the given bytes", async () => {
    const world = await makeWorld();
    const content = 'Test d’apostrophe “x” &lt;&amp; "\\n" \t\r\nend';
    expect(await call(world, "a/b/c.txt", content)).toEqual({
      ok: true,
      text: `Created \`${world.path("a/b/c.txt")}\` (2 lines, ${Buffer.byteLength(content)} bytes).`,
    });
    expect(await world.bytes("a/b/c.txt")).toEqual(Buffer.from(content));
    expect(await readdir(world.path("a/b"))).toEqual(["c.txt"]);
  });

  test("overwrites a file that was read, and knows what it wrote", async () => {
    const world = await makeWorld();
    await world.put("a.txt", "old\n");
    await know(world, "a.txt");
    expect((await call(world, "a.txt", "new\n")).text).toBe(
      `Overwrote \`${world.path("a.txt")}\` (1 line, 4 bytes).`,
    );
    expect(await call(world, "a.txt", "newer\n")).toMatchObject({ ok: true });
    expect(await world.text("a.txt")).toBe("newer\n");
  });

  test("refuses an existing file that was not read, and one that changed though time and size did not", async () => {
    const world = await makeWorld();
    await world.put("a.txt", "x = 1\n");
    expect(await call(world, "a.txt", "gone\n")).toEqual({
      ok: false,
      text: expect.stringContaining("Use Read on it first"),
    });
    await know(world, "a.txt");
    await world.put("a.txt", "x = 7\n");
    expect(await call(world, "a.txt", "gone\n")).toEqual({
      ok: false,
      text: expect.stringContaining("changed by someone else"),
    });
    expect(await world.text("a.txt")).toBe("x = 7\n");
  });

  test("refuses a file of which only a PARTIAL view was read", async () => {
    const world = await makeWorld();
    await world.put("n.txt", "0123456789\n".repeat(20_000));
    await know(world, "n.txt");
    expect((await call(world, "n.txt", "gone")).text).toContain("only a part has been read");
  });

  test("keeps mode bits, an existing link and a second name", async () => {
    const world = await makeWorld();
    await world.put("dot/run.sh", "old\n");
    await chmod(world.path("dot/run.sh"), 0o755);
    await world.link("home/run.sh", "../dot/run.sh");
    await link(world.path("dot/run.sh"), world.path("second"));
    await know(world, "home/run.sh");
    expect(await call(world, "home/run.sh", "new\n")).toEqual({
      ok: true,
      text: expect.stringContaining("1 other name (hard links)"),
    });
    expect(await readlink(world.path("home/run.sh"))).toBe("../dot/run.sh");
    expect(await world.text("dot/run.sh")).toBe("new\n");
    expect((await stat(world.path("dot/run.sh"))).mode & 0o7777).toBe(0o755);
    expect(await world.text("second")).toBe("new\n");
    expect(await readdir(world.path("dot"))).toEqual(["run.sh"]);
  });

  test.each([
    { name: "CRLF", before: "a\r\nb\r\n", content: "a\nc\n", after: "a\r\nc\r\n", says: "CRLF line endings" },
    {
      name: "a byte order mark",
      before: "\uFEFFa\n",
      content: "b\n",
      after: "\uFEFFb\n",
      says: "byte order mark",
    },
    {
      name: "nothing of mixed line ends",
      before: "a\r\nb\n",
      content: "c\nd\n",
      after: "c\nd\n",
      says: "Overwrote",
    },
    {
      name: "nothing when \\r is given",
      before: "a\r\nb\r\n",
      content: "c\nd\r\n",
      after: "c\nd\r\n",
      says: "Overwrote",
    },
  ])("keeps $name and says so", async ({ before, content, after, says }) => {
    const world = await makeWorld();
    await world.put("f", before);
    await know(world, "f");
    expect((await call(world, "f", content)).text).toContain(says);
    expect(await world.bytes("f")).toEqual(Buffer.from(after));
  });

  test("refuses directories, pipes, broken links, paths below a file, and what is too large or no UTF-8", async () => {
    const world = await makeWorld();
    await mkdir(world.path("d"));
    execFileSync("mkfifo", [world.path("pipe")]);
    await world.link("br", "nope");
    await world.put("f", "");
    const says = async (way: string, content = "x") => (await call(world, way, content)).text;
    expect(await says("d")).toContain("is a directory");
    expect(await says("pipe")).toContain("not a regular file");
    expect(await says("br")).toContain("broken symbolic link");
    expect(await says("f/x/y")).toContain("not a directory");
    expect(await says("big", "A".repeat(32 * 1024 * 1024 + 1))).toContain("above the limit");
    expect(await says("half", "\ud800")).toContain("surrogate");
    expect(await readdir(world.root)).toEqual(["br", "d", "f", "pipe"]);
  });

  test("checks again in the act: a file that appears or changes after the check stays", async () => {
    const world = await makeWorld();
    await world.put("new.txt", "theirs");
    await expect(write.execute({ file_path: "new.txt", content: "ours" }, world.ctx)).rejects.toThrow("Read");
    expect(await world.text("new.txt")).toBe("theirs");
    expect((await lstat(world.path("new.txt"))).isFile()).toBe(true);
  });
});
