import { readdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, run } from "./command.ts";
import { beside, journalOf, journals, prompted, working } from "./session-places.ts";

describe("gauntlet sessions delete", () => {
  test("says what it deleted and how many bytes", async () => {
    const place = await createPlace();
    const [one, two] = [await prompted(place, "one"), await prompted(await beside(place), "two")];
    const sizes = await Promise.all(
      [one, two].map(async (id) => (await readFile(await journalOf(place, id))).length),
    );
    const { code, stdout } = await run(place, ["sessions", "delete", one.slice(0, 8), two, one]);
    expect([code, stdout]).toEqual([
      0,
      `deleted ${one}, ${sizes[0]} bytes\ndeleted ${two}, ${sizes[1]} bytes\n`,
    ]);
    expect(await journals(place)).toEqual([]);
  });

  test("deletes nothing when one of several is unknown", async () => {
    const place = await createPlace();
    const id = await prompted(place, "one");
    const { code, stdout } = await run(place, ["sessions", "delete", id, "../x"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(await journals(place)).toHaveLength(1);
  });

  test("refuses one that is open, and deletes the others", async () => {
    const place = await createPlace();
    const id = await prompted(place, "one");
    await working(place);
    const open = (await journals(place)).find((path) => !path.includes(id)) ?? "";
    const openId = dirname(open).split("/").at(-1) ?? "";
    const { code, stdout, stderr } = await run(place, ["sessions", "delete", openId, id]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(new RegExp(`^deleted ${id}, `))]);
    expect(stderr).toContain("GNT_SESSION_BUSY");
    expect(await journals(place)).toEqual([open]);
  });

  test("does not follow a link out of the sessions directory", async () => {
    const place = await createPlace({ "journal.jsonl": "kept" });
    const id = await prompted(place, "one");
    await symlink(place.cwd, join(dirname(dirname(await journalOf(place, id))), "00000000-link"));
    const { code, stderr } = await run(place, ["sessions", "delete", "00000000"]);
    expect(code).toBe(1);
    expect(stderr).toContain("GNT_SESSION_DELETE");
    expect(await readdir(place.cwd)).toEqual(["journal.jsonl"]);
  });
});
