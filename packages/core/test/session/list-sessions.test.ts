import { execFileSync } from "node:child_process";
import { appendFile, mkdir, readFile, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { SessionEvent } from "../../src/contract/event.ts";
import { PROMPT_CHARACTERS } from "../../src/session/glance.ts";
import { listSessions, type SessionSummary } from "../../src/session/list-sessions.ts";
import { lockSession } from "../../src/session/session-lock.ts";
import { sessionFiles } from "../../src/session/session-store.ts";
import { scratchDirectory } from "../world.ts";
import { CWD, ended, intended, prompted, put, settled, writeSession, wrote } from "./sessions-on-disk.ts";

let state = "";
beforeEach(async () => {
  state = await scratchDirectory();
});

async function only(): Promise<SessionSummary> {
  const sessions = await listSessions(state);
  expect(sessions).toHaveLength(1);
  return sessions[0] as SessionSummary;
}

test("a session is listed with what its files show", async () => {
  const files = await writeSession(state, "s1", [prompted("fix the bug"), ended()], { minute: 5 });
  const bytes = (await readFile(files.journal)).length;
  await put(join(files.results, "toolu_1-1.txt"), "12345");
  expect(await listSessions(state)).toEqual([
    {
      ...files,
      cwd: CWD,
      startedAt: "2026-01-01T00:05:00.000Z",
      lastAt: "2026-01-01T00:05:00.000Z",
      bytes: bytes + 5,
      prompt: "fix the bug",
      ended: "done",
    },
  ]);
});

test("the session written last comes first", async () => {
  await writeSession(state, "old", [], { minute: 1 });
  await writeSession(state, "new", [], { minute: 3, cwd: "/srv/other" });
  await writeSession(state, "mid", [], { minute: 2 });
  expect((await listSessions(state)).map(({ id }) => id)).toEqual(["new", "mid", "old"]);
});

test("only those of a working directory are listed when one is named", async () => {
  await writeSession(state, "here", []);
  await writeSession(state, "there", [], { cwd: "/srv/other" });
  expect((await listSessions(state, { cwd: CWD })).map(({ id }) => id)).toEqual(["here"]);
});

test("a state directory that does not exist holds none", async () => {
  expect(await listSessions(join(state, "nowhere"))).toEqual([]);
});

test("a fork names the session it comes from, and the prompt of the history it began with", async () => {
  const forkedFrom = { session: "s0", seq: 7, hash: "ab" };
  const start = { type: "session.started", format: 2, session: "f", cwd: CWD, mode: "default", forkedFrom };
  const history: SessionEvent = {
    type: "history.loaded",
    messages: [{ role: "user", content: [{ type: "text", text: "first words" }] }],
  };
  await writeSession(state, "f", [start as SessionEvent, history, prompted("later")]);
  const { journal } = sessionFiles(state, CWD, "f");
  const [, ...lines] = (await readFile(journal, "utf8")).split("\n");
  await writeFile(journal, lines.join("\n"));
  expect(await only()).toMatchObject({ forkedFrom, prompt: "first words" });
});

test("a session that a living process writes is open, and not yet interrupted", async () => {
  const { directory } = await writeSession(state, "s1", [prompted("go"), wrote("hm")]);
  const lock = await lockSession(directory);
  expect(await only()).toMatchObject({ openBy: process.pid });
  expect(await only()).not.toHaveProperty("ended");
  await lock.release();
  expect(await only()).toMatchObject({ ended: "interrupted" });
  expect(await only()).not.toHaveProperty("openBy");
});

test("the lock of a process that is gone opens nothing, and is left alone", async () => {
  const { directory } = await writeSession(state, "s1");
  await put(join(directory, "lock"), "999999999 1");
  expect(await only()).not.toHaveProperty("openBy");
  expect(await readFile(join(directory, "lock"), "utf8")).toBe("999999999 1");
});

describe("how it ended", () => {
  test.each<[string, readonly SessionEvent[], string | undefined]>([
    [
      "is the reason of the last turn",
      [prompted("a"), ended(), prompted("b"), ended("max_turns")],
      "max_turns",
    ],
    ["is an interruption when a prompt has no end", [prompted("a"), ended(), prompted("b")], "interrupted"],
    ["is an interruption when a message has no end", [prompted("a"), wrote("half")], "interrupted"],
    ["is an interruption when a call has no outcome", [intended("c", {})], "interrupted"],
    ["is open when all calls without a prompt settled", [intended("c", {}), settled("c", "x")], undefined],
    ["is open when nothing was asked", [], undefined],
  ])("%s", async (_, events, expected) => {
    await writeSession(state, "s1", events);
    expect((await only()).ended).toBe(expected);
  });

  test("shows through a torn last line", async () => {
    const { journal } = await writeSession(state, "s1", [prompted("a"), ended()]);
    await appendFile(journal, '{"seq":4,"at":"20');
    expect((await only()).ended).toBe("done");
  });

  test("shows in a last line that lacks only its end", async () => {
    const { journal } = await writeSession(state, "s1", [prompted("a"), ended()]);
    await truncate(journal, (await readFile(journal)).length - 1);
    expect((await only()).ended).toBe("done");
  });
});

describe("a big journal", () => {
  const huge = "x".repeat(300_000);

  test("is read at its ends alone, however much lies between them", async () => {
    const { journal } = await writeSession(state, "s1", [prompted("hi")]);
    // Nothing but a hole, and more than could be read.
    await truncate(journal, 2 ** 33);
    await appendFile(journal, `\n${JSON.stringify({ seq: 9, event: ended() })}\n`);
    expect(await only()).toMatchObject({ prompt: "hi", ended: "done" });
    expect((await only()).bytes).toBeGreaterThan(2 ** 33);
  });

  test.each([
    ["a long prompt is cut", `${"é".repeat(2_000)}`, "é"],
    ["a prompt beyond what is read is cut", huge, "x"],
    ["a prompt whose cut falls among escapes is cut", "\u0001".repeat(100_000), "\u0001"],
    ["a prompt whose cut falls into a character is cut", "🧤".repeat(100_000), "🧤"],
  ])("%s", async (_, text, char) => {
    await writeSession(state, "s1", [prompted(text), ended()]);
    expect(await only()).toMatchObject({
      prompt: `${char.repeat(PROMPT_CHARACTERS / char.length)}…`,
      ended: "done",
      cwd: CWD,
    });
  });

  test.each(["🧤", "\u0001", "\\"])("cuts a prompt of %j between characters", async (char) => {
    for (let filler = 65_000; filler < 65_014; filler++) {
      const { directory } = await writeSession(state, `s${filler}`, [
        { type: "request.retried", attempt: 1, delayMs: 0, why: "-".repeat(filler) },
        prompted(char.repeat(10_000)),
      ]);
      const { prompt = "" } = (await listSessions(state)).find((one) => one.directory === directory) ?? {};
      expect(prompt).toMatch(/^.{2,}…$/);
      expect(prompt.replaceAll(char, "")).toBe("…");
    }
  });

  test("whose last line is longer than what is read shows no end", async () => {
    await writeSession(state, "s1", [intended("c", {}), settled("c", huge)]);
    expect((await only()).ended).toBeUndefined();
  });
});

describe("what cannot be read is listed with what is known", () => {
  test("a directory without a journal", async () => {
    await mkdir(sessionFiles(state, CWD, "bare").directory, { recursive: true });
    expect(await only()).toMatchObject({ id: "bare", bytes: 0, problem: "it has no journal" });
  });

  test.each([
    ["empty", "", "the first line of its journal cannot be read"],
    ["no JSON", "hello\nworld\n", "the first line of its journal cannot be read"],
    [
      "JSON of something else",
      '[]\n{"event":null}\nnull\n{"event":{"type":7}}\n',
      "the first line of its journal cannot be read",
    ],
    [
      "of other shapes",
      '{"at":5,"event":{"type":"session.started","cwd":{},"forkedFrom":1}}\n{"event":{"type":"prompt.submitted","content":[null,{"text":4}]}}\n{"event":{"type":"history.loaded","messages":[null,{"role":"user"}]}}\n',
      "the first line of its journal cannot be read",
    ],
    ["bytes that are no text", "\0\xff\u0080".repeat(99_999), "the first line of its journal cannot be read"],
  ])("a journal that is %s", async (_, content, problem) => {
    await put(sessionFiles(state, CWD, "odd").journal, content);
    expect(await only()).toMatchObject({ id: "odd", problem });
  });

  test("a journal with a damaged first line keeps its prompt and its end", async () => {
    const { journal } = await writeSession(state, "s1", [prompted("hi"), ended()]);
    await writeFile(journal, (await readFile(journal, "utf8")).replace('{"seq":1', '{"s'));
    expect(await only()).toMatchObject({ prompt: "hi", ended: "done", problem: expect.any(String) });
  });

  test("a journal that is a directory, or a pipe nobody writes to", async () => {
    await mkdir(sessionFiles(state, CWD, "a").journal, { recursive: true });
    const pipe = sessionFiles(state, CWD, "b").journal;
    await mkdir(dirname(pipe), { recursive: true });
    execFileSync("mkfifo", [pipe]);
    const problems = (await listSessions(state)).map(({ problem }) => problem);
    expect(problems).toEqual(["its journal is not a file", "its journal is not a file"]);
  });
});

test("files, and directories with names no session has, are no sessions", async () => {
  await put(join(state, "sessions", "README"), "");
  await put(join(state, "sessions", "app-1", "notes.txt"), "");
  await put(join(state, "sessions", "app-1", "a b", "journal.jsonl"), "");
  await put(join(state, "sessions", "app-1", "a\u001b[31m", "journal.jsonl"), "");
  await symlink(join(state, "nowhere"), join(state, "sessions", "app-1", "dangling"));
  expect(await listSessions(state)).toEqual([]);
});
