import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { withRegular } from "../../src/file/open-regular.ts";
import { makeWorld } from "../context.ts";
import { heldOpen } from "../held-open.ts";

describe("opening a file", () => {
  test("gives the open file and what it is, and closes it", async () => {
    const world = await makeWorld();
    const path = await world.put("a", "abc");
    await withRegular(path, path, async ({ fd, stats }) => {
      expect(readFileSync(fd, "utf8")).toBe("abc");
      expect(stats.size).toBe(3);
    });
    if (process.platform === "linux") expect(heldOpen(world.root)).toEqual([]);
  });

  test("closes the file when its use fails", async () => {
    const world = await makeWorld();
    const path = await world.put("a", "abc");
    const failed = withRegular(path, path, () => Promise.reject(new Error("no use")));
    await expect(failed).rejects.toThrow("no use");
    if (process.platform === "linux") expect(heldOpen(world.root)).toEqual([]);
  });

  test("refuses what is no file, what has gone, and another file than was looked at", async () => {
    const world = await makeWorld();
    const path = await world.put("a", "abc");
    const other = await world.put("b", "abc");
    await mkdir(world.path("d"));
    execFileSync("mkfifo", [world.path("pipe")]);
    const refused = (one: string, realPath = one) =>
      expect(withRegular(one, realPath, async () => {})).rejects;
    await refused(world.path("d")).toThrow("is a directory, not a file");
    await refused(world.path("pipe")).toThrow("is a named pipe (FIFO), not a regular file");
    await refused("/dev/null").toThrow("is a device, not a regular file");
    await refused(path, other).toThrow("was replaced by something else");
    await refused(path, world.path("gone")).toThrow(`\`${path}\``);
    await refused(world.path("gone")).toThrow(`\`${world.path("gone")}\``);
    if (process.platform === "linux") expect(heldOpen(world.root)).toEqual([]);
  });
});
