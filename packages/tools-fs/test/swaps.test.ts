import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { type ExecuteContext, type LocatedEffect, realPathOrSelf, type Tool } from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import { withRegular } from "../src/file/open-regular.ts";
import { edit, glob, grep, notebookEdit, read, write } from "../src/index.ts";
import { callTool, makeWorld, type World } from "./context.ts";
import { asJupyter, markdownCell, notebookOf } from "./notebooks.ts";

/** A call as it goes on after its decision: the context says where its paths led then. */
async function decided<I, O>(tool: Tool<I, O>, input: I, ctx: ExecuteContext): Promise<ExecuteContext> {
  const effects = ((await tool.effects(input, ctx)) ?? []).map((effect) => {
    if (!("path" in effect)) throw new Error("only paths here");
    return { ...effect, realPath: realPathOrSelf(effect.path) } as LocatedEffect;
  });
  return { ...ctx, effects };
}

async function makeTree(): Promise<World> {
  const world = await makeWorld("work");
  const cells = asJupyter(notebookOf([markdownCell("SECRET")]));
  for (const place of ["d", "../elsewhere"]) {
    await world.put(`${place}/f`, "SECRET\n");
    await world.put(`${place}/n.ipynb`, cells);
    // Both are known, so that only the place speaks against the call.
    for (const name of ["f", "n.ipynb"])
      expect(await callTool(read, { file_path: `${place}/${name}` }, world.ctx)).toMatchObject({ ok: true });
  }
  return world;
}

/** Puts a link to the place outside where the path was. */
async function swap(world: World, way: string, target: string): Promise<void> {
  await rm(world.path(way), { recursive: true });
  await symlink(world.path(target), world.path(way));
}

const CALLS: readonly (readonly [string, Tool<never, unknown>, object])[] = [
  ["Read", read, { file_path: "d/f" }],
  ["Edit", edit, { file_path: "d/f", old_string: "SECRET", new_string: "x" }],
  ["Edit that makes a file", edit, { file_path: "d/new/g", old_string: "", new_string: "x" }],
  ["Write", write, { file_path: "d/f", content: "x" }],
  ["Write of a new file", write, { file_path: "d/new", content: "x" }],
  ["NotebookEdit", notebookEdit, { notebook_path: "d/n.ipynb", cell_id: "bbb", new_source: "x" }],
  ["Grep of a file", grep, { pattern: "S", path: "d/f", output_mode: "content" }],
  ["Grep of a directory", grep, { pattern: "S", path: "d", output_mode: "content" }],
  ["Glob", glob, { pattern: "d/*" }],
] as never;

describe("A path that leads elsewhere after the decision is not followed", () => {
  test.each(CALLS)("%s", async (_, tool, input) => {
    const world = await makeTree();
    const ctx = await decided(tool, input as never, world.ctx);
    await swap(world, "d", "../elsewhere");
    const { ok, text } = await callTool(tool, input as never, ctx);
    expect({ ok, text }).toEqual({
      ok: false,
      text: expect.stringContaining("leads elsewhere now than when this call was allowed"),
    });
    expect(await readdir(world.path("../elsewhere"))).toEqual(["f", "n.ipynb"]);
    expect(await world.text("../elsewhere/f")).toBe("SECRET\n");
    expect(await world.text("../elsewhere/n.ipynb")).toContain("SECRET");
  });

  test.each(CALLS)("%s goes on where nothing has changed", async (_, tool, input) => {
    const world = await makeTree();
    await world.link("way", "d");
    const through = JSON.parse(JSON.stringify(input).replaceAll('"d', '"way'));
    const ctx = await decided(tool, through as never, world.ctx);
    expect(await callTool(tool, through as never, ctx)).toMatchObject({ ok: true });
  });

  test("a file whose directory is swapped while it is opened", async () => {
    const world = await makeTree();
    const path = world.path("d/f");
    await mkdir(world.path("other"));
    await swap(world, "d", "../elsewhere");
    await expect(withRegular(path, path, async () => {})).rejects.toThrow("was replaced by something else");
  });
});
