import { isAbsolute } from "node:path";
import type { CommandHandler, HookEvent } from "../contract/command-hook.ts";
import { messageOf } from "../errors.ts";
import { findProgram } from "../process/find-program.ts";
import { type ProcessEnd, runProcess } from "../process/run-process.ts";
import type { HookRoom } from "./hook-room.ts";
import type { HookResult } from "./read-answer.ts";

/** Bytes of an output that are kept. */
export const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Why a hook has no answer when nobody wants it any more. */
export const STOPPED = "was ended because the work was stopped";

/** One run of a handler. */
export interface HandlerRun {
  readonly event: HookEvent;
  /** What the hook reads: one JSON object. */
  readonly stdin: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Runs a program as a hook, in the working directory. Nothing it started outlives it. Never rejects. */
export async function runCommandHook(
  handler: CommandHandler,
  run: HandlerRun,
  room: HookRoom,
): Promise<HookResult> {
  const env = environmentOf(run.event, room);
  if (run.signal.aborted) return { kind: "failed", why: STOPPED };
  const start = programOf(handler, room, env);
  if (typeof start === "string") return { kind: "failed", why: start };
  try {
    const { stdin, timeoutMs, signal } = run;
    const limits = { timeoutMs, signal, maxOutputBytes: MAX_OUTPUT_BYTES };
    return resultOf(await runProcess({ ...start, cwd: room.cwd, env, stdin, ...limits }), timeoutMs);
  } catch (thrown) {
    return { kind: "failed", why: `could not be started: ${messageOf(thrown)}` };
  }
}

function resultOf(end: ProcessEnd, timeoutMs: number): HookResult {
  if (end.endedBy === "timeout") return { kind: "failed", why: `timed out after ${timeoutMs} ms` };
  if (end.endedBy === "abort") return { kind: "failed", why: STOPPED };
  const { exitCode, signal, stdout, stderr, droppedBytes } = end;
  return { kind: "ended", exitCode, signal, stdout, stderr, droppedBytes };
}

/** Program and arguments, or why there is none. */
function programOf(
  { command, args }: CommandHandler,
  { cwd }: HookRoom,
  env: HookRoom["env"],
): { readonly program: string; readonly args: readonly string[] } | string {
  const path = env["PATH"];
  if (args === undefined) {
    const bash = findProgram("bash", path);
    // Input that is a socket makes a bash at the top think it was called from afar, and read start-up files.
    return bash === undefined
      ? { program: "/bin/sh", args: ["-c", command] }
      : { program: bash, args: ["--norc", "-c", command] };
  }
  const filled = (text: string): string =>
    text.replaceAll(/\$\{(?:CLAUDE|GAUNTLET)_PROJECT_DIR\}/g, () => cwd);
  const name = filled(command);
  const program = name.includes("/") || isAbsolute(name) ? name : findProgram(name, path);
  if (program === undefined) return `could not be started: the program \`${name}\` was not found`;
  return { program, args: args.map(filled) };
}

/** Variables that would run other code first, or are for this process alone. */
const LEFT_OUT = /^(?:BASH_ENV|ENV|CLAUDE_ENV_FILE|OTEL_.*|GAUNTLET_TEST.*)$/;

function environmentOf(event: HookEvent, { env, cwd, envFile }: HookRoom): HookRoom["env"] {
  const passed = Object.entries(env).filter(([name]) => !LEFT_OUT.test(name));
  return {
    ...Object.fromEntries(passed),
    CLAUDE_PROJECT_DIR: cwd,
    GAUNTLET_PROJECT_DIR: cwd,
    ...(event === "SessionStart" && { CLAUDE_ENV_FILE: envFile }),
  };
}
