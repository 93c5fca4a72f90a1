import { text as readAll } from "node:stream/consumers";
import {
  isGauntletError,
  type Limits,
  ModelError,
  type PromptEvent,
  type Session,
  SessionError,
  type SessionOptions,
  type TurnSummary,
} from "@gauntlet/core";
import { colorsFor } from "../colors-for.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { holdWhileAsking } from "../held-renderer.ts";
import { withInterrupt } from "../interrupt.ts";
import { modelFromEnvironment } from "../model-from-environment.ts";
import { createRenderer, type Renderer } from "../render.ts";
import { resumedOptions } from "../resumed-options.ts";
import type { RunExtras, RunOptions } from "../run-options.ts";
import { shortId } from "../session-text.ts";
import { type StartedSession, startSession } from "../start-session.ts";
import { createTerminalAnswerer, hasPerson } from "../terminal-answerer.ts";

export interface PromptOptions extends RunOptions {
  /** The prompt; `true` when the flag came without one. */
  readonly print?: string | true;
  readonly model?: string;
  readonly maxTurns?: number;
  readonly maxCalls?: number;
  readonly maxTotalTokens?: number;
  /** US dollars. */
  readonly maxBudgetUsd?: number;
  /** Seconds. */
  readonly maxTime?: number;
  readonly continue?: boolean;
  readonly resume?: string;
  /** With `continue` or `resume`: go on in a copy. */
  readonly forkSession?: boolean;
}

/** `gauntlet -p`: one prompt to its end. The model's text goes to stdout, everything else to stderr. */
export async function runPrompt(options: PromptOptions, help: () => never): Promise<ExitCode> {
  if (options.print === undefined) return help();
  refuseWithoutModel();
  const prompt = options.print === true ? (await readAll(process.stdin)).trim() : options.print;
  if (prompt === "") {
    process.stderr.write("gauntlet: the prompt is empty\n  pass it after `-p` or on standard input\n");
    return EXIT.usage;
  }
  const renderer = holdWhileAsking(createRenderer({ text: process.stdout, calls: process.stderr }));
  const isAttended = hasPerson() && options.print !== true && !options.headless;
  const person = createTerminalAnswerer({ input: process.stdin, output: process.stderr });
  const { session, end } = await startNamed(await resumedOptions(options), {
    answerers: isAttended ? [renderer.quietFor(person)] : [],
    headless: !isAttended,
    model: modelFromEnvironment,
    ...(options.model !== undefined && { modelName: options.model }),
    limits: budgetsOf(options),
  });
  try {
    return await withInterrupt((signal) => runIn(session, { prompt, signal, renderer }));
  } finally {
    renderer.end();
    sayHowToGoOn(session);
    await end();
  }
}

async function runIn(
  session: Session,
  { prompt, signal, renderer }: { prompt: string; signal: AbortSignal; renderer: Renderer },
): Promise<ExitCode> {
  const events = session.prompt(prompt, { signal });
  let failure: PromptEvent | undefined;
  for (;;) {
    const next = await events.next();
    if (!next.done) {
      // One that is thrown as well is said once, with its hint.
      if (next.value.type === "turn.ended" && next.value.reason === "failed") failure = next.value;
      else renderer.show(next.value);
      continue;
    }
    if (failure) renderer.show(failure);
    return exitCodeOf(next.value);
  }
}

/** Starts the session the flags name, a new one or one that goes on. */
async function startNamed(options: PromptOptions, extras: RunExtras): Promise<StartedSession> {
  const which: SessionOptions = {
    ...(options.continue && { continue: true }),
    ...(options.resume !== undefined && { resume: options.resume }),
    ...(options.forkSession && { fork: true }),
  };
  try {
    const started = await startSession(options, extras, which);
    if (options.forkSession)
      process.stderr.write(`gauntlet: goes on in the new session ${started.session.id}\n`);
    return started;
  } catch (thrown) {
    if (!isGauntletError(thrown) || thrown.code !== "GNT_SESSION_BUSY") throw thrown;
    throw new SessionError("GNT_SESSION_BUSY", thrown.message, {
      hint: "end that process, or go on in a copy of the session with `--fork-session`",
      cause: thrown,
    });
  }
}

function sayHowToGoOn({ id }: Session): void {
  const text = `session ${shortId(id)} · to go on: gauntlet -r ${shortId(id)} -p "…"`;
  process.stderr.write(`${colorsFor(process.stderr).dim(text)}\n`);
}

/** The budgets that were given as flags. */
function budgetsOf(options: PromptOptions): Partial<Limits> {
  const { maxTurns, maxCalls, maxTotalTokens, maxBudgetUsd, maxTime } = options;
  return {
    ...(maxTurns !== undefined && { maxTurns }),
    ...(maxCalls !== undefined && { maxCalls }),
    ...(maxTotalTokens !== undefined && { maxTotalTokens }),
    ...(maxBudgetUsd !== undefined && { maxCostUsd: maxBudgetUsd }),
    ...(maxTime !== undefined && { maxDurationMs: Math.ceil(maxTime * 1_000) }),
  };
}

function exitCodeOf({ reason }: TurnSummary): ExitCode {
  if (reason === "done") return EXIT.done;
  return reason === "aborted" ? EXIT.interrupted : EXIT.failed;
}

/** @throws GNT_MODEL_MISSING when there is neither a key nor a server. */
function refuseWithoutModel(): void {
  if (modelFromEnvironment({}) !== undefined) return;
  throw new ModelError("GNT_MODEL_MISSING", "no model is configured", {
    hint: "set `ANTHROPIC_API_KEY` or `ANTHROPIC_AUTH_TOKEN`, or `ANTHROPIC_BASE_URL` for a server that needs none; `gauntlet demo` works without",
  });
}
