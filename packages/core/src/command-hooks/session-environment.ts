import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { findProgram } from "../process/find-program.ts";
import { runProcess } from "../process/run-process.ts";
import type { HookRoom } from "./hook-room.ts";

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** They make shells run other code, or say where this runtime keeps what it trusts. */
const NEVER_SET =
  /^(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|BASH_FUNC_.*|_|SHLVL|PWD|OLDPWD|CLAUDE_ENV_FILE|GAUNTLET_.*)$/;

/** Makes an empty private file for what SessionStart hooks want set; one of an earlier process is emptied. */
export async function prepareEnvFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, "", { mode: 0o600 });
}

/**
 * The variables a shell has after it ran the file that SessionStart hooks wrote, as far as they are not those of this
 * process. Functions and aliases are not taken over.
 * @returns nothing when the file is empty or the shell fails.
 */
export async function readEnvFile(
  { envFile, env, cwd }: HookRoom,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(envFile, "utf8").catch(() => "");
  const bash = findProgram("bash", env["PATH"]);
  if (text.trim() === "" || bash === undefined || signal.aborted) return {};
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !NEVER_SET.test(name)));
  const end = await runProcess({
    program: bash,
    args: ["--norc", "-c", '. "$1" >/dev/null 2>&1 </dev/null; exec env -0', "bash", envFile],
    cwd,
    env: clean,
    stdin: "",
    timeoutMs: TIMEOUT_MS,
    signal,
    maxOutputBytes: MAX_BYTES,
  });
  if (end.exitCode !== 0 || end.droppedBytes > 0) return {};
  const found = end.stdout.split("\0").flatMap((entry): [string, string][] => {
    const at = entry.indexOf("=");
    const name = entry.slice(0, at);
    const value = entry.slice(at + 1);
    return at > 0 && !NEVER_SET.test(name) && env[name] !== value ? [[name, value]] : [];
  });
  return Object.freeze(Object.fromEntries(found));
}
