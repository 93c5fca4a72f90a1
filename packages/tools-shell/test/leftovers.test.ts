import { expect, test } from "vitest";
import { runCommand } from "../src/run-command.ts";

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

test("a command that ended leaves no timer behind that would keep the process alive", async () => {
  const before = timers();
  const end = await runCommand({
    command: "exit 7",
    cwd: process.cwd(),
    env: { PATH: process.env["PATH"] },
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    onOutput: () => {},
  });
  expect(end.exitCode).toBe(7);
  expect(timers()).toBe(before);
});
