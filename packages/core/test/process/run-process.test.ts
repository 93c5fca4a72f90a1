import { describe, expect, test } from "vitest";
import { type ProcessRun, runProcess } from "../../src/process/run-process.ts";
import { scratchDirectory } from "../world.ts";

const sh = async (line: string, over: Partial<ProcessRun> = {}) =>
  runProcess({
    program: "/bin/sh",
    args: ["-c", line],
    cwd: await scratchDirectory(),
    env: { PATH: process.env["PATH"] },
    stdin: "",
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    maxOutputBytes: 1_000,
    ...over,
  });

describe("a program that is run to its end", () => {
  test("gets its input and gives its outputs and its exit code", async () => {
    expect(await sh("cat; echo oops >&2; exit 3", { stdin: "grüße" })).toEqual({
      exitCode: 3,
      signal: null,
      stdout: "grüße",
      stderr: "oops\n",
      droppedBytes: 0,
    });
  });

  test("may be ended by a signal", async () => {
    expect(await sh("kill -TERM $$")).toMatchObject({ exitCode: null, signal: "SIGTERM" });
  });

  test("has no terminal, and the environment it is given", async () => {
    expect((await sh("[ -t 0 ] && echo tty; env", { env: { ONLY: "this" } })).stdout).toContain(
      "ONLY=this\n",
    );
    expect((await sh("(exec < /dev/tty) 2>/dev/null && echo tty; true")).stdout).toBe("");
  });

  test("has what it writes beyond the limit counted and dropped", async () => {
    const { stdout, droppedBytes } = await sh("head -c 5000000 /dev/zero");
    expect([stdout.length, droppedBytes]).toEqual([1_000, 4_999_000]);
  });

  test("need not read what it is given", async () => {
    expect(await sh("exec <&-; echo ok", { stdin: "x".repeat(2_000_000) })).toMatchObject({ stdout: "ok\n" });
  });

  test("is ended with all it started when its time is up, or nobody wants it any more", async () => {
    expect(await sh("sleep 60 & sleep 60", { timeoutMs: 100 })).toMatchObject({ endedBy: "timeout" });
    const stop = new AbortController();
    const running = sh("sleep 60", { signal: stop.signal });
    setImmediate(() => stop.abort(new Error("enough")));
    await expect(running.catch(() => ({ endedBy: "abort" }))).resolves.toMatchObject({ endedBy: "abort" });
  });

  test("that is not there, or has no directory, is an error", async () => {
    await expect(sh("", { program: "/nonexistent" })).rejects.toThrow("ENOENT");
    await expect(sh("", { cwd: "/nonexistent" })).rejects.toThrow("ENOENT");
  });
});
