import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, type Place, run, serve } from "./command.ts";
import { journals, prompted, say, use } from "./session-places.ts";

const sessionsIn = async (place: Place): Promise<number> => (await journals(place)).length;
const FILES = { "a.txt": "alpha\n", "src/b.txt": "beta\n" };
const TURNS = [
  use("Read", { file_path: "a.txt" }),
  use("Bash", { command: "cd src && cat b.txt" }),
  use("Bash", { command: "cat b.txt" }),
  use("Write", { file_path: "c.txt", content: "x" }),
  say("done"),
];

describe("gauntlet replay", () => {
  test("plays a session again without running a tool, and leaves nothing behind", async () => {
    const place = await createPlace(FILES);
    const id = await prompted(place, "go", TURNS);
    await writeFile(join(place.cwd, "a.txt"), "changed since\n");
    const { code, stdout } = await run(place, ["replay", id.slice(0, 8)]);
    expect([code, stdout]).toEqual([0, `${id.slice(0, 8)} runs as it did: 1 prompt with 4 calls\n`]);
    expect(await sessionsIn(place)).toBe(1);
  });

  test("names the first call that is decided otherwise, with the reason of both", async () => {
    const place = await createPlace(FILES);
    const id = await prompted(place, "go", TURNS);
    const { code, stdout } = await run(place, ["replay", id, "--deny", "Read(src/**)"]);
    expect(code).toBe(1);
    expect(stdout).toContain("runs otherwise from prompt 1 on: call toolu_1_0 of Bash, its decision\n");
    expect(stdout).toMatch(/then {2}allow \(.*\n {2}now {3}deny \(.*rule `Read\(src\/\*\*\)`/);
    const json = await run(place, ["replay", id, "--deny", "Read(src/**)", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      session: id,
      difference: { prompt: 1, call: "toolu_1_0", tool: "Bash", what: "decision" },
    });
  });

  test("runs the tools where it is told to, and shows what they give now", async () => {
    const place = await createPlace(FILES);
    const id = await prompted(place, "go", TURNS);
    expect((await run(place, ["replay", id, "--real-tools"])).code).toBe(0);
    await writeFile(join(place.cwd, "src/b.txt"), "gamma\n");
    const { code, stdout } = await run(place, ["replay", id, "--real-tools"]);
    expect(code).toBe(1);
    expect(stdout).toContain("call toolu_1_0 of Bash, its result\n  then  beta");
    expect(stdout).toContain("  now   gamma");
  });

  test("never runs with recorded tools what ran then", async () => {
    const place = await createPlace(FILES);
    const { env } = await serve([use("Bash", { command: "echo x >> ran.txt" }), say("done")]);
    await run(place, ["-p", "go", "--allow", "Bash(echo *)", "--allow", "Edit(ran.txt)"], { env });
    await writeFile(join(place.cwd, "ran.txt"), "");
    const [journal = ""] = await journals(place);
    const id = journal.split("/").at(-2) ?? "";
    const flags = ["--allow", "Bash(echo *)", "--allow", "Edit(ran.txt)"];
    expect((await run(place, ["replay", id, ...flags])).code).toBe(0);
    expect((await run(place, ["replay", id])).stdout).toContain("its decision");
    expect(await readdir(place.cwd)).toContain("ran.txt");
    expect((await run(place, ["call", "Read", '{"file_path":"ran.txt"}'])).stdout).not.toContain("x\n");
  });

  test.each([
    [["replay"], "missing required argument"],
    [["replay", "nosuchid"], "GNT_SESSION_NOT_FOUND"],
    [["replay", "aaaaaaaa", "bbbbbbbb"], "one session is played at a time"],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await run(await createPlace(), args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test("says so when a session has no prompt", async () => {
    const place = await createPlace(FILES);
    await run(place, ["call", "Read", '{"file_path":"a.txt"}']);
    const [journal = ""] = await journals(place);
    const { code, stderr } = await run(place, ["replay", journal.split("/").at(-2) ?? ""]);
    expect([code, stderr.includes("has no prompt to play again")]).toEqual([2, true]);
  });
});

describe("gauntlet replay --policy", () => {
  const policy = (permissions: object): string => JSON.stringify({ permissions });

  test("lists the calls that would be decided otherwise, with the rules responsible, and runs nothing", async () => {
    const place = await createPlace(FILES);
    const [one, two] = [await prompted(place, "go", TURNS), await prompted(place, "again", TURNS)];
    const before = await sessionsIn(place);
    const { code, stdout } = await run(place, [
      "replay",
      one,
      two,
      "--policy",
      policy({ deny: ["Read(src/**)"] }),
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain(`${one.slice(0, 8)} entry `);
    expect(stdout).toMatch(
      /: Bash \{"command":"cd src && cat b\.txt"\}\n {2}allow → deny\n {2}then {2}.*\n {2}now {3}.*`Read\(src\/\*\*\)`/,
    );
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("4 of 8 decisions would be others");
    expect(await sessionsIn(place)).toBe(before);
  });

  test("finds no difference under the policy the session had", async () => {
    const place = await createPlace({
      ...FILES,
      "p.json": policy({ allow: ["Edit(c.txt)"], deny: ["Read(z/**)"] }),
    });
    const { env } = await serve(TURNS);
    expect((await run(place, ["-p", "go", "--settings", "p.json"], { env })).code).toBe(0);
    const [journal = ""] = await journals(place);
    const id = journal.split("/").at(-2) ?? "";
    const { code, stdout } = await run(place, ["replay", id, "--policy", "p.json"]);
    expect([code, stdout]).toEqual([0, "0 of 4 decisions would be others\n"]);
    const { stdout: json } = await run(place, ["replay", id, "--policy", "{}", "--json"]);
    expect(JSON.parse(json)).toMatchObject({
      decisions: 4,
      changes: [{ session: id, tool: "Write", from: { behavior: "allow" }, to: { behavior: "ask" } }],
      unclear: [],
    });
  });

  test("says that the mode of a policy does not count", async () => {
    const place = await createPlace(FILES);
    const id = await prompted(place, "go", TURNS);
    const { code, stderr } = await run(place, ["replay", id, "--policy", policy({ defaultMode: "plan" })]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("each call keeps the mode it had")]);
  });

  test("refuses a policy that is none", async () => {
    const place = await createPlace(FILES);
    const id = await prompted(place, "go", TURNS);
    const { code, stderr } = await run(place, ["replay", id, "--policy", policy({ deny: ["Bash("] })]);
    expect([code, stderr.includes("GNT_CONFIG_RULE")]).toEqual([2, true]);
  });
});
