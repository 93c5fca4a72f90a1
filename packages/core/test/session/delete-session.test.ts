import { mkdir, readdir, readFile, symlink, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteSession, pruneSessions } from "../../src/session/delete-session.ts";
import { listSessions } from "../../src/session/list-sessions.ts";
import { lockSession } from "../../src/session/session-lock.ts";
import { sessionFiles } from "../../src/session/session-store.ts";
import { failure } from "../config/scratch.ts";
import { scratchDirectory } from "../world.ts";
import { CWD, put, writeSession } from "./sessions-on-disk.ts";

let state = "";
beforeEach(async () => {
  state = await scratchDirectory();
});

const ids = async (): Promise<readonly string[]> => (await listSessions(state)).map(({ id }) => id).sort();

describe("deleting", () => {
  test("removes the whole directory and says how many bytes journal and results had", async () => {
    const files = await writeSession(state, "s1");
    const size = (await readFile(files.journal)).length;
    await put(join(files.results, "a.txt"), "12345");
    await put(join(files.directory, "else", "b.txt"), "not counted");
    expect(await deleteSession(state, files)).toBe(size + 5);
    expect(await readdir(dirname(files.directory))).toEqual([]);
  });

  test("leaves every other session", async () => {
    const files = await writeSession(state, "s1");
    await writeSession(state, "s2");
    await deleteSession(state, files);
    expect(await ids()).toEqual(["s2"]);
  });

  test("refuses a session that a living process has open", async () => {
    const files = await writeSession(state, "s1");
    const lock = await lockSession(files.directory);
    expect((await failure(deleteSession(state, files))).code).toBe("GNT_SESSION_BUSY");
    await lock.release();
    expect(await ids()).toEqual(["s1"]);
    await deleteSession(state, files);
    expect(await ids()).toEqual([]);
  });

  test("takes over the lock of a process that is gone", async () => {
    const files = await writeSession(state, "s1");
    await put(join(files.directory, "lock"), "999999999 1");
    await deleteSession(state, files);
    expect(await ids()).toEqual([]);
  });

  test("removes links and not what they lead to", async () => {
    const files = await writeSession(state, "s1");
    await put(join(state, "kept", "a.txt"), "kept");
    await mkdir(files.results);
    await symlink(join(state, "kept"), join(files.results, "link"));
    await deleteSession(state, files);
    expect(await readFile(join(state, "kept", "a.txt"), "utf8")).toBe("kept");
  });
});

describe("nothing is deleted outside of the sessions directory", () => {
  const elsewhere = () => join(state, "elsewhere");

  test("through a session that is a link", async () => {
    await put(join(elsewhere(), "journal.jsonl"), "kept");
    const files = sessionFiles(state, CWD, "s1");
    await mkdir(dirname(files.directory), { recursive: true });
    await symlink(elsewhere(), files.directory);
    expect((await failure(deleteSession(state, files))).code).toBe("GNT_SESSION_DELETE");
    expect(await readdir(elsewhere())).toEqual(["journal.jsonl"]);
  });

  test("through a project that is a link", async () => {
    await put(join(elsewhere(), "s1", "journal.jsonl"), "kept");
    const files = sessionFiles(state, CWD, "s1");
    await mkdir(join(state, "sessions"));
    await symlink(elsewhere(), dirname(files.directory));
    expect((await failure(deleteSession(state, files))).message).toContain(
      "is not the directory of a session",
    );
    const { deleted, failed } = await pruneSessions(state, new Date(Date.now() + 1e9));
    expect([deleted.length, failed.length]).toEqual([0, 1]);
    expect(await readdir(join(elsewhere(), "s1"))).toEqual(["journal.jsonl"]);
  });

  test.each([
    "sessions/app/..",
    "sessions/..",
    "sessions/../kept",
    "sessions/app/../../kept/x",
    "sessions/app",
    "sessions/app/x/results",
    "sessions",
    "kept/x",
    ".",
  ])("for the directory %s", async (way) => {
    await put(join(state, "sessions", "app", "x", "results", "a.txt"), "");
    await put(join(state, "kept", "x", "journal.jsonl"), "");
    const files = { ...sessionFiles(state, CWD, "x"), directory: `${state}/${way}` };
    expect((await failure(deleteSession(state, files))).code).toBe("GNT_SESSION_DELETE");
    const left = (await readdir(state, { recursive: true, withFileTypes: true })).filter((e) => e.isFile());
    expect(left.map(({ name }) => name).sort()).toEqual(["a.txt", "journal.jsonl"]);
  });

  test("through a link to another session", async () => {
    const files = await writeSession(state, "s1");
    await symlink(files.directory, join(dirname(files.directory), "s2"));
    expect((await failure(deleteSession(state, sessionFiles(state, CWD, "s2")))).code).toBe(
      "GNT_SESSION_DELETE",
    );
    expect(await readdir(files.directory)).toEqual(["journal.jsonl"]);
  });

  test("and nothing is made where no session is", async () => {
    expect((await failure(deleteSession(state, sessionFiles(state, CWD, "s1")))).message).toContain(
      "is not there",
    );
    expect(await readdir(state)).toEqual([]);
  });

  test("while the sessions directory itself may be a link", async () => {
    await mkdir(elsewhere());
    await symlink(elsewhere(), join(state, "sessions"));
    await deleteSession(state, await writeSession(state, "s1"));
    expect(await ids()).toEqual([]);
  });
});

describe("pruning", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

  test("deletes what was written before a time, of all directories, and says what", async () => {
    const old = await writeSession(state, "old", [], { minute: 1, cwd: "/srv/other" });
    await writeSession(state, "edge", [], { minute: 2 });
    await writeSession(state, "new", [], { minute: 3 });
    const bytes = (await readFile(old.journal)).length;
    const pruned = await pruneSessions(state, at(2));
    expect(pruned).toEqual({ deleted: [{ ...old, bytes, lastAt: at(1).toISOString() }], failed: [] });
    expect(await ids()).toEqual(["edge", "new"]);
  });

  test.each([true, false])("never touches an open one (dry run: %s)", async (dryRun) => {
    const { directory } = await writeSession(state, "old");
    const lock = await lockSession(directory);
    expect(await pruneSessions(state, at(2), { dryRun })).toEqual({ deleted: [], failed: [] });
    await lock.release();
    expect(await ids()).toEqual(["old"]);
  });

  test("only says what would go in a dry run", async () => {
    await writeSession(state, "old");
    const { deleted } = await pruneSessions(state, at(2), { dryRun: true });
    expect(deleted.map(({ id }) => id)).toEqual(["old"]);
    expect(await ids()).toEqual(["old"]);
  });

  test("takes an old directory without a journal along", async () => {
    const { directory } = sessionFiles(state, CWD, "bare");
    await mkdir(directory, { recursive: true });
    await utimes(directory, at(1), at(1));
    await pruneSessions(state, at(2));
    expect(await ids()).toEqual([]);
  });
});
