import * as fs from "node:fs";
import { readdir } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import { replaceFile } from "../../src/replace/replace-file.ts";
import { makeWorld } from "../context.ts";

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return { ...real, linkSync: vi.fn(real.linkSync) };
});

const fails = (code: string, meanwhile = () => {}) =>
  vi.mocked(fs.linkSync).mockImplementation(() => {
    meanwhile();
    throw Object.assign(new Error(code), { code });
  });

async function created() {
  const world = await makeWorld();
  const path = world.path("a");
  const create = () => replaceFile({ path, realPath: path, bytes: Buffer.from("ours"), expected: undefined });
  return { world, path, create };
}

describe("on a disk without hard links", () => {
  test.each(["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"])(
    "(%s) a new file is put in place all the same",
    async (code) => {
      const { world, create } = await created();
      fails(code);
      expect(await create()).toEqual({ otherNames: 0 });
      expect(await world.text("a")).toBe("ours");
      expect(await readdir(world.root)).toEqual(["a"]);
    },
  );

  test("a file that appears meanwhile stays", async () => {
    const { world, path, create } = await created();
    fails("EPERM", () => fs.writeFileSync(path, "theirs"));
    await expect(create()).rejects.toThrow("EEXIST");
    expect(await world.text("a")).toBe("theirs");
    expect(await readdir(world.root)).toEqual(["a"]);
  });

  test("another error is told, and nothing is left behind", async () => {
    const { world, create } = await created();
    fails("EIO");
    await expect(create()).rejects.toThrow("EIO");
    expect(await readdir(world.root)).toEqual([]);
  });
});
