import { setTimeout as delay } from "node:timers/promises";
import type { CapturedText, ExecuteContext } from "@gauntlet/core";
import { aborted } from "./aborted.ts";
import type { BashInput, BashOutput } from "./bash.ts";
import { carryDirectory, resetLostDirectory } from "./carried-directory.ts";
import { mayMoveShell } from "./command-effects.ts";
import { prepareCommand } from "./command-run.ts";
import { exitOneIsAnswer } from "./exit-code.ts";
import { DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS } from "./limits.ts";
import { messages } from "./messages.ts";
import { shellOptionsOf } from "./options.ts";
import type { CommandEnd } from "./run-command.ts";
import { explainRefusal, type SandboxEntry } from "./sandbox/enter-sandbox.ts";
import { shellSession } from "./shell-session.ts";
import type { Task } from "./tasks/run-task.ts";
import { movedOutput, startedTask } from "./tasks/start-task.ts";
import { createTerminalText } from "./terminal-text.ts";

/** Runs a command to its end; the shell carries its directory to the next one. */
export async function runInForeground(call: BashInput, ctx: ExecuteContext): Promise<BashOutput> {
  const remarks = [...remarksBefore(call, ctx)];
  const { run, sandbox } = await prepareCommand(call.command, ctx);
  const sink = ctx.openOutput();
  const plain = createTerminalText(sink.write);
  try {
    const end = await ctx.resource(shellSession).run({
      ...run,
      asksDirectory: await mayMoveShell(call.command),
      timeoutMs: timeoutOf(call),
      signal: ctx.signal,
      onOutput: plain.push,
    });
    plain.end();
    if (plain.overwritten() > 0) remarks.push(messages.overwritten(plain.overwritten()));
    return resultOf({ call, end, captured: await sink.close(), remarks, sandbox }, ctx);
  } finally {
    await sink.close();
  }
}

/** Runs a command; when its time is up, it goes on in the background. */
export async function runOrMove(call: BashInput, ctx: ExecuteContext): Promise<BashOutput> {
  const remarks = remarksBefore(call, ctx);
  const task = await startedTask({ ...call, timeout: undefined }, ctx, {
    asksDirectory: await mayMoveShell(call.command),
  });
  task.watchers += 1;
  const over = new AbortController();
  const timeout = delay(timeoutOf(call), "timeout" as const, { signal: over.signal }).catch(
    () => "timeout" as const,
  );
  const first = await Promise.race([
    task.ended.then(() => "end" as const),
    timeout,
    aborted(ctx.signal, over.signal),
  ]);
  over.abort();
  task.watchers -= 1;
  if (first === "timeout") return movedOutput(task, timeoutOf(call));
  if (first === "abort") await task.stop();
  return endedTask(task, { call, remarks, ctx });
}

/** A task that ended while its call waited is a command like any other. */
async function endedTask(
  task: Task,
  { call, remarks, ctx }: { call: BashInput; remarks: readonly string[]; ctx: ExecuteContext },
): Promise<BashOutput> {
  const end = await task.ended;
  const sink = ctx.openOutput();
  for (let at = 0, bytes = task.log.read(0, COPY_BYTES); bytes.length > 0; ) {
    sink.write(bytes);
    at += bytes.length;
    bytes = task.log.read(at, COPY_BYTES);
  }
  const captured = await sink.close();
  const { status } = task.record;
  ctx.resource(shellSession).tasks.forget(task);
  if (end === undefined) throw new Error(captured.text);
  if (status === "too long") {
    const { maxTaskOutputBytes } = shellOptionsOf(ctx);
    throw new Error(`${messages.printedTooMuch(maxTaskOutputBytes)} ${messages.before(captured.text)}`);
  }
  if (status === "failed" && end.stoppedBy === "abort") throw new Error(messages.outputLost);
  return resultOf({ call, end, captured, remarks, sandbox: task.sandbox }, ctx);
}

const COPY_BYTES = 256 * 1024;

interface Finished {
  readonly call: BashInput;
  readonly end: CommandEnd;
  readonly captured: CapturedText;
  readonly remarks: readonly string[];
  readonly sandbox: SandboxEntry;
}

function resultOf(
  { call, end, captured, remarks: before, sandbox }: Finished,
  ctx: ExecuteContext,
): BashOutput {
  const { text, bytes, path } = captured;
  const answered = end.stoppedBy === undefined && end.exitCode === 1 && exitOneIsAnswer(call.command);
  const further = [carryDirectory(end.directory, ctx), sandbox.remark, explainRefusal(sandbox, text)].filter(
    (remark) => remark !== undefined,
  );
  const remarks = [
    ...before,
    ...(answered ? [messages.exitOneIsFine] : []),
    ...(end.left === "none" ? [] : [end.left === "stopped" ? messages.leftStopped : messages.leftRunning]),
    ...further,
  ];
  const failure = answered ? undefined : failureOf(end, timeoutOf(call));
  if (failure !== undefined) throw new Error(withRemarks(`${failure} ${messages.before(text)}`, remarks));
  return {
    text: withRemarks(text, remarks),
    exitCode: end.exitCode,
    signal: end.signal,
    timedOut: false,
    bytes,
    ...(path === undefined ? {} : { path }),
  };
}

function remarksBefore({ timeout }: BashInput, ctx: ExecuteContext): readonly string[] {
  const lost = resetLostDirectory(ctx);
  return [
    ...(timeout !== undefined && timeout > MAX_TIMEOUT_MS ? [messages.timeoutLowered(MAX_TIMEOUT_MS)] : []),
    ...(lost === undefined ? [] : [lost]),
  ];
}

const timeoutOf = ({ timeout }: BashInput): number => Math.min(timeout ?? DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS);

function failureOf({ stoppedBy, exitCode, signal }: CommandEnd, timeoutMs: number): string | undefined {
  if (stoppedBy === "timeout") return messages.timedOut(timeoutMs);
  if (stoppedBy === "abort") return messages.aborted;
  if (signal !== null) return messages.endedBySignal(signal);
  if (exitCode === null) return messages.vanished;
  return exitCode === 0 ? undefined : messages.exited(exitCode);
}

const withRemarks = (text: string, remarks: readonly string[]): string =>
  remarks.length === 0
    ? text
    : `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${remarks.join("\n")}`;
