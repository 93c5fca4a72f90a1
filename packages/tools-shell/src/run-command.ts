import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { endGroup, endGroupWithHost, findProgram, isGone, isGroupAlive, messageOf } from "@gauntlet/core";
import { aborted } from "./aborted.ts";
import { collectOutput } from "./collect-output.ts";
import { messages } from "./messages.ts";
import type { OutputPipe } from "./output-pipes.ts";
import type { SandboxLaunch } from "./sandbox/sandbox-launch.ts";

/** One command and how it may run. */
export interface CommandRun {
  readonly command: string;
  /** Absolute; must exist. */
  readonly cwd: string;
  /** The whole environment; bash is looked for in its PATH. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Receives standard output and standard error in the order they were written: texts, or bytes that are all ASCII. */
  readonly onOutput: (piece: string | Buffer) => void;
  /** Where the command writes to; given back when it is over. Default: what Node gives its children. */
  readonly pipe?: OutputPipe | undefined;
  /** Puts the shell into a sandbox. Default: none. */
  readonly launch?: SandboxLaunch | undefined;
  /** The command may move its shell: where it ends is asked of the shell. Default false. */
  readonly asksDirectory?: boolean;
  /** Told the process group of the command when it has begun; what it returns runs when nothing of the group is left. */
  readonly onStart?: (group: number) => () => void;
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
  /** Where the shell was when it ended, as it says: it may say anything. */
  readonly directory?: string;
}

type Exit = Pick<CommandEnd, "exitCode" | "signal">;

const LEFT_GRACE_MS = 300;
const GRACE_MS = { timeout: 300, abort: 500 };
const EXIT_WAIT_MS = 1_000;

/**
 * What comes before the command, on its first line, so that bash counts lines rightly. One pipe for both outputs keeps
 * their order exact; the pipe for the directory lies out of the way of commands that use descriptors of their own.
 */
const JOIN_OUTPUTS = "exec 2>&1; ";
const JOIN_AND_ASK = "exec 2>&1 250>&3 3>&-; trap 'builtin printf %s \"$PWD\" >&250' EXIT; ";
const MAX_DIRECTORY_BYTES = 4_096;

/**
 * Runs a command with bash as head of its own process group, without a terminal and with empty input, and settles soon
 * after the shell ends, even if something it started holds the output open. Nothing in the group outlives the call.
 * @throws Error for the model when the command could not be started or its output not be taken.
 */
export async function runCommand(run: CommandRun): Promise<CommandEnd> {
  try {
    return await runShell(run);
  } finally {
    run.launch?.close();
    run.pipe?.release();
  }
}

async function runShell(run: CommandRun): Promise<CommandEnd> {
  const bash = findProgram("bash", run.env["PATH"]);
  if (bash === undefined) throw new Error(messages.noBash);
  if (!isDirectory(run.cwd)) throw new Error(messages.noDirectory(run.cwd));
  const shell = [bash, "-c", preludeOf(run) + run.command];
  const argv = (await run.launch?.open(shell, run.asksDirectory ?? false)) ?? shell;
  const child = start(argv, run);
  const directory = readDirectory(child);
  run.pipe?.started();
  const output = collectOutput(child, { prelude: preludeOf(run), pipe: run.pipe, onOutput: run.onOutput });
  const exited = new Promise<Exit>((resolve) =>
    child.once("exit", (exitCode, signal) => resolve({ exitCode, signal })),
  );
  const leader = await started(child);
  const outlived = endGroupWithHost(leader);
  const onEnd = run.onStart?.(leader);
  try {
    const stoppedBy = await firstOf(exited, run);
    if (stoppedBy !== undefined) await endGroup(leader, GRACE_MS[stoppedBy]);
    const unseen = { exitCode: null, signal: null };
    // Unreferenced: a process that has nothing else to do must not be kept for this wait.
    const exit = await Promise.race([exited, delay(EXIT_WAIT_MS, unseen, { ref: false })]);
    const isClosed = await output.drained();
    // Whatever has closed its output is ending, as a rule; a sandbox ends what is in it a moment after its command.
    const left = await endLeft(leader, isClosed || run.launch !== undefined);
    if (left !== "running") onEnd?.();
    output.finish();
    const end = { ...exit, left };
    if (stoppedBy !== undefined) return { ...end, stoppedBy };
    const reported = directory();
    return reported === undefined ? end : { ...end, directory: reported };
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

const preludeOf = ({ asksDirectory = false }: CommandRun): string =>
  asksDirectory ? JOIN_AND_ASK : JOIN_OUTPUTS;

function start([program = "", ...args]: readonly string[], run: CommandRun): ChildProcess {
  const { cwd, env, pipe, asksDirectory = false } = run;
  try {
    return spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: ["ignore", pipe?.writeEnd ?? "pipe", "pipe", ...(asksDirectory ? (["pipe"] as const) : [])],
    });
  } catch (cause) {
    throw new Error(messages.notStarted(messageOf(cause)), { cause });
  }
}

/** Listens for the directory the shell ends in; gives what came so far. */
function readDirectory(child: ChildProcess): () => string | undefined {
  const pipe = child.stdio[3];
  let bytes = Buffer.alloc(0);
  if (pipe instanceof Readable) {
    pipe.on("data", (chunk: Buffer) => {
      if (bytes.length <= MAX_DIRECTORY_BYTES) bytes = Buffer.concat([bytes, chunk]);
    });
    pipe.on("error", () => undefined);
    child.once("exit", () => (pipe as Socket).unref());
  }
  return () =>
    bytes.length === 0 || bytes.length > MAX_DIRECTORY_BYTES ? undefined : bytes.toString("utf8");
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
  const abort = aborted(signal, settled.signal);
  timer.catch(() => undefined);
  try {
    return await Promise.race([exited.then(() => undefined), timer, abort]);
  } finally {
    settled.abort();
  }
}

async function endLeft(leader: number, isEnding: boolean): Promise<CommandEnd["left"]> {
  if (!isGroupAlive(leader)) return "none";
  if (isEnding && (await isGone(leader, LEFT_GRACE_MS))) return "none";
  return (await endGroup(leader, LEFT_GRACE_MS)) ? "stopped" : "running";
}
