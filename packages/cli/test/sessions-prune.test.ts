import { mkdir, readdir, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, type Place, run, serve } from "./command.ts";
import { beside, journalOf, journals, prompted, say } from "./session-places.ts";

/** Makes a session look as if it was written long ago. */
async function age(journal: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * 86_400_000);
  await utimes(journal, at, at);
}

const settings = (place: Place, content: object): Promise<void> =>
  mkdir(join(place.root, "config", "gauntlet"), { recursive: true }).then(() =>
    writeFile(join(place.root, "config", "gauntlet", "settings.json"), JSON.stringify(content)),
  );

describe("gauntlet sessions prune", () => {
  test("deletes what was not written for so many days, in all directories", async () => {
    const place = await createPlace();
    const [old, young] = [await prompted(await beside(place), "old"), await prompted(place, "young")];
    await age(await journalOf(place, old), 11);
    await age(await journalOf(place, young), 9);
    const dry = await run(place, ["sessions", "prune", "--days", "10", "--dry-run"]);
    expect(dry.stdout).toMatch(new RegExp(`^would delete ${old}, written .*\nwould delete 1 session `));
    expect(await journals(place)).toHaveLength(2);
    const { code, stdout } = await run(place, ["sessions", "prune", "--days", "10"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`deleted ${old}, `);
    expect(await journals(place)).toEqual([await journalOf(place, young)]);
  });

  test("takes the number of days from the person's settings", async () => {
    const place = await createPlace();
    await age(await journalOf(place, await prompted(place, "old")), 3);
    expect((await run(place, ["sessions", "prune"])).code).toBe(2);
    await settings(place, { sessions: { retentionDays: 2 } });
    expect((await run(place, ["sessions", "prune"])).code).toBe(0);
    expect(await journals(place)).toEqual([]);
  });

  test.each(["0", "-1", "1.5", "many", "1e3"])("refuses %s days", async (days) => {
    expect((await run(await createPlace(), ["sessions", "prune", "--days", days])).code).toBe(2);
  });
});

describe("retention", () => {
  test("deletes old sessions when one starts, and says how many", async () => {
    const place = await createPlace({ "a.txt": "" });
    for (const prompt of ["one", "two"]) await age(await journalOf(place, await prompted(place, prompt)), 3);
    await settings(place, { sessions: { retentionDays: 2 } });
    const { code, stderr } = await run(place, ["call", "Read", '{"file_path":"a.txt"}']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/gauntlet: deleted 2 sessions not written for 2 days \(\d.* k?B\)\n/);
    expect(await journals(place)).toHaveLength(1);
  });

  test("keeps the old session that goes on", async () => {
    const place = await createPlace();
    const id = await prompted(place, "old");
    await age(await journalOf(place, id), 3);
    await settings(place, { sessions: { retentionDays: 2 } });
    const { env } = await serve([say("done")]);
    const { code, stderr } = await run(place, ["-p", "go on", "-c"], { env });
    expect([code, stderr.includes("deleted")]).toEqual([0, false]);
    expect(await journals(place)).toEqual([await journalOf(place, id)]);
  });

  test("is not the business of a repository, and explaining deletes nothing", async () => {
    const place = await createPlace({
      "gauntlet.config.json": JSON.stringify({ sessions: { retentionDays: 1 } }),
    });
    await age(await journalOf(place, await prompted(place, "old")), 3);
    await run(place, ["trust"]);
    const { stderr } = await run(place, ["call", "Read", '{"file_path":"a.txt"}']);
    expect(stderr).toContain("does not count: a repository cannot delete or limit a person's sessions");
    await settings(place, { sessions: { retentionDays: 1 } });
    await run(place, ["explain", "Read", '{"file_path":"a.txt"}']);
    expect((await journals(place)).length).toBeGreaterThan(0);
  });

  test("that fails for an old session fails no new one", async () => {
    const place = await createPlace({ "a.txt": "" });
    const id = await prompted(place, "old");
    const elsewhere = join(place.root, "kept");
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, "journal.jsonl"), "");
    await age(join(elsewhere, "journal.jsonl"), 3);
    await symlink(elsewhere, join(dirname(dirname(await journalOf(place, id))), "00000000-link"));
    await settings(place, { sessions: { retentionDays: 2 } });
    const { code, stderr } = await run(place, ["call", "Read", '{"file_path":"a.txt"}']);
    expect(code).toBe(0);
    expect(stderr).toContain("so nothing is deleted there");
    expect(await readdir(elsewhere)).toEqual(["journal.jsonl"]);
  });
});

test("a session stops at the size the person's settings allow", async () => {
  const place = await createPlace();
  await settings(place, { sessions: { maxBytes: 1 } });
  const command = ["call", "Bash", '{"command":"touch a"}', "--allow", "Bash(touch a)"];
  const { code, stderr } = await run(place, command);
  expect(code).not.toBe(0);
  expect(stderr).toContain("its limit is 1");
  expect(await readdir(place.cwd)).toEqual([]);
});
