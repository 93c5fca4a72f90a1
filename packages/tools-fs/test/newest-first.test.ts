import { utimes } from "node:fs/promises";
import { expect, test } from "vitest";
import { newestFirst } from "../src/newest-first.ts";
import { makeWorld } from "./context.ts";

test("sorts by time, equal times by path, and drops what is no file", async () => {
  const world = await makeWorld();
  const times = { c: 1, b: 1, d: 2, a: 1 };
  for (const [name, time] of Object.entries(times)) await utimes(await world.put(name, ""), time, time);
  await world.link("dir", ".");
  const found = ["c", "gone", "b", "dir", "a", "d"].map((way) => ({ way }));
  const sorted = await newestFirst(found, world.root, world.ctx.signal);
  expect(sorted).toEqual(["d", "a", "b", "c"]);
});
