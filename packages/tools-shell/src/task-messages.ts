import { shortCommand } from "./describe-command.ts";
import { n } from "./number-text.ts";
import type { NewOutput } from "./tasks/new-output.ts";
import type { TaskRecord } from "./tasks/task.ts";

/** How a task stands, as a sentence. */
function stateOf({ id, status, exitCode, signal }: TaskRecord): string {
  const task = `Task ${id}`;
  switch (status) {
    case "running":
      return `${task} is running.`;
    case "completed":
      return `${task} completed with exit code 0.`;
    case "failed":
      if (signal !== null) return `${task} was ended by signal ${signal}.`;
      return exitCode === null ? `${task} failed.` : `${task} failed with exit code ${exitCode}.`;
    case "timed out":
      return `${task} timed out and was stopped.`;
    case "too long":
      return `${task} was stopped, because it printed more than a task may.`;
    case "stopped":
      return `${task} was stopped.`;
    case "lost":
      return `${task} ended with the earlier run of this session.`;
  }
}

const commandOf = ({ command, description }: TaskRecord): string =>
  `\`${shortCommand(command)}\`${description === "" ? "" : ` (${description})`}`;

/** What is new, and what to say about a sandbox that seems to have refused something. */
export interface Told extends NewOutput {
  readonly refused?: string | undefined;
}

function newOutput({ path }: TaskRecord, { text, leftOut, refused }: Told): string {
  if (text === "" && leftOut === 0) return "No new output.";
  const whole =
    leftOut === 0
      ? "New output:"
      : `New output, without ${n(leftOut)} bytes before it, which are in the file \`${path}\`:`;
  const end = text.endsWith("\n") ? "" : "\n";
  return `${whole}\n${text}${refused === undefined ? "" : `${end}${refused}`}`;
}

/** What the model reads about background tasks. */
export const taskMessages = {
  taskOutputDescription: [
    "Says whether a background task still runs and how it ended, and gives what it printed since you last looked.",
    "`filter` keeps only matching lines. To wait for something, use Monitor instead of asking again and again. Without an id it lists all tasks.",
  ].join("\n"),
  taskStopDescription: "Stops a background task with everything it started.",
  monitorDescription: [
    "Waits until a background task prints a line that matches `pattern`, or ends, or the time is over; then gives what it printed since you last looked.",
    "Name a task by `task_id`, or give a `command` to start one and watch it. The task goes on running afterwards.",
  ].join("\n"),

  taskStarted: ({ id, path }: TaskRecord) =>
    `The command runs in the background. ID: ${id}\nWhat it prints goes to the file \`${path}\`. Read what is new with TaskOutput, wait for it with Monitor, end it with TaskStop.`,
  taskMoved: ({ id, path }: TaskRecord, ms: number) =>
    `The command did not end within its ${n(ms)} ms and goes on in the background. ID: ${id}\nWhat it prints goes to the file \`${path}\`. Read it with TaskOutput, wait for it with Monitor, end it with TaskStop.`,
  taskOutput: (record: TaskRecord, output: Told) => `${stateOf(record)} ${newOutput(record, output)}`,
  taskOfBefore: (record: TaskRecord) =>
    `${stateOf(record)} Everything it printed is in the file \`${record.path}\`.`,
  taskNotRunning: (record: TaskRecord) =>
    `Nothing was stopped: the task had ended already. ${stateOf(record)}`,
  taskStopped: (record: TaskRecord, isLeft: boolean) =>
    isLeft
      ? `${stateOf(record)} Something it had started could not be stopped.`
      : `${stateOf(record)} Everything it had started is gone.`,
  taskList: (records: readonly TaskRecord[]) =>
    records.length === 0
      ? "There are no background tasks."
      : records.map((record) => `${stateOf(record)} ${commandOf(record)}`).join("\n"),
  taskEnded: (record: TaskRecord) =>
    `Background task ${record.id}, ${commandOf(record)}, has ended. ${stateOf(record)} TaskOutput shows what it printed.`,
  tasksLost: (records: readonly TaskRecord[]) =>
    [
      "These background tasks were running when this session was last used. They do not run any more; start them again if they are needed:",
      ...records.map((record) => `${record.id}: ${commandOf(record)}, output in \`${record.path}\``),
    ].join("\n"),

  monitored: (record: TaskRecord, why: "line" | "end" | "timeout", output: Told) =>
    why === "timeout"
      ? `The time to wait is over and what you wait for has not come. ${stateOf(record)} ${newOutput(record, output)}`
      : `${stateOf(record)} ${newOutput(record, output)}`,
  monitorAborted: (id: string) => `The wait was interrupted; task ${id} goes on.`,
  monitorWhat: "Give either the `task_id` of a task or a `command` to start, not both and not neither.",

  noTaskId: "Say which task: `task_id` is missing. TaskOutput without an id lists them.",
  severalTaskIds: "The ids name different tasks. Give `task_id` alone.",
  noSuchTask: (id: string, ids: readonly string[]) =>
    `There is no background task \`${id}\`. ${ids.length === 0 ? "None was started; start one with Bash and `run_in_background`." : `Use one of ${ids.map((one) => `\`${one}\``).join(", ")}.`}`,
  patternBad: (pattern: string) =>
    `\`${pattern.slice(0, 100)}\` is not a regular expression of JavaScript (with the flag \`u\`, up to 1,000 characters). Correct it.`,
  patternSlow:
    "The regular expression takes too long for this output. Write a simpler one, without repetitions inside repetitions.",
} as const;
