import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { openDirectory } from "../../src/replace/checked-directory.ts";
import { makeWorld } from "../context.ts";
import { heldOpen } from "../held-open.ts";

describe("a directory that is held open", () => {
  test.runIf(process.platform === "linux")("stays the same when a link takes its place", async () => {
    const world = await makeWorld();
    await mkdir(world.path("d"));
    await mkdir(world.path("elsewhere"));
    const directory = await openDirectory("f", world.path("d"));
    await rename(world.path("d"), world.path("moved"));
    await world.link("d", "elsewhere");
    await writeFile(directory.at("f"), "");
    await directory.sync();
    await directory.close();
    expect(await readdir(world.path("moved"))).toEqual(["f"]);
    expect(await readdir(world.path("elsewhere"))).toEqual([]);
    expect(heldOpen(world.root)).toEqual([]);
  });

  test("is refused when it is not the one meant", async () => {
    const world = await makeWorld();
    await mkdir(world.path("d"));
    await world.link("l", "d");
    await expect(openDirectory("f", world.path("l"))).rejects.toThrow("`f` was replaced by something else");
    if (process.platform === "linux") expect(heldOpen(world.root)).toEqual([]);
  });
});
