import { utimes } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  createNewestFirst,
  type FoundPath,
  type Newest,
  newestFirst,
} from "../../src/search/newest-first.ts";
import { makeWorld } from "../context.ts";

function newestOf(found: readonly FoundPath[], root: string, limit?: number): Newest {
  const newest = createNewestFirst(root, limit);
  for (const path of found) newest.add(path);
  return newest.result();
}

test("sorts by time, equal times by path, and drops what is no file", async () => {
  const world = await makeWorld();
  const times = { c: 1, b: 1, d: 2, a: 1 };
  for (const [name, time] of Object.entries(times)) await utimes(await world.put(name, ""), time, time);
  await world.link("dir", ".");
  const found = ["c", "gone", "b", "dir", "a", "d"].map((way) => ({ way }));
  expect(await newestFirst(found, world.root, world.ctx.signal)).toEqual(["d", "a", "b", "c"]);
  expect(newestOf(found, world.root)).toEqual({ ways: ["d", "a", "b", "c"], total: 4 });
  expect(newestOf(found, world.root, 2)).toEqual({ ways: ["d", "a"], total: 4 });
});

test("finds the same first ones when only some are wanted", async () => {
  const world = await makeWorld();
  const found = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const [way, time] = [`f${(i * 37) % 60}`, ((i * 7) % 60) >> 2];
      await utimes(await world.put(way, ""), time, time);
      return { way };
    }),
  );
  const all = newestOf(found, world.root);
  for (const limit of [1, 3, 10, 59, 60, 100]) {
    expect(newestOf(found, world.root, limit)).toEqual({ ways: all.ways.slice(0, limit), total: 60 });
  }
});
