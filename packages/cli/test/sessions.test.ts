import { appendFile, mkdir, readdir, readFile, realpath, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, type Place, run, serve, start } from "./command.ts";

const say = (text: string) => ({ blocks: [{ type: "text", text }] });
const use = (name: string, input: object) => ({ blocks: [{ type: "tool_use", name, input }] });

/** Runs a prompt and gives the id of its session. */
async function prompted(
  place: Place,
  prompt: string,
  turns: Parameters<typeof serve>[0] = [say("done")],
): Promise<string> {
  const before = await journals(place);
  const { env } = await serve(turns);
  expect((await run(place, ["-p", prompt], { env })).code).toBe(0);
  const [journal = ""] = (await journals(place)).filter((path) => !before.includes(path));
  return dirname(journal).split("/").at(-1) ?? "";
}

async function journals(place: Place): Promise<readonly string[]> {
  const sessions = join(place.root, "state", "sessions");
  const names = await readdir(sessions, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith("journal.jsonl")).map((name) => join(sessions, name));
}

const journalOf = async (place: Place, id: string): Promise<string> =>
  (await journals(place)).find((path) => path.includes(id)) ?? "";

async function beside(place: Place): Promise<Place> {
  const cwd = join(place.root, "elsewhere");
  await mkdir(cwd, { recursive: true });
  return { ...place, cwd: await realpath(cwd) };
}

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
    for (const stdout of [text, json]) expect(stdout).not.toMatch(/[\u001b\u009b\u202e]/);
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
    expect(stdout).toMatch(/^11111111 .*\(its journal is no file\)$/m);
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

/** A process that is in the middle of a prompt. */
async function working(place: Place) {
  const { env } = await serve([use("Bash", { command: "sleep 30" })]);
  const child = start(place, ["-p", "wait", "--allow", "Bash(sleep 30)"], env);
  child.stdin.end();
  await new Promise<void>((resolve) => {
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
      if (stderr.includes("allowed")) resolve();
    });
  });
  return child;
}

describe("gauntlet sessions search", () => {
  test("finds a text in prompts, models' texts, inputs and results", async () => {
    const place = await createPlace({ "needle.txt": "a NEEDLE in hay\n" });
    const id = await prompted(place, "find the Needle", [
      use("Read", { file_path: "needle.txt" }),
      say("needle found"),
    ]);
    const { code, stdout } = await run(place, ["sessions", "search", "nEEdle"]);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.every((line) => line.startsWith(`${id.slice(0, 8)}  line `))).toBe(true);
    expect(lines.map((line) => /entry \d+ {2}(\w+):/.exec(line)?.[1])).toEqual([
      "prompt",
      "input",
      "result",
      "model",
    ]);
  });

  test("gives places as JSON lines", async () => {
    const place = await createPlace();
    const id = await prompted(place, `${"x".repeat(200)} needle ${"y".repeat(200)}`);
    const { stdout } = await run(place, ["sessions", "search", "needle", "--json"]);
    const [line = "", ...rest] = stdout.trimEnd().split("\n");
    expect(rest).toEqual([]);
    expect(JSON.parse(line)).toEqual({
      session: id,
      file: await journalOf(place, id),
      line: 2,
      seq: 2,
      in: "prompt",
      snippet: `…${"x".repeat(59)} needle ${"y".repeat(59)}…`,
    });
  });

  test("looks in this directory alone, unless told to look in all", async () => {
    const place = await createPlace();
    await prompted(await beside(place), "needle");
    expect((await run(place, ["sessions", "search", "needle"])).stdout).toContain("no session has the text");
    expect((await run(place, ["sessions", "search", "needle", "--all"])).stdout).toContain("prompt: needle");
  });

  test("masks what looks like a secret, also what it was asked for", async () => {
    const place = await createPlace();
    const secret = `ghp_${"a1B2".repeat(9)}`;
    await prompted(place, `use ${secret} please`);
    const { stdout } = await run(place, ["sessions", "search", "please"]);
    expect(stdout).toContain("please");
    expect(stdout).not.toContain(secret);
    const asked = await run(place, ["sessions", "search", secret.slice(0, 12)]);
    expect(asked.stdout).toContain("(masked: it looks like a secret)");
  });

  test("refuses a blank text", async () => {
    expect((await run(await createPlace(), ["sessions", "search", " "])).code).toBe(2);
  });
});

describe("gauntlet sessions show", () => {
  test("shows words, calls, decisions and outcomes in their order", async () => {
    const place = await createPlace({ "a.txt": "alpha\n" });
    const id = await prompted(place, "read it\nplease", [
      use("Read", { file_path: "a.txt" }),
      use("Write", { file_path: "b.txt", content: "x" }),
      say("I read it.\n  allowed by nobody"),
    ]);
    const { code, stdout } = await run(place, ["sessions", "show", id.slice(0, 8)]);
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual([
      `session ${id} in ${place.cwd}`,
      expect.stringMatching(/^started 20.*Z, mode default$/),
      "> read it",
      "> please",
      '● Read  {"file_path":"a.txt"}',
      expect.stringMatching(/^ {2}allowed Read — .* \[\w{8}\]$/),
      "  ✓ Read succeeded",
      expect.stringContaining("alpha"),
      '● Write  {"file_path":"b.txt","content":"x"}',
      expect.stringMatching(/^ {2}denied Write — .* \[\w{8}\]$/),
      "  ✗ Write denied",
      ...Array.from({ length: stdout.split("\n").length - 15 }, () => expect.any(String)),
      "│ I read it.",
      "│   allowed by nobody",
      expect.stringContaining("model messages"),
      "",
    ]);
  });

  test("shows a call that no model made, with its input", async () => {
    const place = await createPlace({ "a.txt": "alpha\n" });
    await run(place, ["call", "Read", '{"file_path":"a.txt"}']);
    const [journal = ""] = await journals(place);
    const { stdout } = await run(place, ["sessions", "show", dirname(journal).split("/").at(-1) ?? ""]);
    expect(stdout).toMatch(/● Read {2}\{"file_path":".*a\.txt"\}\n {2}allowed Read/);
  });

  test("prints the entries as JSON lines", async () => {
    const place = await createPlace();
    const id = await prompted(place, "hi");
    const { stdout } = await run(place, ["sessions", "show", id, "--json"]);
    expect(stdout).toBe(await readFile(await journalOf(place, id), "utf8"));
  });

  test("masks secrets and spells out what would move the cursor", async () => {
    const place = await createPlace();
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const id = await prompted(place, `use ${secret}`, [say("\u001b[2J\u009b1mred\rx")]);
    const { stdout } = await run(place, ["sessions", "show", id]);
    expect(stdout).toContain("│ \\u{1b}[2J\\u{9b}1mred\\u{d}x\n");
    const json = (await run(place, ["sessions", "show", id, "--json"])).stdout;
    for (const text of [stdout, json]) {
      expect(text).not.toContain(secret);
      expect(text).not.toMatch(/[\u001b\u009b]/);
    }
    const lines = json.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line)).find(({ masked }) => masked)).toMatchObject({
      event: { type: "prompt.submitted" },
      masked: ["/content/0/text"],
    });
  });

  test("says what is damaged and shows the rest", async () => {
    const place = await createPlace();
    const id = await prompted(place, "hi");
    const journal = await journalOf(place, id);
    await appendFile(journal, "no line of ours\n");
    const { code, stdout, stderr } = await run(place, ["sessions", "show", id]);
    expect(code).toBe(0);
    expect(stdout).toContain("> hi\n");
    expect(stderr).toMatch(/line \d+ of the journal: it cannot be read/);
  });

  test.each(["../x", "nosuchid", "short", "..", "/etc/passwd"])("knows no session %s", async (id) => {
    const { code, stdout, stderr } = await run(await createPlace(), ["sessions", "show", id]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("GNT_SESSION_NOT_FOUND");
    expect(stderr).toContain("gauntlet sessions --all");
  });
});

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
    expect(stdout).toContain(`${bad}  damaged: line 2, it was changed: its hash does not fit, and 1 more\n`);
    expect(stdout).toContain(`${good}  good\n`);
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
    expect(dry.stdout).toMatch(new RegExp(`^would delete ${old}, written .*\nwould delete 1 sessions? `));
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

describe("going on with a session", () => {
  test("is possible by the first characters of its id, which each prompt says at its end", async () => {
    const place = await createPlace();
    const first = await serve([say("done")]);
    const { stderr } = await run(place, ["-p", "first task"], { env: first.env });
    const [, short = ""] = /gauntlet -r (\S+) -p "…"\n$/.exec(stderr) ?? [];
    expect(short).toMatch(/^[0-9a-f]{8}$/);
    const { server, env } = await serve([say("done")]);
    expect((await run(place, ["-p", "second task", "-r", short], { env })).code).toBe(0);
    expect(JSON.stringify(server.requests[0]?.body)).toContain("first task");
    expect(await journals(place)).toHaveLength(1);
  });

  test("works from any directory, in the session's own one, under its own configuration", async () => {
    const place = await createPlace({
      "gauntlet.config.json": JSON.stringify({ permissions: { deny: ["Read(secret.txt)"] } }),
      "secret.txt": "s",
    });
    const id = await prompted(place, "first task");
    const { server, env } = await serve([use("Read", { file_path: "secret.txt" }), say("done")]);
    const { code, stderr } = await run(await beside(place), ["-p", "go on", "-r", id.slice(0, 8)], { env });
    expect(code).toBe(0);
    expect(stderr).toContain(
      `gauntlet: session ${id.slice(0, 8)} goes on in its own directory ${place.cwd}\n`,
    );
    expect(stderr).toContain("denied Read — rule `Read(secret.txt)`");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("first task");
    expect(await journals(place)).toHaveLength(1);
  });

  test("is refused in another directory than its own", async () => {
    const place = await createPlace();
    const other = await beside(place);
    const id = await prompted(place, "first task");
    const { server, env } = await serve([]);
    const { code, stderr } = await run(place, ["-p", "x", "-r", id, "--cwd", other.cwd], { env });
    expect(code).toBe(2);
    expect(stderr).toContain(`session \`${id}\` is not one of \`${other.cwd}\``);
    expect(server.requests).toEqual([]);
  });

  test("is refused when its directory is gone", async () => {
    const place = await createPlace();
    const gone = await beside(place);
    const id = await prompted(gone, "first task");
    await import("node:fs/promises").then(({ rm }) => rm(gone.cwd, { recursive: true }));
    const { server, env } = await serve([]);
    const { code, stderr } = await run(place, ["-p", "x", "-r", id], { env });
    expect(code).toBe(2);
    expect(stderr).toContain(`\`${gone.cwd}\`, where session \`${id}\` works, is gone`);
    expect(server.requests).toEqual([]);
  });

  test("while another process is in it offers a copy", async () => {
    const place = await createPlace();
    await working(place);
    const { env } = await serve([]);
    const { code, stderr } = await run(place, ["-p", "x", "-c"], { env });
    expect(code).toBe(1);
    expect(stderr).toContain("GNT_SESSION_BUSY");
    expect(stderr).toContain("--fork-session");
  });

  test("in a copy needs a session to copy", async () => {
    const { env } = await serve([]);
    const { code, stderr } = await run(await createPlace(), ["-p", "x", "--fork-session"], { env });
    expect(code).toBe(2);
    expect(stderr).toContain("add -c or -r <id>");
  });
});
