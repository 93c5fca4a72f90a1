import type { ExecuteContext } from "@gauntlet/core";
import type { BashInput, BashOutput } from "../bash.ts";
import { resetLostDirectory } from "../carried-directory.ts";
import { prepareCommand } from "../command-run.ts";
import { DEFAULT_TASK_TIMEOUT_MS, MAX_TASK_TIMEOUT_MS } from "../limits.ts";
import { messages } from "../messages.ts";
import { shellOptionsOf } from "../options.ts";
import { shellSession } from "../shell-session.ts";
import type { Task } from "./run-task.ts";

interface TaskRequest {
  readonly command: string;
  readonly description?: string | undefined;
  /** Milliseconds; default half an hour. */
  readonly timeout?: number | undefined;
}

/** Starts a command of the session as a task, where the shell is. */
export async function startedTask(
  { command, description = "", timeout }: TaskRequest,
  ctx: ExecuteContext,
  { asksDirectory = false }: { readonly asksDirectory?: boolean } = {},
): Promise<Task> {
  const { run, sandbox } = await prepareCommand(command, ctx);
  return ctx.resource(shellSession).tasks.start({
    ...run,
    sandbox,
    description,
    asksDirectory,
    timeoutMs: Math.min(timeout ?? DEFAULT_TASK_TIMEOUT_MS, MAX_TASK_TIMEOUT_MS),
    maxOutputBytes: shellOptionsOf(ctx).maxTaskOutputBytes,
  });
}

/** The background half of `bash`: gives the id at once. */
export async function startTask(call: BashInput, ctx: ExecuteContext): Promise<BashOutput> {
  const lost = resetLostDirectory(ctx);
  const task = await startedTask(call, ctx);
  const isLowered = call.timeout !== undefined && call.timeout > MAX_TASK_TIMEOUT_MS;
  return taskOutput(task, [
    messages.taskStarted(task.record),
    ...(isLowered ? [messages.timeoutLowered(MAX_TASK_TIMEOUT_MS)] : []),
    ...[lost, task.sandbox.remark].filter((remark) => remark !== undefined),
  ]);
}

/** What is said of a command whose time in the foreground is up. */
export function movedOutput(task: Task, timeoutMs: number): BashOutput {
  return taskOutput(task, [messages.taskMoved(task.record, timeoutMs)]);
}

function taskOutput({ record: { id, path } }: Task, lines: readonly string[]): BashOutput {
  return {
    text: lines.join("\n"),
    exitCode: null,
    signal: null,
    timedOut: false,
    bytes: 0,
    path,
    taskId: id,
  };
}
