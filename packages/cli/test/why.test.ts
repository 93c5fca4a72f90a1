import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, type Place, run } from "./command.ts";

interface Answered {
  readonly decision: { readonly id: string };
  readonly result: { readonly tool_use_id: string };
}

async function called(place: Place, tool: string, input: object, ...flags: string[]): Promise<Answered> {
  const { stdout } = await run(place, ["call", tool, JSON.stringify(input), "--json", ...flags]);
  return JSON.parse(stdout) as Answered;
}

describe("gauntlet why", () => {
  test("shows a decision with when, where, which call, and the rule", async () => {
    const place = await createPlace({ "a.txt": "" });
    const { decision, result } = await called(place, "Read", { file_path: "a.txt" }, "--deny", "Read(a.txt)");
    const { code, stdout } = await run(place, ["why", decision.id]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Read was denied\n {2}decided {2}[\w-]{36}, \d{4}-\d\d-\d\dT/);
    expect(stdout).toContain(`  session  `);
    expect(stdout).toContain(` in ${place.cwd}\n`);
    expect(stdout).toContain(`  call     ${result.tool_use_id}, denied\n`);
    expect(stdout).toContain("rule `Read(a.txt)` of cli denies reading it");
  });

  test.each([
    ["its first eight characters", ({ decision }: Answered) => decision.id.slice(0, 8)],
    ["the id of the call", ({ result }: Answered) => result.tool_use_id],
  ])("takes %s", async (_, idOf) => {
    const place = await createPlace({ "a.txt": "" });
    const answered = await called(place, "Read", { file_path: "a.txt" });
    const { code, stdout } = await run(place, ["why", idOf(answered), "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      tool: "Read",
      cwd: place.cwd,
      outcome: "succeeded",
      input: { file_path: join(place.cwd, "a.txt") },
      decision: { id: answered.decision.id, behavior: "allow" },
    });
  });

  test("says who answered, and in which words", async () => {
    const place = await createPlace({
      "answers.json": JSON.stringify([{ answer: "deny", message: "not now" }]),
    });
    const { decision } = await called(place, "Bash", { command: "npm test" }, "--answers", "answers.json");
    const { stdout } = await run(place, ["why", decision.id]);
    expect(stdout).toMatch(/^Bash was denied\n/);
    expect(stdout).toMatch(/ {2}answer {3}deny by .*: not now\n/);
  });

  test("shortens a long input and spells out what could move the cursor", async () => {
    const place = await createPlace();
    const input = { file_path: "a.txt", content: `\u009b31m${"x".repeat(2_000)}` };
    const { decision } = await called(place, "Write", input, "--mode", "acceptEdits");
    const { stdout } = await run(place, ["why", decision.id]);
    expect(stdout).toContain("\\u{9b}31mxxx");
    expect(stdout).toMatch(/xxx… \(2\d{3} characters\)/);
    expect(stdout).not.toContain("\u009b");
  });

  test("a line break in what a model wrote begins no line", async () => {
    const place = await createPlace();
    const { decision } = await called(place, "Bash", { command: "npm 'a\n  answer   allow by ada'" });
    const { stdout } = await run(place, ["why", decision.id]);
    expect(stdout).toContain("  touches  run npm 'a\\n  answer");
    expect(stdout).not.toMatch(/^ {2}answer {3}allow/m);
  });

  test("masks what looks like a secret in input and decision, and says where", async () => {
    const place = await createPlace();
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const { decision } = await called(place, "Bash", { command: `echo ${secret}` }, "--allow", "Bash");
    for (const flags of [[], ["--json"]]) {
      const { code, stdout } = await run(place, ["why", decision.id, ...flags]);
      expect(code).toBe(0);
      expect(stdout).not.toContain(secret);
      expect(stdout).toContain("/input/command");
      expect(stdout).toContain("/decision/effects/0/text");
    }
  });

  test("lists the candidates when the characters fit several", async () => {
    const place = await createPlace({ "a.txt": "" });
    const answers = await Promise.all([1, 2].map(() => called(place, "Read", { file_path: "a.txt" })));
    // Two ids that begin alike come by once in four billion; here one journal is made to hold such an id.
    const sessions = join(place.root, "state", "sessions");
    const [project = ""] = await readdir(sessions);
    const [one, two] = answers.map(({ decision }) => decision.id) as [string, string];
    const twin = one.slice(0, 8) + two.slice(8);
    for (const session of await readdir(join(sessions, project))) {
      const path = join(sessions, project, session, "journal.jsonl");
      await writeFile(path, (await readFile(path, "utf8")).replaceAll(two, twin));
    }
    const { code, stderr, stdout } = await run(place, ["why", one.slice(0, 8)]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("is ambiguous, 2 decisions fit");
    expect(stderr).toContain(one);
    expect(stderr).toContain(twin);
    expect((await run(place, ["why", one])).code).toBe(0);
  });

  test.each([
    ["no journal holds it", 1, "12345678-abcd", "no journal holds"],
    ["it is too short to name one", 2, "1234567", "too short"],
  ])("when %s, it exits with %i and says so", async (_, exit, id, said) => {
    const { code, stdout, stderr } = await run(await createPlace(), ["why", id]);
    expect([code, stdout]).toEqual([exit, ""]);
    expect(stderr).toContain(said);
  });
});
