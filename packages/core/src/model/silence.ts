import { ModelError } from "../errors.ts";
import { MAX_TIMER_MS } from "../in-time.ts";

/** How long to wait for the other side, and what ends the wait early. */
export interface SilenceLimit {
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Waits for a promise, but not longer than the limit and not beyond an abort, even when the promise itself takes no
 * notice of either. Leaves no timer and no listener behind.
 * @throws GNT_MODEL_IDLE after the limit; the signal's reason after an abort.
 */
export function withinSilence<T>(answer: Promise<T>, { idleTimeoutMs, signal }: SilenceLimit): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      settle();
    };
    const onAbort = () => finish(() => reject(signal.reason));
    const timer = setTimeout(
      () => finish(() => reject(silent(idleTimeoutMs))),
      Math.min(idleTimeoutMs, MAX_TIMER_MS),
    );
    signal.addEventListener("abort", onAbort, { once: true });
    answer.then(
      (value) => finish(() => resolve(value)),
      (thrown: unknown) => finish(() => reject(thrown)),
    );
    if (signal.aborted) onAbort();
  });
}

function silent(idleTimeoutMs: number): ModelError {
  return new ModelError("GNT_MODEL_IDLE", `the model server sent nothing for ${idleTimeoutMs} ms`, {
    isTransient: true,
    hint: "try again, or allow more time with `idleTimeoutMs`",
  });
}
