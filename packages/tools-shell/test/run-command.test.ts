import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CommandEnd, runCommand } from "../src/run-command.ts";
import { createWorkplace, type Workplace } from "./context.ts";
import { isRunning, pidsIn } from "./is-running.ts";

let place: Workplace;
beforeEach(async () => {
  place = await createWorkplace();
});
afterEach(() => place.remove());

const run = async (command: string, env: Record<string, string | undefined>) => {
  let text = "";
  const onOutput = (part: string | Buffer) => {
    text += part;
  };
  const { signal } = new AbortController();
  const end: CommandEnd = await runCommand({
    command,
    cwd: place.cwd,
    env,
    timeoutMs: 10_000,
    signal,
    onOutput,
  });
  return { ...end, text };
};

test.each([
  ["empty", { PATH: "" }],
  ["missing", {}],
  ["without bash", { PATH: "/dev" }],
])("says that bash is missing when PATH is %s", async (_, env) => {
  await expect(run("echo x", env)).rejects.toThrow("bash was not found");
});

test("never takes bash from a relative entry of PATH", async () => {
  mkdirSync(join(place.cwd, "bin"));
  writeFileSync(join(place.cwd, "bin", "bash"), "#!/bin/sh\necho planted\n");
  chmodSync(join(place.cwd, "bin", "bash"), 0o755);
  const here = process.cwd();
  process.chdir(place.cwd);
  try {
    const { text } = await run("echo real", { PATH: `bin::.:${process.env["PATH"]}` });
    expect(text).toBe("real\n");
  } finally {
    process.chdir(here);
  }
});

test("says why a bash that cannot be started was not", async () => {
  const bin = join(place.cwd, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "bash"), "#!/no/such/interpreter\n");
  chmodSync(join(bin, "bash"), 0o755);
  await expect(run("echo x", { PATH: bin })).rejects.toThrow(/could not be started \(.*ENOENT/);
});

test("passes exported functions and start-up settings to the command once", async () => {
  const startup = join(place.cwd, "startup.sh");
  writeFileSync(startup, "echo started\n");
  const env = { PATH: process.env["PATH"], BASH_ENV: startup, "BASH_FUNC_greet%%": "() { echo hello; }" };
  expect((await run("greet", env)).text).toBe("started\nhello\n");
});

test("reports how the command ended and that nothing was left", async () => {
  expect(await run("exit 5", { PATH: process.env["PATH"] })).toEqual({
    exitCode: 5,
    signal: null,
    left: "none",
    text: "",
  });
});

test("leaves nothing running when the host exits in the middle", async () => {
  const module = new URL("../src/run-command.ts", import.meta.url);
  const script = `
    import { runCommand } from ${JSON.stringify(module.href)};
    const onOutput = (text) => {
      process.stdout.write(text);
      if (text.includes("ready")) process.exit(0);
    };
    const command = 'sleep 300 & echo "pid $!"; echo "pid $$"; echo ready; sleep 301; true';
    const signal = new AbortController().signal;
    await runCommand({ command, cwd: "/", env: process.env, timeoutMs: 60_000, signal, onOutput });`;
  const tsx = fileURLToPath(import.meta.resolve("tsx"));
  const flags = ["--conditions=gauntlet-source", "--import", tsx, "--input-type=module", "-e", script];
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: "utf8" });
  expect(stderr).toBe("");
  const pids = pidsIn(stdout);
  expect(pids).toHaveLength(2);
  // What was killed takes its time to end on a busy machine.
  await expect.poll(() => pids.map(isRunning), { timeout: 10_000 }).toEqual([false, false]);
});
