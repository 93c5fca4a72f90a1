import { rename } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { withHeldDirectory, withHeldFile } from "../../src/search/held-root.ts";
import { HELD_FILE, runRipgrep } from "../../src/search/ripgrep.ts";
import type { SearchRoot } from "../../src/search/search-root.ts";
import { walkTree } from "../../src/search/walk-tree.ts";
import { makeWorld, type World } from "../context.ts";
import { heldOpen } from "../held-open.ts";

async function makeTree(): Promise<World> {
  const world = await makeWorld("work");
  await world.put("d/f", "inside\n");
  await world.put("../elsewhere/f", "outside\n");
  await world.put("../elsewhere/secret", "outside\n");
  return world;
}

const rootAt = (world: World, way: string, isFile: boolean): SearchRoot => ({
  path: world.path(way),
  realPath: world.path(way),
  isFile,
});

/** Everything ripgrep finds. */
async function found(world: World, run: { cwd: string; target: string; heldFd?: number }): Promise<string> {
  const { cwd, target, heldFd } = run;
  let text = "";
  const args = ["--no-filename", "--regexp=.", "--", target];
  const onOutput = (chunk: Buffer) => {
    text += chunk.toString();
    return true;
  };
  await runRipgrep({ args, cwd, heldFd, signal: world.controller.signal, limitMs: 10_000, onOutput });
  return text;
}

/** Puts a link to the place outside where the path is. */
async function swap(world: World, way: string, target: string): Promise<void> {
  await rename(world.path(way), world.path("gone"));
  await world.link(way, target);
}

describe.runIf(process.platform === "linux")("A search that has begun is led nowhere else", () => {
  test("by a link in the place of its directory", async () => {
    const world = await makeTree();
    await withHeldDirectory(rootAt(world, "d", false), async (place) => {
      await swap(world, "d", "../elsewhere");
      const ways: string[] = [];
      await walkTree({
        root: place,
        signal: world.controller.signal,
        isOver: () => false,
        wants: () => true,
        visit: () => ({ enters: () => true, onFile: ({ way }) => ways.push(way) }),
      });
      expect(ways).toEqual(["f"]);
      expect(await found(world, { cwd: place, target: "./" })).toBe("inside\n");
    });
    expect(heldOpen(world.root)).toEqual([]);
  });

  test("by a link in the place of its file", async () => {
    const world = await makeTree();
    await withHeldFile(rootAt(world, "d/f", true), async (heldFd) => {
      await swap(world, "d/f", "../../elsewhere/f");
      if (heldFd === undefined) throw new Error("no descriptor");
      expect(await found(world, { cwd: world.root, target: HELD_FILE, heldFd })).toBe("inside\n");
    });
    expect(heldOpen(world.root)).toEqual([]);
  });

  test("nor begun where a link stands by now", async () => {
    const world = await makeTree();
    await swap(world, "d", "../elsewhere");
    const refused = "was replaced by something else";
    await expect(withHeldDirectory(rootAt(world, "d", false), async () => {})).rejects.toThrow(refused);
    await expect(withHeldFile(rootAt(world, "d/f", true), async () => {})).rejects.toThrow(refused);
  });
});
