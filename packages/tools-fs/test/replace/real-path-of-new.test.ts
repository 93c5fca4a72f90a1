import { mkdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { realPathOfNew } from "../../src/replace/real-path-of-new.ts";
import { makeWorld } from "../context.ts";

test("a new file goes where the links above it lead", async () => {
  const world = await makeWorld();
  await mkdir(world.path("outside"));
  await world.link("dir", "outside");
  expect(await realPathOfNew(world.path("dir/x/y"))).toBe(world.path("outside/x/y"));
  expect(await realPathOfNew(world.path("x"))).toBe(world.path("x"));
});

test("a new file is refused where it cannot be", async () => {
  const world = await makeWorld();
  const file = await world.put("f", "");
  await world.link("ring", "ring");
  const refused = (way: string) => expect(realPathOfNew(world.path(way))).rejects;
  await refused("f").toThrow(`\`${file}\` cannot exist: \`${file}\` is a file, not a directory`);
  await refused("f/x").toThrow("part of the path is a file, not a directory");
  await world.link("gone", "nowhere");
  await refused("gone/x/y").toThrow(
    `\`${world.path("gone")}\` is a broken symbolic link: its target \`nowhere\` does not exist`,
  );
  await refused("ring/x").toThrow("ELOOP");
});
