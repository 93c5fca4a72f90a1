import { messageOf, type ResourceScope } from "@gauntlet/core";
import type { CommandEnd, CommandRun } from "../run-command.ts";
import type { SandboxEntry } from "../sandbox/enter-sandbox.ts";
import { createTerminalText } from "../terminal-text.ts";
import type { TaskRecord, TaskStatus } from "./task.ts";
import { createTaskLog, type TaskLog } from "./task-log.ts";

/** A command that runs beside the calls of its session. */
export interface Task {
  readonly record: TaskRecord;
  readonly log: TaskLog;
  /** The beginning of a line that has not ended yet. */
  pendingLine(): string;
  /** Resolves when it has ended; undefined where the command could not be run at all. Never rejects. */
  readonly ended: Promise<CommandEnd | undefined>;
  /** Ends the task with everything it started, and waits for that. */
  stop(): Promise<void>;
  readonly sandbox: SandboxEntry;
  /** How far its output was shown to the model, in bytes. */
  shown: number;
  /** Somebody waits for it, so its end need not be told. */
  watchers: number;
}

/** A task to start. */
export interface TaskStart extends Omit<CommandRun, "signal" | "onOutput"> {
  readonly id: string;
  readonly description: string;
  readonly path: string;
  readonly maxOutputBytes: number;
  readonly sandbox: SandboxEntry;
  readonly redact: ResourceScope["redact"];
}

/**
 * Starts a command as a task.
 * @param run runs it; what it rejects with is written to the output.
 * @throws when the file for its output cannot be made.
 */
export function runTask(start: TaskStart, run: (run: CommandRun) => Promise<CommandEnd>): Task {
  const { id, command, description, path, maxOutputBytes, sandbox, redact, ...how } = start;
  const log = createTaskLog(path, maxOutputBytes);
  const stop = new AbortController();
  let fault: "too long" | "failed" | undefined;
  const stored = redact((bytes) => {
    fault ??= faultOf(() => log.write(bytes));
    if (fault !== undefined) stop.abort();
  });
  const plain = createTerminalText((piece) =>
    stored.write(typeof piece === "string" ? Buffer.from(piece, "utf8") : piece),
  );
  let record: TaskRecord = {
    id,
    command,
    description,
    path,
    status: "running",
    exitCode: null,
    signal: null,
  };
  // Whatever goes wrong with the output, the task has ended and its file is closed.
  const settle = (end: CommandEnd | undefined, last: () => void): CommandEnd | undefined => {
    try {
      last();
      stored.end();
    } catch {
      // There is no place to say it: that is what failed.
    }
    const { exitCode = null, signal = null } = end ?? {};
    record = { ...record, status: fault ?? statusOf(end), exitCode, signal };
    log.close();
    return end;
  };
  const ended = run({ ...how, command, signal: stop.signal, onOutput: plain.push }).then(
    (end) => settle(end, plain.end),
    (thrown: unknown) => settle(undefined, () => plain.push(`${messageOf(thrown)}\n`)),
  );
  return {
    get record() {
      return record;
    },
    log,
    sandbox,
    pendingLine: plain.pending,
    ended,
    async stop() {
      stop.abort();
      await ended;
    },
    shown: 0,
    watchers: 0,
  };
}

/** What is wrong with the output behind a piece; a disk may be full. */
function faultOf(write: () => boolean): "too long" | "failed" | undefined {
  try {
    return write() ? undefined : "too long";
  } catch {
    return "failed";
  }
}

function statusOf(end: CommandEnd | undefined): TaskStatus {
  if (end?.stoppedBy !== undefined) return end.stoppedBy === "abort" ? "stopped" : "timed out";
  return end?.exitCode === 0 ? "completed" : "failed";
}
