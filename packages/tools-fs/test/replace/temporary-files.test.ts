import { link, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { openDirectory } from "../../src/replace/checked-directory.ts";
import { sweepDirectory, temporaryName, undoName } from "../../src/replace/temporary-files.ts";
import { undoRecord } from "../../src/replace/torn-write.ts";
import { makeWorld, type World } from "../context.ts";

const HERE = /^\.gauntlet-([0-9a-f]{8})-/.exec(temporaryName())?.[1];
// No process has this number: it is above the largest the system gives.
const DEAD = "4999999-00000000-000000000000";

async function sweep(world: World): Promise<readonly string[]> {
  const directory = await openDirectory(world.root, world.root);
  await sweepDirectory(directory);
  await directory.close();
  return readdir(world.root);
}

describe("What writes leave behind", () => {
  test("is removed when its process is gone, or long ago, and nothing else is", async () => {
    const world = await makeWorld();
    const old = `.gauntlet-${HERE}-${process.ppid}-00000000-000000000001.tmp`;
    for (const name of [
      `.gauntlet-${HERE}-${DEAD}.tmp`,
      `.gauntlet-${HERE}-${process.pid}-00000000-000000000000.tmp`,
      old,
      `.gauntlet-${HERE}-${process.ppid}-00000000-000000000000.tmp`,
      // Another machine's or container's: whether its process is alive cannot be told from here.
      `.gauntlet-00000000-${DEAD}.tmp`,
      temporaryName(),
      ".gauntlet-notes.tmp",
      "file.tmp",
    ])
      await world.put(name, "x");
    await utimes(world.path(old), 1, 1);
    const left = await sweep(world);
    expect(left.filter((name) => name.startsWith(".gauntlet-")).length).toBe(4);
    expect(left).toContain(`.gauntlet-00000000-${DEAD}.tmp`);
    expect(left).toContain(`.gauntlet-${HERE}-${process.ppid}-00000000-000000000000.tmp`);
    expect(left).toContain(".gauntlet-notes.tmp");
    expect(left).toContain("file.tmp");
  });
});

describe("A write in place that was cut off", () => {
  const [old, now] = [Buffer.from("old old old\n"), Buffer.from("NEW NEW\n")];
  test.each([
    { name: "is undone in the middle", present: "NEW old old\n", after: "old old old\n" },
    { name: "is undone before the end is cut", present: "NEW NEW\nold\n", after: "old old old\n" },
    { name: "is left when it was whole", present: "NEW NEW\n", after: "NEW NEW\n" },
    { name: "is left when it had not begun", present: "old old old\n", after: "old old old\n" },
    { name: "is left when others wrote since", present: "NEW theirs\n", after: "NEW theirs\n" },
  ])("$name", async ({ present, after }) => {
    const world = await makeWorld();
    const path = await world.put("a", present);
    await link(path, world.path("b"));
    const { ino } = await stat(path);
    await writeFile(world.path(undoName(`.gauntlet-${HERE}-${DEAD}.tmp`, ino)), undoRecord(old, now));
    expect(await sweep(world)).toEqual(["a", "b"]);
    expect(await world.text("b")).toBe(after);
  });

  test("keeps its record while the file is not to be found", async () => {
    const world = await makeWorld();
    const record = undoName(`.gauntlet-${HERE}-${DEAD}.tmp`, 1);
    await world.put(record, undoRecord(old, now));
    expect(await sweep(world)).toEqual([record]);
  });
});
