import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { bundleChild } from "../../../core/test/bundle-child.ts";

/** A small disk of its own; only its owner's mount name space sees it. */
const inNameSpace = ["--user", "--map-root-user", "--mount"];
const canMount = spawnSync("unshare", [...inNameSpace, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

test("this machine can make a small disk, or says that this proof is left out", () => {
  if (!canMount) process.stderr.write("left out: the proof on a full disk needs user name spaces\n");
  if (process.env["CI"]) expect(canMount).toBe(true);
});

test.runIf(canMount)(
  "a disk that fills up during a Write leaves the old file, and nothing beside it",
  async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-fs-full-")));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const script = join(root, "child.mjs");
    await bundleChild(fileURLToPath(new URL("./full-disk-child.ts", import.meta.url)), script);
    const disk = join(root, "disk");
    await mkdir(disk);
    const mounting = 'mount -t tmpfs -o size=96k tmpfs "$1" && exec "$3" "$4" "$1" "$2"';
    const { stdout, stderr, status } = spawnSync(
      "unshare",
      [...inNameSpace, "sh", "-c", mounting, "sh", disk, join(root, "state"), process.execPath, script],
      { encoding: "utf8" },
    );
    expect([status, stderr]).toEqual([0, ""]);
    const refused = { outcome: "failed", says: expect.stringContaining("ENOSPC"), isOld: true };
    expect(JSON.parse(stdout)).toEqual({
      single: { ...refused, entries: ["a"] },
      linked: { ...refused, entries: ["b", "c"] },
    });
  },
);
