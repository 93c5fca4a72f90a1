import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { isProcessAlive } from "../../src/process/process-stat.ts";

describe("a process", () => {
  test("is alive until it has ended", async () => {
    const child = spawn("/bin/sh", ["-c", "read line"], { stdio: ["pipe", "ignore", "ignore"] });
    const pid = child.pid ?? 0;
    expect(isProcessAlive(pid)).toBe(true);
    child.stdin.end();
    await once(child, "exit");
    expect(isProcessAlive(pid)).toBe(false);
  });

  test("of somebody else is alive", () => {
    expect(isProcessAlive(1)).toBe(true);
  });

  test.each([0, -1, -process.pid, 0.5, 4_999_999, 2 ** 40, Number.NaN])("has no number like %d", (pid) => {
    expect(isProcessAlive(pid)).toBe(false);
  });
});
