import { defineTool, type Static, Type } from "@gauntlet/core";
import { directoryEffect, shellDirectory } from "./carried-directory.ts";
import { commandEffects, refuseCommand } from "./command-effects.ts";
import { describeCommand } from "./describe-command.ts";
import { runInForeground, runOrMove } from "./foreground.ts";
import { MAX_RESULT_BYTES, MAX_TIMEOUT_MS } from "./limits.ts";
import { messages } from "./messages.ts";
import { startTask } from "./tasks/start-task.ts";

/** What a command gave that did not fail. */
export interface BashOutput {
  /** What it printed, or a preview of it, then remarks in brackets. */
  readonly text: string;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly timedOut: boolean;
  /** Size of what it printed, as plain text. */
  readonly bytes: number;
  /** File that holds all of it, when it was large or is still growing. */
  readonly path?: string;
  /** Set when it runs on in the background. */
  readonly taskId?: string;
}

/** Above the longest time of a command, so that the tool's own time-out, which shows the output, comes first. */
const CALL_TIMEOUT_MS = MAX_TIMEOUT_MS + 20_000;

const input = Type.Object(
  {
    command: Type.String({ minLength: 1, description: messages.commandInput }),
    timeout: Type.Optional(Type.Number({ minimum: 1, description: messages.timeoutInput })),
    description: Type.Optional(Type.String({ description: messages.descriptionInput })),
    run_in_background: Type.Optional(Type.Boolean({ description: messages.backgroundInput })),
    on_timeout: Type.Optional(
      Type.Union([Type.Literal("stop"), Type.Literal("background")], {
        description: messages.onTimeoutInput,
      }),
    ),
  },
  { additionalProperties: false },
);

/** An input of `bash`. */
export type BashInput = Static<typeof input>;

/** Runs one bash command. A non-zero exit code is a failure unless it is the program's way to say no. */
export const bash = defineTool({
  name: "Bash",
  description: messages.description,
  input,
  timeoutMs: CALL_TIMEOUT_MS,
  maxResultBytes: MAX_RESULT_BYTES,
  effects: async ({ command, run_in_background }, ctx) => {
    const { effects, mayMove } = await commandEffects(command, shellDirectory(ctx), ctx.home);
    return [...effects, directoryEffect(mayMove && !run_in_background)];
  },
  validateInput: ({ command }, { cwd }) => refuseCommand(command, cwd),
  describeCall: ({ command, run_in_background }) => describeCommand(command, run_in_background),
  execute: async (call, ctx): Promise<BashOutput> => {
    if (ctx.signal.aborted) throw new Error(messages.abortedBefore);
    if (call.run_in_background) return startTask(call, ctx);
    return call.on_timeout === "background" ? runOrMove(call, ctx) : runInForeground(call, ctx);
  },
  toModel: ({ text }) => text,
});
