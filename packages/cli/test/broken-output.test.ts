import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { COMMAND, createPlace } from "./command.ts";

const READ = ["call", "Read", '{"file_path":"a.txt"}'];

test.each([["tools"], ["explain", ...READ.slice(1)], READ])(
  "%s ends quietly when its reader has gone",
  async (...args) => {
    const { cwd, env } = await createPlace({ "a.txt": "x\n".repeat(50_000) });
    const child = spawn(process.execPath, [COMMAND, ...args], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    const [said, code] = await Promise.all([
      text(child.stderr),
      new Promise((resolve) => child.on("close", resolve)),
    ]);
    expect(said).toBe("");
    expect(code).toBe(1);
  },
);

test("a hook whose answer nobody can read denies", async () => {
  const { cwd, env } = await createPlace();
  const child = spawn(process.execPath, [COMMAND, "hook"], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  child.stdout.destroy();
  child.stdin.end(
    JSON.stringify({
      ...{ session_id: "s", transcript_path: "", cwd, permission_mode: "default" },
      ...{ hook_event_name: "PreToolUse", tool_name: "Read", tool_input: { file_path: `${cwd}/a.txt` } },
    }),
  );
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(2);
});

test.skipIf(!existsSync("/dev/full"))("a full disk under standard output is said in one line", async () => {
  const { cwd, env } = await createPlace();
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [COMMAND, "tools"], { cwd, env, stdio: ["ignore", full, "pipe"] });
  closeSync(full);
  const [said, code] = await Promise.all([
    text(child.stderr as NodeJS.ReadableStream),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  expect(said).toMatch(/^gauntlet: .*ENOSPC.*\n$/);
  expect(code).toBe(1);
});
