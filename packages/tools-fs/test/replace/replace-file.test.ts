import { chmod, chown, link, mkdir, readdir, rm, stat, symlink } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { loadBytes } from "../../src/file/text-file.ts";
import { replaceFile } from "../../src/replace/replace-file.ts";
import { asNobody, makeWorld } from "../context.ts";
import { heldOpen } from "../held-open.ts";

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

  test("leaves a link that took the place of the file, and what it leads to", async () => {
    const world = await makeWorld();
    const realPath = await world.put("a", "known");
    const expected = await loadBytes(realPath, realPath, 100);
    await world.put("victim", "known");
    await rm(realPath);
    await symlink("victim", realPath);
    await expect(replaceFile({ path: realPath, realPath, bytes, expected })).rejects.toThrow(
      "at the same moment",
    );
    expect(await world.text("victim")).toBe("known");
    expect(await readdir(world.root)).toEqual(["a", "victim"]);
  });

  test("writes a file with several names in place, unless it changed, and leaves no record", async () => {
    const world = await makeWorld();
    const realPath = await world.put("a", "a long old content");
    await link(realPath, world.path("b"));
    const expected = await loadBytes(realPath, realPath, 100);
    expect(await replaceFile({ path: realPath, realPath, bytes, expected })).toEqual({ otherNames: 1 });
    expect(await world.text("b")).toBe("ours");
    await expect(replaceFile({ path: realPath, realPath, bytes, expected })).rejects.toThrow(
      "at the same moment",
    );
    expect(await readdir(world.root)).toEqual(["a", "b"]);
  });

  test.runIf(process.getuid?.() === 0)("keeps the owner of a file", async () => {
    const world = await makeWorld();
    const realPath = await world.put("a", "known");
    await chown(realPath, 1234, 4321);
    const expected = await loadBytes(realPath, realPath, 100);
    await replaceFile({ path: realPath, realPath, bytes, expected });
    expect(await stat(realPath)).toMatchObject({ uid: 1234, gid: 4321 });
  });

  const isRoot = process.getuid?.() === 0;

  test.runIf(isRoot)("keeps the bits that go with the owner when it keeps the owner", async () => {
    const world = await makeWorld();
    const realPath = await world.put("a", "known");
    await chown(realPath, 1234, 4321);
    await chmod(realPath, 0o6751);
    const expected = await loadBytes(realPath, realPath, 100);
    await replaceFile({ path: realPath, realPath, bytes, expected });
    expect(await stat(realPath)).toMatchObject({ uid: 1234, gid: 4321, mode: 0o106751 });
  });

  test.runIf(isRoot)(
    "keeps the owner where it may not give files away, and never makes its bits ours",
    async () => {
      const world = await makeWorld();
      const realPath = await world.put("d/a", "known");
      await mkdir(world.path("locked"));
      await chmod(world.path("d"), 0o777);
      await chmod(realPath, 0o6777);
      const expected = await loadBytes(realPath, realPath, 100);
      await asNobody(world, async () => {
        await replaceFile({ path: realPath, realPath, bytes, expected });
      });
      expect(await stat(realPath)).toMatchObject({ uid: 0, gid: 0, mode: 0o100777 });
      expect(await world.text("d/a")).toBe("ours");
      expect(await readdir(world.path("d"))).toEqual(["a"]);
    },
  );

  test.runIf(isRoot)(
    "writes a file of another owner in a directory where only owners replace files",
    async () => {
      const world = await makeWorld();
      const realPath = await world.put("d/a", "known");
      await mkdir(world.path("locked"));
      await chmod(world.path("d"), 0o1777);
      await chmod(realPath, 0o666);
      const expected = await loadBytes(realPath, realPath, 100);
      await asNobody(world, async () => {
        await replaceFile({ path: realPath, realPath, bytes, expected });
      });
      expect(await stat(realPath)).toMatchObject({ uid: 0, mode: 0o100666 });
      expect(await world.text("d/a")).toBe("ours");
    },
  );

  test("gives a new file the mode the person's mask asks for", async () => {
    const world = await makeWorld();
    const realPath = world.path("x/a");
    const mask = process.umask(0o027);
    try {
      await replaceFile({ path: realPath, realPath, bytes, expected: undefined });
    } finally {
      process.umask(mask);
    }
    expect((await stat(realPath)).mode).toBe(0o100640);
  });

  test.runIf(process.platform === "linux")("leaves nothing open, whether it succeeds or not", async () => {
    const world = await makeWorld();
    const realPath = world.path("a");
    const create = () => replaceFile({ path: realPath, realPath, bytes, expected: undefined });
    await create();
    await expect(create()).rejects.toThrow("at the same moment");
    expect(heldOpen(world.root)).toEqual([]);
  });
});
