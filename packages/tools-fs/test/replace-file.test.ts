import { mkdir, readdir, symlink } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { realPathOfNew } from "../src/real-path-of-new.ts";
import { replaceFile } from "../src/replace-file.ts";
import { loadBytes } from "../src/text-file.ts";
import { makeWorld } from "./context.ts";

const bytes = Buffer.from("ours");

describe("replacing a file", () => {
  test("leaves a file that changed since its hash was taken, and no temporary file", async () => {
    const world = await makeWorld();
    const realPath = await world.put("a", "known!");
    const expected = await loadBytes(realPath, realPath, 100);
    await world.put("a", "theirs");
    const change = { path: realPath, realPath, bytes, expected };
    await expect(replaceFile(change)).rejects.toThrow("changed by someone else");
    expect(await world.text("a")).toBe("theirs");
    expect(await readdir(world.root)).toEqual(["a"]);
  });

  test("leaves a file that appeared where none was expected", async () => {
    const world = await makeWorld();
    const realPath = await world.put("a", "theirs");
    const change = { path: realPath, realPath, bytes, expected: undefined };
    await expect(replaceFile(change)).rejects.toThrow("changed by someone else");
    expect(await world.text("a")).toBe("theirs");
    expect(await readdir(world.root)).toEqual(["a"]);
  });

  test("refuses when a directory on the way has become a link", async () => {
    const world = await makeWorld();
    await mkdir(world.path("outside"));
    await symlink("outside", world.path("dir"));
    const realPath = world.path("dir/a");
    const change = { path: realPath, realPath, bytes, expected: undefined };
    await expect(replaceFile(change)).rejects.toThrow("replaced by something else");
    expect(await readdir(world.path("outside"))).toEqual([]);
  });

  test("finds where a new file really goes", async () => {
    const world = await makeWorld();
    await mkdir(world.path("outside"));
    await symlink("outside", world.path("dir"));
    expect(await realPathOfNew(world.path("dir/x/y"))).toBe(world.path("outside/x/y"));
  });
});
