import { mkdir, mkdtemp, realpath, rm, rmdir, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Effect } from "../../src/contract/effect.ts";
import { isCaseInsensitive, isUnicodeNormalizing } from "../../src/policy/case-sensitivity.ts";
import { locateEffects } from "../../src/policy/locate-effects.ts";
import { realPathOrSelf } from "../../src/policy/real-path.ts";
import { scratchDirectory } from "../world.ts";
import { read } from "./fixtures.ts";

let root = "";
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "locate-")));
  await mkdir(join(root, "real/deep"), { recursive: true });
  await writeFile(join(root, "real/file"), "x");
  await symlink(join(root, "real"), join(root, "dir-link"));
  await symlink("real/file", join(root, "file-link"));
  await symlink("../outside/missing", join(root, "real/dangling"));
  await symlink("dangling-two", join(root, "dangling-one"));
  await symlink("nowhere", join(root, "dangling-two"));
  await symlink("loop-b", join(root, "loop-a"));
  await symlink("loop-a", join(root, "loop-b"));
  await symlink("missing/../loop-c", join(root, "loop-c"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const realOf = async (path: string): Promise<string> => {
  const [effect] = await locateEffects([read(join(root, path))]);
  return effect?.kind === "read" ? effect.realPath.slice(root.length + 1) : "";
};

describe("locateEffects", () => {
  it.each([
    ["real/file", "real/file"],
    ["file-link", "real/file"],
    ["dir-link/file", "real/file"],
    ["dir-link", "real"],
    ["real/new.txt", "real/new.txt"],
    ["dir-link/new.txt", "real/new.txt"],
    ["dir-link/new/deeper/x", "real/new/deeper/x"],
    ["real/dangling", "outside/missing"],
    ["dir-link/dangling", "outside/missing"],
    ["dir-link/dangling/below", "outside/missing/below"],
    ["dangling-one", "nowhere"],
    ["real/file/not-a-directory", "real/file/not-a-directory"],
    [`dir-link/${"n".repeat(256)}`, `real/${"n".repeat(256)}`],
    [`dir-link/${"n".repeat(256)}/x`, `real/${"n".repeat(256)}/x`],
  ])("follows %s to %s", async (path, expected) => {
    expect(await realOf(path)).toBe(expected);
  });

  it("normalises the path as it is spelled and keeps the rest of the effect", async () => {
    const effects: Effect[] = [
      { kind: "delete", path: `${root}//real/./deep/..`, tree: true },
      { kind: "person" },
    ];
    expect(await locateEffects(effects)).toEqual([
      { kind: "delete", path: join(root, "real"), tree: true, realPath: join(root, "real") },
      { kind: "person" },
    ]);
  });

  it("sees a link that changed since the last call", async () => {
    expect(await realOf("later")).toBe("later");
    await symlink("real", join(root, "later"));
    expect(await realOf("later")).toBe("real");
    await unlink(join(root, "later"));
  });

  it("rejects loops, relative paths and paths that cannot be opened", async () => {
    await expect(locateEffects([read(join(root, "loop-a"))])).rejects.toThrow("ELOOP");
    await expect(locateEffects([read(join(root, "loop-c"))])).rejects.toThrow("goes through too many links");
    await expect(locateEffects([read(join(root, "loop-a/x"))])).rejects.toThrow();
    await expect(locateEffects([read("real/file")])).rejects.toThrow("not an absolute path");
    await expect(locateEffects([read(`${root}/a\0b`)])).rejects.toThrow();
  });

  it("says in words why a path cannot be followed", async () => {
    const loop = join(root, "loop-a");
    const long = join(root, "d/".repeat(3_000));
    await expect(locateEffects([read(loop)])).rejects.toThrow(
      `\`${loop}\` has symbolic links that lead in a circle (ELOOP)`,
    );
    await expect(locateEffects([read(long)])).rejects.toThrow("is longer than the system lets a path be");
  });

  it("does not touch a network share", async () => {
    const path = "\\\\127.0.0.1\\share\\x";
    expect(await locateEffects([read(path)])).toEqual([{ kind: "read", path, realPath: path }]);
  });
});

describe("realPathOrSelf", () => {
  it("follows links and leaves what does not exist", () => {
    expect(realPathOrSelf(join(root, "dir-link"))).toBe(join(root, "real"));
    expect(realPathOrSelf(join(root, "missing"))).toBe(join(root, "missing"));
    expect(realPathOrSelf(join(root, "loop-a"))).toBe(join(root, "loop-a"));
  });

  it.each([40, 41])(
    "follows a chain of %i links that leads nowhere as Linux follows one that leads somewhere",
    async (count) => {
      const directory = await scratchDirectory();
      const place = (index: number) => join(directory, `link-${index}`);
      for (let index = 0; index < count; index += 1) await symlink(place(index + 1), place(index));
      expect(realPathOrSelf(place(0))).toBe(place(count <= 40 ? count : 0));
    },
  );
});

describe("isCaseInsensitive", () => {
  it("is true where the platform's file systems are", () => {
    expect(isCaseInsensitive(root, "darwin")).toBe(true);
    expect(isCaseInsensitive(root, "win32")).toBe(true);
  });

  it.each([
    ["cased", "CASED"],
    ["CASED", "cased"],
    ["Cased", "cased"],
  ])("asks the directory elsewhere: %s", async (name, swapped) => {
    const directory = await scratchDirectory();
    const place = join(directory, name);
    await mkdir(place);
    expect(isCaseInsensitive(place, "linux")).toBe(false);
    await mkdir(join(directory, swapped));
    expect(isCaseInsensitive(place, "linux")).toBe(false);
    await rmdir(join(directory, swapped));
    await symlink(name, join(directory, swapped));
    expect(isCaseInsensitive(place, "linux")).toBe(true);
  });

  it("is false where there is nothing to ask", async () => {
    expect(isCaseInsensitive(join(root, "absent"), "linux")).toBe(false);
    expect(isCaseInsensitive("/", "linux")).toBe(false);
  });

  it("is false for a directory whose name has no case", async () => {
    const place = join(await scratchDirectory(), "1234");
    await mkdir(place);
    expect(isCaseInsensitive(place, "linux")).toBe(false);
  });
});

describe("isUnicodeNormalizing", () => {
  it.each([
    ["darwin", true],
    ["linux", false],
    ["win32", false],
  ] as const)("on %s is %s", (platform, expected) => {
    expect(isUnicodeNormalizing(platform)).toBe(expected);
  });
});
