import { text as readAll } from "node:stream/consumers";
import { createAnthropicModel, type Limits, ModelError, type TurnSummary } from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { holdWhileAsking } from "../held-renderer.ts";
import { withInterrupt } from "../interrupt.ts";
import { createRenderer } from "../render.ts";
import { createFromOptions, openSession, type RunOptions } from "../run-options.ts";
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
}

/** `gauntlet -p`: one prompt to its end. The model's text goes to stdout, everything else to stderr. */
export async function runPrompt(options: PromptOptions, help: () => never): Promise<ExitCode> {
  if (options.print === undefined) return help();
  const credentials = modelCredentials();
  const prompt = options.print === true ? (await readAll(process.stdin)).trim() : options.print;
  if (prompt === "") {
    process.stderr.write("gauntlet: the prompt is empty\n  pass it after `-p` or on standard input\n");
    return EXIT.usage;
  }
  const renderer = holdWhileAsking(createRenderer({ text: process.stdout, calls: process.stderr }));
  const isAttended = hasPerson() && options.print !== true && !options.headless;
  const person = createTerminalAnswerer({ input: process.stdin, output: process.stderr });
  const gauntlet = await createFromOptions(options, {
    answerers: isAttended ? [renderer.quietFor(person)] : [],
    headless: !isAttended,
    model: ({ baseURL, idleTimeoutMs }) =>
      createAnthropicModel({
        ...(baseURL !== undefined && { baseURL }),
        ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
        ...credentials,
      }),
    ...(options.model !== undefined && { modelName: options.model }),
    limits: budgetsOf(options),
  });
  const session = await openSession(gauntlet, {
    ...(options.continue && { continue: true }),
    ...(options.resume !== undefined && { resume: options.resume }),
  });
  try {
    return await withInterrupt(async (signal) => {
      const events = session.prompt(prompt, { signal });
      for (;;) {
        const next = await events.next();
        if (next.done) return exitCodeOf(next.value);
        renderer.show(next.value);
      }
    });
  } finally {
    renderer.end();
    await session.close();
  }
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

interface ModelCredentials {
  readonly apiKey?: string;
  readonly authToken?: string;
  readonly baseURL?: string;
}

/**
 * Key and server of the usual variables. Any server that speaks the Messages API works through
 * `ANTHROPIC_BASE_URL`, and wins over one named in a settings file.
 * @throws GNT_MODEL_MISSING when there is neither a key nor a server.
 */
function modelCredentials(): ModelCredentials {
  const {
    ANTHROPIC_API_KEY: apiKey,
    ANTHROPIC_AUTH_TOKEN: authToken,
    ANTHROPIC_BASE_URL: baseURL,
  } = process.env;
  if (!apiKey && !authToken && !baseURL) {
    throw new ModelError(
      "GNT_MODEL_MISSING",
      "no model is set up: set `ANTHROPIC_API_KEY`, or `ANTHROPIC_BASE_URL` for another Messages server",
    );
  }
  return { ...(apiKey && { apiKey }), ...(authToken && { authToken }), ...(baseURL && { baseURL }) };
}
