import {
  DEFAULT_MONITOR_MS,
  DEFAULT_TASK_TIMEOUT_MS,
  MAX_MONITOR_MS,
  MAX_TASK_TIMEOUT_MS,
  MAX_TIMEOUT_MS,
} from "./limits.ts";
import { n } from "./number-text.ts";
import { taskMessages } from "./task-messages.ts";

const upTo = `at most ${n(MAX_TIMEOUT_MS)}`;

/** What the model reads about the tool and its calls: first what happened, last the next useful step. */
export const messages = {
  description: [
    "Runs a command with bash and returns what it printed, standard output and standard error together in order.",
    "Use it for builds, tests, version control and other programs. To read, search or change files, prefer the tools made for that: they are checked more precisely and show more useful results.",
    "Every call is a new shell: variables and functions do not carry over. Where `cd` leaves the shell, the next call starts, as long as that is inside the working directories; other tools stay in the working directory.",
    "Programs get no terminal and empty standard input: pass options that keep them from asking (`--yes`, `-m message`). Pagers and editors do not open.",
    `A command that runs longer than its \`timeout\` is stopped; the default is 120,000 ms and the largest value ${n(MAX_TIMEOUT_MS)} ms.`,
    "Whatever the command left running when it ends is stopped, so do not start servers with `&`: pass `run_in_background`. Then the id comes at once; read new output with TaskOutput, wait for a line or the end with Monitor, stop it with TaskStop. Background tasks end with the session.",
    "Terminal control sequences are removed. Large output is stored in a file and shown by its beginning and end.",
  ].join("\n"),
  commandInput: "The command, as typed at a bash prompt. It may have several lines.",
  timeoutInput: `Milliseconds the command may take. Default 120,000, ${upTo}; in the background default ${n(DEFAULT_TASK_TIMEOUT_MS)}, at most ${n(MAX_TASK_TIMEOUT_MS)}. Larger values count as that.`,
  descriptionInput: "What the command is for, in a few words.",
  backgroundInput: "Run it beside the conversation and give its id at once. Its `cd` does not carry over.",
  onTimeoutInput:
    "What happens when `timeout` is over: `stop` it (default), or let it go on in the `background`.",
  taskIdInput: "Id of the background task, as it was given when the task began.",
  olderTaskIdInput: "Older name of `task_id`.",
  filterInput:
    "Regular expression (JavaScript). Only lines that match are shown; the others are skipped and not shown later.",
  patternInput:
    "Regular expression (JavaScript): wait for a line that matches. Without it any new line will do.",
  monitorCommandInput: "Start this command in the background and wait for it, instead of naming a task.",
  monitorTimeoutInput: `Milliseconds to wait. Default ${n(DEFAULT_MONITOR_MS)}, at most ${n(MAX_MONITOR_MS)}; larger values count as that.`,

  nul: "The command holds a NUL byte, which no program can be given. Write it as an escape such as `\\0` where the program reads it.",
  tooLong: (bytes: number, max: number) =>
    `The command is too long: it has ${n(bytes)} bytes, a command may have ${n(max)}. Write the data or the script to a file first, then run a short command that uses it.`,
  noDirectory: (cwd: string) =>
    `Nothing was run: the working directory \`${cwd}\` no longer exists or cannot be entered. Make it again with another tool, or tell the person.`,
  noBash:
    "Nothing was run: bash was not found in any absolute directory of PATH. Tell the person that bash must be installed.",
  notStarted: (why: string) => `Nothing was run: the command could not be started (${why}). Tell the person.`,

  exited: (code: number) => `The command failed with exit code ${code}.`,
  endedBySignal: (signal: string) => `The command was ended by signal ${signal}.`,
  vanished:
    "The command was killed, but its end could not be observed. Check what it did before you repeat it.",
  timedOut: (ms: number) =>
    `The command timed out: it did not end within ${n(ms)} ms and was stopped. What it did so far stays done. Give it more \`timeout\` (${upTo}) or less to do.`,
  aborted: "The command was interrupted and stopped. What it did so far stays done.",
  printedTooMuch: (max: number) =>
    `The command was stopped, because it printed more than ${n(max)} bytes. Write its output to a file, or let it print less.`,
  outputLost:
    "The command was stopped, because its output could not be written to disk. Look whether the disk is full.",
  abortedBefore:
    "The command was not started, because the call was interrupted. Wait for the person's next message.",
  outputBroken: (why: string) =>
    `The command ran, but its output could not be collected (${why}). Do not repeat it; check what it did.`,
  before: (text: string) => (text.trim() === "" ? "It printed nothing." : `Its output:\n${text}`),

  timeoutLowered: (max: number) => `(\`timeout\` was lowered to ${n(max)} ms, the largest value.)`,
  directoryLost: (cwd: string, lost: string) =>
    `(Shell cwd was reset to ${cwd}: \`${lost}\` no longer exists or is no longer inside the working directories.)`,
  directoryOutside: (cwd: string, left: string) =>
    `(Shell cwd was reset to ${cwd}: \`${left}\` is outside the working directories.)`,

  sandboxMissing: (why: string) =>
    `Nothing was run: commands must run in a sandbox here, and there is none (${why}). Tell the person that \`sandbox.required\` is set.`,
  sandboxLeftOut: (why: string) => `(There is no sandbox here, so the command ran without: ${why}.)`,
  sandboxRefused: (writable: readonly string[], hosts: "all" | readonly string[]) =>
    `(The command ran in a sandbox, and what it printed looks as if that refused something. It may write ${writable.length === 0 ? "nothing but /tmp" : [...writable, "/tmp"].join(", ")}; the network is ${hosts === "all" ? "on" : hosts.length === 0 ? "off" : `off but for ${hosts.join(", ")}, by way of a proxy for HTTP and CONNECT`}. A command that names what it writes and the hosts it contacts is given just that.)`,
  hostsRefused: (hosts: readonly string[]) =>
    `(The sandbox refused to connect to ${hosts.join(", ")}: the call was not allowed to contact that, or it is an address of a private network.)`,

  exitOneIsFine:
    "(exit code 1, which this program also uses for an ordinary answer such as no match or a difference)",
  leftStopped: "(Something the command had started was still running when it ended, and was stopped.)",
  leftRunning: "(Something the command had started is still running and could not be stopped.)",
  overwritten: (count: number) =>
    `(${n(count)} ${count === 1 ? "piece" : "pieces"} of output that a carriage return overwrote, such as progress, ${count === 1 ? "is" : "are"} left out; pipe the command through \`tr '\\r' '\\n'\` to see everything.)`,

  ...taskMessages,
} as const;
