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

  it("does not cover what a link inside it leads to", async () => {
    const { root, ws, at } = await linked();
    const place = { realPath: join(root, "elsewhere/a.txt") };
    const through = join(ws, "out/a.txt");
    expect(voteBuiltinAllows(call({ effects: [read(through, place)] }), at)).toEqual([]);
    expect(voteByMode(call({ effects: [write(through, place)] }), at)).toEqual([]);
  });
});
