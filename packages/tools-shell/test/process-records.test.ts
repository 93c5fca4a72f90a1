import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bootId, processStat } from "@gauntlet/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProcessRecords, endLeftGroups, MARK_NAME } from "../src/process-records.ts";
import { source, startHost } from "./host.ts";
import { isRunning, pidsIn } from "./is-running.ts";

let directory: string;
const started: number[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "gauntlet-records-"));
});
afterEach(() => {
  for (const pid of started.splice(0)) {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It is gone, as it should be.
    }
  }
  rmSync(directory, { recursive: true, force: true });
});

async function group(env: Record<string, string> = {}): Promise<number> {
  const child = spawn("sleep", ["300"], { detached: true, stdio: "ignore", env: { ...process.env, ...env } });
  await once(child, "spawn");
  started.push(child.pid as number);
  return child.pid as number;
}

const gone = async (pid: number): Promise<boolean> => {
  for (let i = 0; i < 100 && isRunning(pid); i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  return !isRunning(pid);
};

const deadHost = { pid: 2 ** 22 + 1, start: "1" };

function record(pid: number, over: object = {}): void {
  const start = processStat(pid)?.start ?? "1";
  const text = { group: pid, start, mark: "mark-1", boot: bootId(), host: deadHost, ...over };
  writeFileSync(join(directory, `${pid}.json`), JSON.stringify(text));
}

describe("groups a dead host left running", () => {
  test("are ended by the next host, with everything in them, and forgotten", async () => {
    const host = startHost(`
      import { shellSession } from ${source("shell-session.ts")};
      const slots = { get() {}, set() {}, delete() {}, entries: () => [] };
      const scope = { slots, directory: ${JSON.stringify(directory)}, tell() {} };
      const shell = await shellSession.open(scope);
      const command = 'sleep 300 & echo "pid $!"; echo "pid $$"; echo ready; sleep 301; true';
      const onOutput = (text) => process.stdout.write(text);
      await shell.run({ command, cwd: "/", env: process.env, timeoutMs: 60_000, signal: new AbortController().signal, onOutput });`);
    const pids = pidsIn(await host.printed("ready"));
    await host.crash();
    expect(pids.map(isRunning)).toEqual([true, true]);
    endLeftGroups(join(directory, "processes"));
    expect(await Promise.all(pids.map(gone))).toEqual([true, true]);
    expect(readdirSync(join(directory, "processes"))).toEqual([]);
  });

  test("are known by the start of their leader", async () => {
    const pid = await group();
    record(pid);
    endLeftGroups(directory);
    expect(await gone(pid)).toBe(true);
  });

  test("are known by the mark of the host when their leader is another process", async () => {
    const pid = await group({ [MARK_NAME]: "mark-1" });
    record(pid, { start: "1" });
    endLeftGroups(directory);
    expect(await gone(pid)).toBe(true);
  });
});

describe("a process group is left alone", () => {
  test.each([
    ["when its number was given to another process", { start: "1" }],
    ["when its host still lives", { host: { pid: process.pid, start: processStat(process.pid)?.start } }],
    ["when the machine was started again since", { boot: "another" }],
    ["when the record is no record", { mark: 7 }],
  ])("%s", async (_, over) => {
    const pid = await group();
    record(pid, over);
    endLeftGroups(directory);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isRunning(pid)).toBe(true);
  });

  test("when a record names all processes there are", () => {
    record(1, { group: 1, start: processStat(1)?.start });
    writeFileSync(join(directory, "torn.json"), '{"group":');
    endLeftGroups(directory);
    expect(readdirSync(directory)).toEqual([]);
  });
});

test("a note is taken away when its group has ended, and a directory that cannot be made is no obstacle", async () => {
  const pid = await group();
  const records = createProcessRecords(join(directory, "notes"));
  const forget = records.note(pid);
  expect(readdirSync(join(directory, "notes"))).toHaveLength(1);
  forget();
  expect(readdirSync(join(directory, "notes"))).toEqual([]);
  writeFileSync(join(directory, "file"), "");
  expect(() => createProcessRecords(join(directory, "file", "notes")).note(pid)()).not.toThrow();
});
