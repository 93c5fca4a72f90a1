import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../errors.ts";
import { endGroup, endGroupWithHost, isGroupAlive } from "./process-group.ts";

/** A program to run to its end, and how. */
export interface ProcessRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute; must exist. */
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Written to standard input, which is then closed. */
  readonly stdin: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Bytes kept of each output; what is more is read and dropped. */
  readonly maxOutputBytes: number;
}

/** How a program ended. */
export interface ProcessEnd {
  /** Null when a signal ended it, or when its end was not seen. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it was ended before its own end. */
  readonly endedBy?: "timeout" | "abort";
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes of standard output beyond those in `stdout`. */
  readonly droppedBytes: number;
}

const GRACE_MS = 200;
/** Time to read what is left in the pipes after the program ended. */
const DRAIN_MS = 500;

/**
 * Runs a program as head of its own process group, without a terminal. Settles soon after the program ended, even if
 * something it started holds its outputs open; nothing of the group outlives it. A program that closes its input early
 * is no failure.
 * @throws Error when it could not be started; the message says why.
 */
export async function runProcess(run: ProcessRun): Promise<ProcessEnd> {
  run.signal.throwIfAborted();
  const child = start(run);
  const stdout = keepOutput(child.stdout, run.maxOutputBytes);
  const stderr = keepOutput(child.stderr, run.maxOutputBytes);
  const exited = new Promise<Pick<ProcessEnd, "exitCode" | "signal">>((resolve) =>
    child.once("exit", (exitCode, signal) => resolve({ exitCode, signal })),
  );
  const leader = await started(child);
  const outlived = endGroupWithHost(leader);
  try {
    child.stdin?.end(run.stdin);
    const endedBy = await firstOf(exited, run);
    if (endedBy !== undefined) await endGroup(leader, GRACE_MS);
    const unseen = { exitCode: null, signal: null };
    const exit = await Promise.race([exited, delay(DRAIN_MS, unseen, { ref: false })]);
    await Promise.race([
      Promise.all([stdout.ended, stderr.ended]),
      delay(DRAIN_MS, undefined, { ref: false }),
    ]);
    if (isGroupAlive(leader)) await endGroup(leader, GRACE_MS);
    const { text, dropped } = stdout.kept();
    return {
      ...exit,
      ...(endedBy && { endedBy }),
      stdout: text,
      stderr: stderr.kept().text,
      droppedBytes: dropped,
    };
  } finally {
    outlived();
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
}

function start({ program, args, cwd, env }: ProcessRun): ChildProcess {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  // A program need not read what it is given.
  child.stdin?.on("error", () => undefined);
  return child;
}

function started(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child.pid as number));
    child.once("error", (cause) => reject(new Error(messageOf(cause), { cause })));
  });
}

interface KeptOutput {
  /** Resolves when nothing more comes. */
  readonly ended: Promise<void>;
  kept(): { readonly text: string; readonly dropped: number };
}

function keepOutput(stream: NodeJS.ReadableStream | null, maxBytes: number): KeptOutput {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let dropped = 0;
  stream?.on("data", (chunk: Buffer) => {
    const room = Math.max(0, maxBytes - bytes);
    const part = chunk.subarray(0, room);
    if (part.length > 0) chunks.push(part);
    bytes += part.length;
    dropped += chunk.length - part.length;
  });
  const ended = new Promise<void>((resolve) => {
    for (const end of ["end", "close", "error"]) stream?.once(end, () => resolve());
  });
  return { ended, kept: () => ({ text: Buffer.concat(chunks).toString("utf8"), dropped }) };
}

async function firstOf(
  exited: Promise<unknown>,
  { timeoutMs, signal }: ProcessRun,
): Promise<ProcessEnd["endedBy"]> {
  const settled = new AbortController();
  const timer = delay(timeoutMs, "timeout" as const, { signal: settled.signal });
  timer.catch(() => undefined);
  const abort = new Promise<"abort">((resolve) => {
    if (signal.aborted) resolve("abort");
    signal.addEventListener("abort", () => resolve("abort"), { signal: settled.signal });
  });
  try {
    return await Promise.race([exited.then(() => undefined), timer, abort]);
  } finally {
    settled.abort();
  }
}
