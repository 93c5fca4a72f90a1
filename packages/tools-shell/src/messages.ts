import { MAX_TIMEOUT_MS } from "./limits.ts";

// Without `toLocaleString`, whose first use loads the whole locale data.
const n = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
const upTo = `at most ${n(MAX_TIMEOUT_MS)}`;

/** What the model reads about the tool and its calls: first what happened, last the next useful step. */
export const messages = {
  description: [
    "Runs a command with bash and returns what it printed, standard output and standard error together in order.",
    "Use it for builds, tests, version control and other programs. To read, search or change files, prefer the tools made for that: they are checked more precisely and show more useful results.",
    "Every call is a new shell in the working directory: variables, functions and `cd` do not carry over, so write `cd dir && command` in one call.",
    "Programs get no terminal and empty standard input: pass options that keep them from asking (`--yes`, `-m message`). Pagers and editors do not open.",
    `A command that runs longer than its \`timeout\` is stopped; the default is 120,000 ms and the largest value ${n(MAX_TIMEOUT_MS)} ms.`,
    "Whatever the command left running in the background is stopped when it ends, so do not start servers with `&`.",
    "Terminal control sequences are removed. Large output is stored in a file and shown by its beginning and end.",
  ].join("\n"),
  commandInput: "The command, as typed at a bash prompt. It may have several lines.",
  timeoutInput: `Milliseconds the command may take. Default 120,000, ${upTo}; larger values count as that.`,
  descriptionInput: "What the command is for, in a few words.",

  nul: "The command holds a NUL byte, which no program can be given. Write it as an escape such as `\\0` where the program reads it.",
  tooLong: (bytes: number, max: number) =>
    `The command has ${n(bytes)} bytes; a command may have ${n(max)}. Write the data or the script to a file first, then run a short command that uses it.`,
  noDirectory: (cwd: string) =>
    `Nothing was run: the working directory \`${cwd}\` no longer exists or cannot be entered. Make it again with another tool, or tell the person.`,
  noBash:
    "Nothing was run: bash was not found in any absolute directory of PATH. Tell the person that bash must be installed.",
  notStarted: (why: string) => `Nothing was run: the command could not be started (${why}).`,

  exited: (code: number) => `The command failed with exit code ${code}.`,
  endedBySignal: (signal: string) => `The command was ended by signal ${signal}.`,
  vanished: "The command was killed, but its end could not be observed.",
  timedOut: (ms: number) =>
    `The command timed out: it did not end within ${n(ms)} ms and was stopped. What it did so far stays done. Give it more \`timeout\` (${upTo}) or less to do.`,
  aborted: "The command was interrupted and stopped. What it did so far stays done.",
  abortedBefore: "The command was not started, because the call was interrupted.",
  outputBroken: (why: string) => `The command ran, but its output could not be collected (${why}).`,
  before: (text: string) => (text.trim() === "" ? "It printed nothing." : `Its output:\n${text}`),

  exitOneIsFine:
    "(exit code 1, which this program also uses for an ordinary answer such as no match or a difference)",
  leftStopped: "(Something the command had started was still running when it ended, and was stopped.)",
  leftRunning: "(Something the command had started is still running and could not be stopped.)",
  overwritten: (count: number) =>
    `(${n(count)} ${count === 1 ? "piece" : "pieces"} of output that a carriage return overwrote, such as progress, ${count === 1 ? "is" : "are"} left out; pipe the command through \`tr '\\r' '\\n'\` to see everything.)`,
} as const;
