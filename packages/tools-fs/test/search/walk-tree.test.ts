import { expect, test } from "vitest";
import { type WalkedFile, walkTree } from "../../src/search/walk-tree.ts";
import { makeWorld, type World } from "../context.ts";

async function walked(
  world: World,
  {
    isOver = () => false,
    enters = () => true,
  }: { isOver?: () => boolean; enters?: (way: string) => boolean },
) {
  const files: WalkedFile[] = [];
  const end = await walkTree({
    root: world.root,
    signal: world.ctx.signal,
    isOver,
    wants: () => true,
    visit: () => ({ enters, onFile: (file) => files.push(file) }),
  });
  return { ...end, ways: files.map(({ way, isLink }) => (isLink ? `${way}@` : way)).sort() };
}

test("shows files and links, looks into directories it may, and follows no link", async () => {
  const world = await makeWorld();
  for (const name of ["a", "sub/b", "sub/deep/c", "closed/d"]) await world.put(name, "");
  await world.link("loop", ".");
  expect(await walked(world, { enters: (way) => way !== "closed" })).toEqual({
    partly: false,
    isCutShort: false,
    ways: ["a", "loop@", "sub/b", "sub/deep/c"],
  });
});

test("ends when the time is up and says so", async () => {
  const world = await makeWorld();
  for (let i = 0; i < 60; i++) await world.put(`${"d/".repeat(i)}f`, "");
  let looks = 0;
  const slow = (way: string) => {
    const until = performance.now() + 11;
    while (performance.now() < until);
    return way !== "";
  };
  const end = await walked(world, { enters: slow, isOver: () => ++looks > 2 });
  expect(end.isCutShort).toBe(true);
  expect(end.ways.length).toBeGreaterThan(0);
  expect(end.ways.length).toBeLessThan(60);
});

test("ends with the reason of an abort", async () => {
  const world = await makeWorld();
  world.controller.abort(new Error("stopped"));
  await expect(walked(world, {})).rejects.toThrow("stopped");
});
