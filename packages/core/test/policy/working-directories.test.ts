import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { voteBuiltinAllows } from "../../src/policy/builtin-allows.ts";
import { voteByMode } from "../../src/policy/modes.ts";
import { scratchDirectory } from "../world.ts";
import { call, context, read, short, write } from "./fixtures.ts";

async function linked() {
  const root = await scratchDirectory();
  const ws = join(root, "ws");
  await mkdir(join(ws, "src"), { recursive: true });
  await mkdir(join(root, "elsewhere"));
  await symlink(ws, join(root, "link"));
  await symlink(join(root, "elsewhere"), join(ws, "out"));
  return { root, ws, at: context({ cwd: ws, workingDirectories: [ws], mode: "acceptEdits" }) };
}

describe("a working directory spelled through a link to it", () => {
  it("is the working directory, for reads and for edits", async () => {
    const { root, ws, at } = await linked();
    const place = { realPath: join(ws, "src/a.txt") };
    const through = join(root, "link/src/a.txt");
    expect(short(voteBuiltinAllows(call({ effects: [read(through, place)] }), at))).toEqual(["allow 0"]);
    expect(short(voteByMode(call({ effects: [write(through, place)] }), at))).toEqual(["allow 0"]);
  });

  it("is one of several", async () => {
    const { root, ws } = await linked();
    const at = context({ cwd: ws, workingDirectories: [join(root, "elsewhere"), ws, root] });
    const place = read(join(root, "link/src/a.txt"), { realPath: join(ws, "src/a.txt") });
    expect(short(voteBuiltinAllows(call({ effects: [place] }), at))).toEqual(["allow 0"]);
    const way = join(await scratchDirectory(), "way");
    await symlink(ws, way);
    const far = read(join(way, "src/a.txt"), { realPath: join(ws, "src/a.txt") });
    expect(short(voteBuiltinAllows(call({ effects: [far] }), at))).toEqual(["allow 0"]);
  });

  it("is itself read through that link", async () => {
    const { root, ws, at } = await linked();
    const place = read(join(root, "link"), { realPath: ws });
    expect(short(voteBuiltinAllows(call({ effects: [place] }), at))).toEqual(["allow 0"]);
  });

  it("is not spelled by a link to something in it", async () => {
    const { root, ws, at } = await linked();
    await symlink(join(ws, "src"), join(root, "sxc"));
    const other = read(join(root, "sxc/a.txt"), { realPath: join(ws, "src/a.txt") });
    const same = read(join(root, "link/sxc/a.txt"), { realPath: join(ws, "src/a.txt") });
    expect(voteBuiltinAllows(call({ effects: [other, same] }), at)).toEqual([]);
  });

  it("is not spelled by a path at the root that ends like one in it", () => {
    const here = process.cwd();
    const at = context({ cwd: here, workingDirectories: [here] });
    const place = read("/src/a.txt", { realPath: join(here, "src/a.txt") });
    expect(voteBuiltinAllows(call({ effects: [place] }), at)).toEqual([]);
  });

  it("does not cover what a link inside it leads to", async () => {
    const { root, ws, at } = await linked();
    const place = { realPath: join(root, "elsewhere/a.txt") };
    const through = join(ws, "out/a.txt");
    expect(voteBuiltinAllows(call({ effects: [read(through, place)] }), at)).toEqual([]);
    expect(voteByMode(call({ effects: [write(through, place)] }), at)).toEqual([]);
  });
});
