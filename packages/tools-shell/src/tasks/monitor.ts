import { setTimeout as delay } from "node:timers/promises";
import { defineTool, type ExecuteContext, type Static, Type } from "@gauntlet/core";
import { directoryEffect, shellDirectory } from "../carried-directory.ts";
import { commandEffects, refuseCommand } from "../command-effects.ts";
import { describeCommand } from "../describe-command.ts";
import { DEFAULT_MONITOR_MS, MAX_MONITOR_MS, MAX_RESULT_BYTES } from "../limits.ts";
import { messages } from "../messages.ts";
import { explainRefusal } from "../sandbox/enter-sandbox.ts";
import { isPattern, matchLines } from "./match-lines.ts";
import { namedTask, refuseTaskId, taskIdInputs, taskIdOf } from "./named-task.ts";
import { linesOf, takeNewOutput } from "./new-output.ts";
import type { Task } from "./run-task.ts";
import { startedTask } from "./start-task.ts";
import { taskState } from "./tasks.ts";

const CALL_TIMEOUT_MS = MAX_MONITOR_MS + 20_000;
const MATCH_LIMIT_MS = 500;
const SHOWN_LINE = 300;

const input = Type.Object(
  {
    ...taskIdInputs,
    command: Type.Optional(Type.String({ minLength: 1, description: messages.monitorCommandInput })),
    description: Type.Optional(Type.String({ description: messages.descriptionInput })),
    pattern: Type.Optional(Type.String({ minLength: 1, description: messages.patternInput })),
    timeout_ms: Type.Optional(Type.Number({ minimum: 1, description: messages.monitorTimeoutInput })),
  },
  { additionalProperties: false },
);

type MonitorInput = Static<typeof input>;

/** Waits until a background task prints a line, or ends; may start the task. */
export const monitor = defineTool({
  name: "Monitor",
  description: messages.monitorDescription,
  input,
  isReadOnly: ({ command }) => command === undefined,
  timeoutMs: CALL_TIMEOUT_MS,
  maxResultBytes: MAX_RESULT_BYTES,
  effects: async ({ command, ...ids }, ctx) => {
    if (command === undefined)
      return [{ kind: "state", slot: taskState(taskIdOf(ids) ?? ""), access: "write" }];
    const { effects } = await commandEffects(command, shellDirectory(ctx), ctx.home);
    return [...effects, directoryEffect(false)];
  },
  validateInput: ({ command, pattern, ...ids }, ctx) => {
    if (pattern !== undefined && !isPattern(pattern)) return messages.patternBad(pattern);
    if ((command === undefined) === (taskIdOf(ids) === undefined)) return messages.monitorWhat;
    return command === undefined ? refuseTaskId(ids, ctx) : refuseCommand(command, ctx.cwd);
  },
  describeCall: ({ command, ...ids }) =>
    command === undefined
      ? `wait for background task ${taskIdOf(ids)}`
      : `${describeCommand(command, true)} and watch it`,
  execute: watch,
});

async function watch(call: MonitorInput, ctx: ExecuteContext): Promise<string> {
  if (ctx.signal.aborted) throw new Error(messages.abortedBefore);
  const { command, description, pattern } = call;
  const named = command === undefined ? namedTask(call, ctx) : undefined;
  const task = command === undefined ? named?.task : await startedTask({ command, description }, ctx);
  if (task === undefined) return messages.taskOfBefore((named as NonNullable<typeof named>).record);
  const timeoutMs = Math.min(call.timeout_ms ?? DEFAULT_MONITOR_MS, MAX_MONITOR_MS);
  task.watchers += 1;
  try {
    const why = await seen({ task, pattern, timeoutMs }, ctx);
    const output = await takeNewOutput(task);
    return messages.monitored(task.record, why, {
      ...output,
      refused: explainRefusal(task.sandbox, output.text),
    });
  } finally {
    task.watchers -= 1;
  }
}

interface Watch {
  readonly task: Task;
  readonly pattern: string | undefined;
  readonly timeoutMs: number;
}

/** What ended the wait. Lines that come in meanwhile are shown to people as progress. */
async function seen(
  { task, pattern, timeoutMs }: Watch,
  ctx: ExecuteContext,
): Promise<"line" | "end" | "timeout"> {
  const over = new AbortController();
  const stop = AbortSignal.any([ctx.signal, over.signal]);
  const timeout = delay(timeoutMs, "timeout" as const, { signal: stop }).catch(() => "timeout" as const);
  try {
    for (let from = task.shown; ; ) {
      const isRunning = task.record.status === "running";
      const written = task.log.written();
      const to = wholeLinesEnd(task, from, isRunning);
      for await (const lines of linesOf(task, from, to)) {
        if (ctx.signal.aborted) break;
        for (const line of lines) ctx.progress(line.slice(0, SHOWN_LINE));
        if (isSeen(lines, pattern)) return "line";
      }
      from = to;
      if (!isRunning) return "end";
      const next = await Promise.race([written, task.ended, timeout]);
      if (ctx.signal.aborted) throw new Error(messages.monitorAborted(task.record.id));
      if (next === "timeout") return "timeout";
    }
  } finally {
    over.abort();
  }
}

function isSeen(lines: readonly string[], pattern: string | undefined): boolean {
  if (pattern === undefined) return lines.length > 0;
  const matched = matchLines(lines, pattern, MATCH_LIMIT_MS);
  if ("problem" in matched) throw new Error(messages.patternSlow);
  return matched.lines.length > 0;
}

const NEWLINE = 10;
const LOOK_BACK_BYTES = 64 * 1024;

/** Up to where whole lines are written: a pattern must not be tried on half a line, except the last of all. */
function wholeLinesEnd({ log }: Task, from: number, isRunning: boolean): number {
  const to = log.bytes;
  if (!isRunning) return to;
  const start = Math.max(from, to - LOOK_BACK_BYTES);
  const end = log.read(start, to - start).lastIndexOf(NEWLINE);
  if (end >= 0) return start + end + 1;
  return start > from ? to : from;
}
