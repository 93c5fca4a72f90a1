import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "@gauntlet/core";
import { collectOutput } from "./collect-output.ts";
import { findBash } from "./find-bash.ts";
import { messages } from "./messages.ts";
import { endGroup, endGroupWithHost, isGroupAlive } from "./process-group.ts";

/** One command and how it may run. */
export interface CommandRun {
  readonly command: string;
  /** Absolute; must exist. */
  readonly cwd: string;
  /** The whole environment; bash is looked for in its PATH. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Receives standard output and standard error, decoded, in the order they were written. */
  readonly onOutput: (text: string) => void;
}

/** How a command ended. */
export interface CommandEnd {
  /** Null when a signal ended it, or when its end was not seen. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it was stopped before its own end. */
  readonly stoppedBy?: "timeout" | "abort";
  /** What became of processes the command left running in its group. */
  readonly left: "none" | "stopped" | "running";
}

type Exit = Pick<CommandEnd, "exitCode" | "signal">;

const LEFT_GRACE_MS = 300;
const GRACE_MS = { timeout: 300, abort: 500 };
const EXIT_WAIT_MS = 1_000;

/** `-p` leaves start-up files and exported functions to the inner shell; one pipe for both keeps the order exact. */
const JOIN_OUTPUTS = ["-p", "-c", 'exec "$0" -c "$1" 2>&1'];

/**
 * Runs a command with bash as head of its own process group, without a terminal and with empty input, and settles soon
 * after the shell ends, even if something it started holds the output open. Nothing in the group outlives the call.
 * @throws Error for the model when the command could not be started or its output not be taken.
 */
export async function runCommand(run: CommandRun): Promise<CommandEnd> {
  const bash = findBash(run.env["PATH"]);
  if (bash === undefined) throw new Error(messages.noBash);
  if (!isDirectory(run.cwd)) throw new Error(messages.noDirectory(run.cwd));
  const child = start(bash, run);
  const output = collectOutput(child, run.onOutput);
  const exited = new Promise<Exit>((resolve) =>
    child.once("exit", (exitCode, signal) => resolve({ exitCode, signal })),
  );
  const leader = await started(child);
  const outlived = endGroupWithHost(leader);
  try {
    const stoppedBy = await firstOf(exited, run);
    if (stoppedBy !== undefined) await endGroup(leader, GRACE_MS[stoppedBy]);
    const unseen = { exitCode: null, signal: null };
    // Unreferenced: a process that has nothing else to do must not be kept for this wait.
    const exit = await Promise.race([exited, delay(EXIT_WAIT_MS, unseen, { ref: false })]);
    await output.drained();
    const left = await endLeft(leader);
    output.finish();
    return { ...exit, left, ...(stoppedBy === undefined ? {} : { stoppedBy }) };
  } finally {
    outlived();
    output.release();
  }
}

/** Tells whether a path is a directory now. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function start(bash: string, { command, cwd, env }: CommandRun): ChildProcess {
  try {
    return spawn(bash, [...JOIN_OUTPUTS, bash, command], {
      cwd,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (cause) {
    throw new Error(messages.notStarted(messageOf(cause)), { cause });
  }
}

function started(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child.pid as number));
    child.once("error", (cause) => reject(new Error(messages.notStarted(messageOf(cause)), { cause })));
  });
}

async function firstOf(
  exited: Promise<Exit>,
  { timeoutMs, signal }: CommandRun,
): Promise<CommandEnd["stoppedBy"]> {
  const settled = new AbortController();
  const timer = delay(timeoutMs, "timeout" as const, { signal: settled.signal });
  const abort = new Promise<"abort">((resolve) => {
    if (signal.aborted) resolve("abort");
    signal.addEventListener("abort", () => resolve("abort"), { signal: settled.signal });
  });
  timer.catch(() => undefined);
  try {
    return await Promise.race([exited.then(() => undefined), timer, abort]);
  } finally {
    settled.abort();
  }
}

async function endLeft(leader: number): Promise<CommandEnd["left"]> {
  if (!isGroupAlive(leader)) return "none";
  return (await endGroup(leader, LEFT_GRACE_MS)) ? "stopped" : "running";
}
