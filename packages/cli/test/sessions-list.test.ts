import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, run } from "./command.ts";
import { beside, journalOf, movesCursor, prompted, working } from "./session-places.ts";

describe("gauntlet sessions", () => {
  test("says that there are none", async () => {
    const place = await createPlace();
    const { code, stdout } = await run(place, ["sessions"]);
    expect([code, stdout]).toEqual([
      0,
      `there are no sessions in ${place.cwd}; \`--all\` takes those of all directories\n`,
    ]);
    expect((await run(place, ["sessions", "list", "--all"])).stdout).toBe("there are no sessions\n");
  });

  test("lists those of this directory, with when, size, end and first prompt in one line", async () => {
    const place = await createPlace();
    const id = await prompted(place, "fix\nthe  bug");
    await prompted(await beside(place), "something else");
    for (const args of [["sessions"], ["sessions", "list"]]) {
      const { code, stdout, stderr } = await run(place, args);
      expect([code, stderr]).toEqual([0, ""]);
      const [head, row, ...rest] = stdout.trimEnd().split("\n");
      expect(head).toMatch(/^ID +WRITTEN +SIZE +ENDED +FIRST PROMPT$/);
      expect(row).toMatch(new RegExp(`^${id.slice(0, 8)} +just now +\\d[\\d.]* k?B +done +fix the bug$`));
      expect(rest).toEqual([]);
    }
  });

  test("lists those of all directories with --all, and says which", async () => {
    const place = await createPlace();
    const other = await beside(place);
    await prompted(place, "one");
    await prompted(other, "two");
    const { stdout } = await run(place, ["sessions", "--all"]);
    expect(stdout).toMatch(new RegExp(`${other.cwd} +two\\n.*${place.cwd} +one\\n$`));
    expect((await run(place, ["sessions", "--cwd", other.cwd])).stdout).toMatch(/done +two\n$/);
  });

  test("gives everything as JSON", async () => {
    const place = await createPlace();
    const id = await prompted(place, "fix it");
    const { stdout } = await run(place, ["sessions", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      sessions: [{ id, cwd: place.cwd, prompt: "fix it", ended: "done", bytes: expect.any(Number) }],
    });
  });

  test("spells out what would move the cursor, in text and JSON", async () => {
    const place = await createPlace();
    await prompted(place, "\u001b[2Jgone\u009b31m \u202egnp");
    const text = (await run(place, ["sessions"])).stdout;
    expect(text).toContain("\\u{1b}[2Jgone\\u{9b}31m \\u{202e}gnp\n");
    const json = (await run(place, ["sessions", "--json"])).stdout;
    for (const stdout of [text, json]) expect(stdout).not.toSatisfy(movesCursor);
    expect(JSON.parse(json).sessions[0].prompt).toBe("\u001b[2Jgone\u009b31m \u202egnp");
  });

  test("lists what cannot be read, and no junk", async () => {
    const place = await createPlace();
    const id = await prompted(place, "hi");
    const project = dirname(dirname(await journalOf(place, id)));
    await mkdir(join(project, "00000000-bare"));
    await mkdir(join(project, "11111111-odd", "journal.jsonl"), { recursive: true });
    await writeFile(join(project, "22222222-file"), "");
    await mkdir(join(project, "x y"));
    await writeFile(join(project, "..", "junk"), "");
    const { code, stdout } = await run(place, ["sessions", "--all"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^00000000 .*\(it has no journal\)$/m);
    expect(stdout).toMatch(/^11111111 .*\(its journal is not a file\)$/m);
    expect(stdout.trimEnd().split("\n")).toHaveLength(4);
  });

  test("shows what a living process has open", async () => {
    const place = await createPlace();
    const child = await working(place);
    const { stdout } = await run(place, ["sessions"]);
    expect(stdout).toMatch(new RegExp(`open \\(${child.pid}\\) +wait`));
  });

  test("takes a mistyped word for an error and not for the list", async () => {
    expect((await run(await createPlace(), ["sessions", "serach"])).code).toBe(2);
  });
});
