import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { runRipgrep } from "../../src/search/ripgrep.ts";
import { makeWorld } from "../context.ts";

const run = async (args: readonly string[], limitMs = 60_000) => {
  const world = await makeWorld();
  await world.put("a.txt", "needle\n");
  // ripgrep waits for a writer here, so only a kill ends it.
  await mkdir(world.path("stuck"));
  execFileSync("mkfifo", [world.path("stuck/.gitignore")]);
  const chunks: Buffer[] = [];
  const end = await runRipgrep({
    args,
    cwd: world.root,
    signal: world.ctx.signal,
    limitMs,
    onOutput: (chunk) => chunks.push(chunk) > 0,
  });
  return { ...end, out: Buffer.concat(chunks).toString() };
};

test("is ended when the time is up, and says so", async () => {
  expect(await run(["needle", "./"], 200)).toMatchObject({ timedOut: true });
});

test("tells no match, a failed search and a path that is gone apart", async () => {
  expect(await run(["zzz", "./a.txt"])).toEqual({ partly: false, timedOut: false, out: "" });
  expect(await run(["needle", "./a.txt", "./gone"])).toEqual({
    partly: true,
    timedOut: false,
    out: "./a.txt:needle\n",
  });
  await expect(run(["(", "./a.txt"])).rejects.toThrow("regex parse error");
});
