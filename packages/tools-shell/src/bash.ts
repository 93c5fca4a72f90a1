import { defineTool, type ExecuteContext, type Static, Type } from "@gauntlet/core";
import { commandEnvironment } from "./command-environment.ts";
import { exitOneIsAnswer } from "./exit-code.ts";
import { DEFAULT_TIMEOUT_MS, MAX_COMMAND_BYTES, MAX_RESULT_BYTES, MAX_TIMEOUT_MS } from "./limits.ts";
import { messages } from "./messages.ts";
import { type CommandEnd, isDirectory, runCommand } from "./run-command.ts";
import { createTerminalText } from "./terminal-text.ts";

/** What a command gave that did not fail. */
export interface BashOutput {
  /** What it printed, or a preview of it, then remarks in brackets. */
  readonly text: string;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly timedOut: boolean;
  /** Size of what it printed, as plain text. */
  readonly bytes: number;
  /** File that holds all of it, when it was large. */
  readonly path?: string;
}

const SHOWN_COMMAND_LENGTH = 100;
/** Above the longest time of a command, so that the tool's own time-out, which shows the output, comes first. */
const CALL_TIMEOUT_MS = MAX_TIMEOUT_MS + 20_000;

const input = Type.Object(
  {
    command: Type.String({ minLength: 1, description: messages.commandInput }),
    timeout: Type.Optional(Type.Number({ minimum: 1, description: messages.timeoutInput })),
    description: Type.Optional(Type.String({ description: messages.descriptionInput })),
  },
  { additionalProperties: false },
);

/** Runs one bash command in the foreground. A non-zero exit code is a failure unless it is the program's way to say no. */
export const bash = defineTool({
  name: "Bash",
  description: messages.description,
  input,
  timeoutMs: CALL_TIMEOUT_MS,
  maxResultBytes: MAX_RESULT_BYTES,
  effects: async ({ command }, { cwd, home }) => {
    const { analyzeCommand } = await import("./analyze/analyze-command.ts");
    return analyzeCommand(command, { cwd, home }).effects;
  },
  validateInput: ({ command }, { cwd }) => {
    const bytes = Buffer.byteLength(command);
    if (command.includes("\0")) return messages.nul;
    if (bytes > MAX_COMMAND_BYTES) return messages.tooLong(bytes, MAX_COMMAND_BYTES);
    return isDirectory(cwd) ? undefined : messages.noDirectory(cwd);
  },
  describeCall: ({ command }) => `run ${shorten(command)}`,
  execute: runBash,
  toModel: ({ text }) => text,
});

async function runBash({ command, timeout }: Static<typeof input>, ctx: ExecuteContext): Promise<BashOutput> {
  if (ctx.signal.aborted) throw new Error(messages.abortedBefore);
  const timeoutMs = Math.min(timeout ?? DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS);
  const sink = ctx.openOutput();
  const plain = createTerminalText((text) => sink.write(text));
  const run = { command, cwd: ctx.cwd, env: commandEnvironment(process.env), timeoutMs, signal: ctx.signal };
  try {
    const end = await runCommand({ ...run, onOutput: plain.push });
    plain.end();
    const { text, bytes, path } = await sink.close();
    const answered = end.exitCode === 1 && exitOneIsAnswer(command);
    const remarks = [
      ...(answered && end.stoppedBy === undefined ? [messages.exitOneIsFine] : []),
      ...(plain.overwritten() > 0 ? [messages.overwritten(plain.overwritten())] : []),
      ...(end.left === "none" ? [] : [end.left === "stopped" ? messages.leftStopped : messages.leftRunning]),
    ];
    const failure = answered && end.stoppedBy === undefined ? undefined : failureOf(end, timeoutMs);
    if (failure !== undefined) throw new Error(withRemarks(`${failure} ${messages.before(text)}`, remarks));
    return {
      text: withRemarks(text, remarks),
      exitCode: end.exitCode,
      signal: end.signal,
      timedOut: false,
      bytes,
      ...(path === undefined ? {} : { path }),
    };
  } finally {
    await sink.close();
  }
}

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

/** First line of a command, with characters a person would not see made visible: nothing may hide in a prompt. */
function shorten(command: string): string {
  const [line = "", ...more] = command.trim().split(/\r?\n/);
  const characters = [...line];
  const visible = characters
    .slice(0, SHOWN_COMMAND_LENGTH)
    .map((c) => (/\p{C}/u.test(c) ? `\\u{${c.codePointAt(0)?.toString(16)}}` : c))
    .join("");
  return more.length > 0 || characters.length > SHOWN_COMMAND_LENGTH ? `${visible} …` : visible;
}
