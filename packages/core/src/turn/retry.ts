import { setTimeout as delay } from "node:timers/promises";
import { isGauntletError, ModelError, messageOf } from "../errors.ts";
import type { Runtime } from "../stages/runtime.ts";

/** How often a request is sent again. */
const MAX_RETRIES = 4;
const FIRST_DELAY_MS = 500;
const MAX_BACK_OFF_MS = 8_000;
/** A server that asks for more than this is not waited for. */
const MAX_WAIT_MS = 60_000;

/** Where a request is sent again, and when no more. */
export interface RetryRoom {
  readonly runtime: Runtime;
  readonly signal: AbortSignal;
  /** The call whose tool asks; missing for the conversation. */
  readonly call?: string;
}

/**
 * Announces that a request is sent again and waits until then: as long as the server asked for, else half a second,
 * doubling up to eight seconds, and up to a quarter more so that clients that failed together do not return together.
 * @param retry which retry of the request this is, 1-based.
 * @throws the failure, when the same request would fail again, the retries are used up, or the server asks for too
 * long a wait; the signal's reason at once when it is aborted.
 */
export async function waitForRetry(
  failure: unknown,
  retry: number,
  { runtime, signal, call }: RetryRoom,
): Promise<void> {
  if (!isTransient(failure)) throw failure;
  const delayMs = Math.ceil(askedWaitMs(failure) ?? backOffMs(retry));
  if (delayMs > MAX_WAIT_MS) throw askedForTooMuch(failure, delayMs);
  if (retry > MAX_RETRIES)
    throw retold(failure, `tried ${retry} times`, failure.hint ?? "try again; the session can be continued");
  runtime.record({
    type: "request.retried",
    attempt: retry,
    delayMs,
    why: messageOf(failure),
    ...(call !== undefined && { call }),
  });
  await delay(delayMs, undefined, { signal }).catch((thrown: unknown) => {
    signal.throwIfAborted();
    throw thrown;
  });
}

/** The wait a port says the server asked for; what is no time to wait is not taken for one. */
function askedWaitMs({ retryAfterMs }: ModelError): number | undefined {
  return retryAfterMs !== undefined && retryAfterMs >= 0 ? retryAfterMs : undefined;
}

/** Milliseconds before a retry (1-based) when the server asked for none. */
export function backOffMs(retry: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (retry - 1), MAX_BACK_OFF_MS) * (1 + Math.random() / 4);
}

/** By its marker, since a port may be built with another copy of this package. */
const isTransient = (failure: unknown): failure is ModelError =>
  isGauntletError(failure) && (failure as Partial<ModelError>).isTransient === true;

function askedForTooMuch(failure: ModelError, delayMs: number): ModelError {
  const hint = "send the prompt again after that time, or use another key, model or server";
  return retold(failure, `it asks to wait ${inWords(delayMs)}`, hint);
}

function retold(failure: ModelError, more: string, hint: string | undefined): ModelError {
  const message = `${messageOf(failure)} (${more})`;
  return new ModelError(failure.code, message, hint === undefined ? {} : { hint });
}

/** A time as a person reads it, rounded up to its largest unit. */
function inWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
