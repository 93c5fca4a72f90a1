import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, run } from "./command.ts";
import { journalOf, prompted } from "./session-places.ts";

describe("gauntlet sessions verify", () => {
  const lastOf = async (journal: string) => {
    const lines = (await readFile(journal, "utf8")).trimEnd().split("\n");
    const { seq, hash } = JSON.parse(lines.at(-1) ?? "");
    return { lines, anchor: `${seq}:${hash}` };
  };

  test("says how many entries there are and the last hash", async () => {
    const place = await createPlace();
    const id = await prompted(place, "hi");
    const { lines, anchor } = await lastOf(await journalOf(place, id));
    for (const args of [[], [id], ["--all"]]) {
      const { code, stdout } = await run(place, ["sessions", "verify", ...args]);
      expect([code, stdout]).toEqual([0, `${id}  good\n  ${lines.length} entries, the last ${anchor}\n`]);
    }
  });

  test("names the first bad line and why, and goes on with the others", async () => {
    const place = await createPlace();
    const [good, bad] = [await prompted(place, "good"), await prompted(place, "bad one")];
    const journal = await journalOf(place, bad);
    const text = await readFile(journal, "utf8");
    await writeFile(journal, `${text.replace("bad one", "bed one")}junk\n`);
    const { code, stdout } = await run(place, ["sessions", "verify"]);
    expect(code).toBe(1);
    expect(stdout).toContain(`${bad}  damaged: line 3, it was changed: its hash does not fit, and 1 more\n`);
    expect(stdout).toContain(`${good}  good\n`);
  });

  test("checks the journals of a session's agents too", async () => {
    const place = await createPlace();
    const id = await prompted(place, "hi");
    const own = await journalOf(place, id);
    const ofAgent = join(dirname(own), "agents", "a1", "journal.jsonl");
    await mkdir(dirname(ofAgent), { recursive: true });
    await writeFile(ofAgent, (await readFile(own, "utf8")).replace('"hi"', '"ho"'));
    const { code, stdout } = await run(place, ["sessions", "verify", id]);
    expect(code).toBe(1);
    expect(stdout).toContain(`${id}  good\n`);
    expect(stdout).toContain(`${id}, its agent a1  damaged: line 3, it was changed`);
  });

  test("says that a last line is torn, and does not count it as damage", async () => {
    const place = await createPlace();
    const id = await prompted(place, "hi");
    await appendFile(await journalOf(place, id), '{"seq":99');
    const { code, stdout } = await run(place, ["sessions", "verify", id]);
    expect(code).toBe(0);
    expect(stdout).toContain("  a torn last line of 9 bytes does not count\n");
  });

  test("fails for a journal that cannot be checked", async () => {
    const place = await createPlace();
    const id = await prompted(place, "hi");
    await mkdir(join(dirname(dirname(await journalOf(place, id))), "00000000-bare"));
    const { code, stdout } = await run(place, ["sessions", "verify", "00000000"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^00000000-bare {2}cannot be checked: /);
  });

  test("compares with a hash that was kept elsewhere", async () => {
    const place = await createPlace();
    const id = await prompted(place, "hi");
    const journal = await journalOf(place, id);
    const { lines, anchor } = await lastOf(journal);
    const verify = () => run(place, ["sessions", "verify", id, "--anchor", anchor]);
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining("fits the anchor\n") });

    // A journal cut at its end is good by itself.
    await writeFile(journal, `${lines.slice(0, -1).join("\n")}\n`);
    expect((await run(place, ["sessions", "verify", id])).code).toBe(0);
    expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringContaining("there is no entry") });

    const other = `${lines.length - 1}:${"0".repeat(64)}`;
    const { code, stdout } = await run(place, ["sessions", "verify", id, "--anchor", other]);
    expect([code, stdout.includes("has another hash than the anchor")]).toEqual([1, true]);
  });

  test.each([
    ["an anchor that is none", ["x", "--anchor", "7"]],
    ["an anchor without a session", ["--anchor", `1:${"0".repeat(64)}`]],
    ["an unknown session", ["nosuchid"]],
  ])("ends with 2 for %s", async (_, args) => {
    expect((await run(await createPlace(), ["sessions", "verify", ...args])).code).toBe(2);
  });
});
