import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callOne, createWorld, scratchDirectory, textOf, tool } from "./world.ts";

async function linkedState() {
  const root = await scratchDirectory();
  await mkdir(join(root, "real"));
  await symlink(join(root, "real"), join(root, "link"));
  return { link: join(root, "link"), real: join(root, "real") };
}

test("our own records are protected also when the state directory is reached through a link", async () => {
  const { link, real } = await linkedState();
  for (const base of [link, real]) {
    const write = tool("Write", { effects: () => [{ kind: "write", path: join(base, "sessions", "x") }] });
    const world = await createWorld({ toolList: [write], stateDirectory: link, headless: true });
    expect((await callOne(world, "Write")).decision?.because[0]?.why).toMatch(
      /\/sessions\/x` holds configuration or records of the runtime$/,
    );
  }
});

test("a session may read its own spilled results also when the state directory is reached through a link", async () => {
  const { link } = await linkedState();
  const big = tool("Big", { maxResultBytes: 10, execute: () => "x".repeat(5_000) });
  const read = tool("Read", {
    effects: (input) => [{ kind: "read", path: (input as { path: string }).path }],
  });
  const world = await createWorld({
    toolList: [big, read],
    stateDirectory: link,
    trustEffects: ["test-pack"],
    permissions: { allow: ["Big"] },
    headless: true,
  });
  const [, path] = /`([^`]+)`/.exec(textOf(await callOne(world, "Big"))) ?? [];
  expect((await callOne(world, "Read", { path })).outcome).toBe("succeeded");
});
