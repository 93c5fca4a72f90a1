import { link, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { openDirectory } from "../src/checked-directory.ts";
import { sweepDirectory, temporaryName, undoName } from "../src/temporary-files.ts";
import { undoRecord } from "../src/torn-write.ts";
import { makeWorld, type World } from "./context.ts";

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
    const old = `.gauntlet-${process.ppid}-00000000-000000000001.tmp`;
    for (const name of [
      `.gauntlet-${DEAD}.tmp`,
      `.gauntlet-${process.pid}-00000000-000000000000.tmp`,
      old,
      `.gauntlet-${process.ppid}-00000000-000000000000.tmp`,
      temporaryName(),
      ".gauntlet-notes.tmp",
      "file.tmp",
    ])
      await world.put(name, "x");
    await utimes(world.path(old), 1, 1);
    const left = await sweep(world);
    expect(left.filter((name) => name.startsWith(".gauntlet-")).length).toBe(3);
    expect(left).toContain(`.gauntlet-${process.ppid}-00000000-000000000000.tmp`);
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
    await writeFile(world.path(undoName(`.gauntlet-${DEAD}.tmp`, ino)), undoRecord(old, now));
    expect(await sweep(world)).toEqual(["a", "b"]);
    expect(await world.text("b")).toBe(after);
  });

  test("keeps its record while the file is not to be found", async () => {
    const world = await makeWorld();
    const record = undoName(`.gauntlet-${DEAD}.tmp`, 1);
    await world.put(record, undoRecord(old, now));
    expect(await sweep(world)).toEqual([record]);
  });
});
