import { ModelError } from "../errors.ts";
import type { Failure } from "./failure.ts";
import type { ModelEvent } from "./port.ts";

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** Waits; ends early by rejecting when the signal is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** How a request is repeated. */
export interface RetryOptions {
  /** How often a request may be sent again; 0 = once only. */
  readonly maxRetries: number;
  readonly signal: AbortSignal;
  readonly sleep: Sleep;
  /** Judges what was thrown before `message.started`. */
  readonly beforeStart: (thrown: unknown) => Failure;
  /** Makes the error for what was thrown after `message.started`. */
  readonly afterStart: (thrown: unknown) => ModelError;
}

/**
 * Runs attempts until one starts a message. Transient failures before `message.started` are announced with a `retry`
 * event and tried again, after the time the server asked for or a growing one with jitter. Once a message has started
 * its failure ends everything: a second try could repeat what the first one caused.
 * @throws GNT_MODEL_REQUEST, GNT_MODEL_STREAM or GNT_MODEL_IDLE; after an abort the signal's reason.
 */
export async function* withRetries(
  attempt: () => AsyncIterable<ModelEvent>,
  options: RetryOptions,
): AsyncGenerator<ModelEvent> {
  const { maxRetries, signal, sleep, beforeStart, afterStart } = options;
  for (let retries = 0; ; retries++) {
    signal.throwIfAborted();
    let isStarted = false;
    let failure: Failure;
    try {
      for await (const event of attempt()) {
        isStarted ||= event.type === "message.started";
        yield event;
      }
      return;
    } catch (thrown) {
      signal.throwIfAborted();
      if (isStarted) throw afterStart(thrown);
      failure = beforeStart(thrown);
    }
    if (!failure.isTransient) throw failure.error;
    if (retries >= maxRetries) throw afterTries(failure.error, retries + 1);
    const delayMs = Math.round(failure.retryAfterMs ?? backOff(retries));
    yield { type: "retry", attempt: retries + 1, delayMs, why: failure.error.message };
    await sleep(delayMs, signal).catch((thrown: unknown) => {
      signal.throwIfAborted();
      throw thrown;
    });
  }
}

/** Between three quarters and all of the step, so that clients that failed together do not return together. */
function backOff(retries: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** retries, MAX_DELAY_MS) * (1 - Math.random() / 4);
}

function afterTries(error: ModelError, tries: number): ModelError {
  if (tries === 1) return error;
  return new ModelError(
    error.code,
    `${error.message} (tried ${tries} times)`,
    error.hint === undefined ? {} : { hint: error.hint },
  );
}
