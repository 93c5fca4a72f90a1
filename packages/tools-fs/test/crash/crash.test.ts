import { spawn } from "node:child_process";
import { link, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleChild } from "../../../core/test/bundle-child.ts";
import { contentOf, FILES, generationOf } from "./content.ts";

/** `npm run proof:files` kills many more times. */
const kills = Number(process.env["GAUNTLET_PROOF_RUNS"] ?? 4);
const CHANGES = 500;
const MAX_LIFE_MS = 1_200;

let root = "";
let child = "";

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-fs-crash-")));
  child = join(root, "child.mjs");
  await bundleChild(fileURLToPath(new URL("./child.ts", import.meta.url)), child);
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Lets a child make changes; kills it `afterMs` after it began, unless it is done before. */
async function change(cwd: string, changes: number, afterMs?: number): Promise<ReadonlyMap<string, number>> {
  const state = await mkdtemp(join(root, "state-"));
  const started = spawn(execPath, [child, cwd, state, String(changes)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let told = "";
  started.stdout.setEncoding("utf8").on("data", (text: string) => {
    told += text;
  });
  const closed = new Promise<number | null>((resolve) => started.once("close", resolve));
  if (afterMs !== undefined) {
    await Promise.race([new Promise((resolve) => started.stdout.once("data", resolve)), closed]);
    await Promise.race([sleep(afterMs), closed]);
    started.kill("SIGKILL");
  }
  const code = await closed;
  if (afterMs === undefined) expect(code).toBe(0);
  const done = [...told.matchAll(/^done (\S+) (\d+)$/gm)];
  return new Map(done.map(([, file = "", generation]) => [file, Number(generation)]));
}

const leftBehind = async (cwd: string) =>
  (await readdir(cwd, { recursive: true })).filter((name) => name.includes(".gauntlet-"));

test(`${kills} times killed at any moment, every file is old or new, and the next writes clean up`, async () => {
  const cwd = await mkdtemp(join(root, "work-"));
  await mkdir(join(cwd, "deep/er"), { recursive: true });
  for (const file of FILES) await writeFile(join(cwd, file), contentOf(1));
  await link(join(cwd, "linked"), join(cwd, "other"));
  const generations = new Map<string, number>(FILES.map((file) => [file, 1]));
  let [changed, cleaned] = [0, 0];
  for (let kill = 0; kill < kills; kill++) {
    const done = await change(cwd, CHANGES, Math.random() * MAX_LIFE_MS);
    changed += done.size;
    cleaned += (await leftBehind(cwd)).length;
    // A file with two names is put right by the next write in its directory; the others are never wrong.
    const last = new Map([...generations, ...done]);
    for (const file of FILES.filter((one) => one !== "linked"))
      await expectOldOrNew(cwd, file, last.get(file));
    await change(cwd, FILES.length);
    expect(await leftBehind(cwd)).toEqual([]);
    for (const file of FILES) {
      const now = await expectOldOrNew(cwd, file, undefined);
      expect(now).toBeGreaterThanOrEqual((last.get(file) ?? 0) + 1);
      generations.set(file, now);
    }
    expect((await stat(join(cwd, "linked"))).ino).toBe((await stat(join(cwd, "other"))).ino);
  }
  expect(changed).toBeGreaterThan(0);
  console.info(`${kills} kills; ${cleaned} files were left behind and removed`);
}, 3_600_000);

/** @param last the generation that was told last: this one or the next must be there. */
async function expectOldOrNew(cwd: string, file: string, last: number | undefined): Promise<number> {
  const generation = generationOf(await readFile(join(cwd, file), "utf8"));
  expect(generation, `${file} is whole`).toBeDefined();
  if (last !== undefined) expect([last, last + 1]).toContain(generation);
  return generation as number;
}
