import { MAX_TIMER_MS } from "../in-time.ts";

/** A bound on the wall clock of a prompt. */
export interface TimeLimit<Reason> {
  /** Aborted when the time is up. */
  readonly signal: AbortSignal;
  /** The reason, once the time is up. */
  spent(): Reason | undefined;
  /** Lets go of the timer. */
  end(): void;
}

/**
 * Starts the clock. The timer does not keep the process alive.
 * @param limitMs milliseconds; 0: no limit.
 * @param timeIsUp the reason of the abort.
 */
export function createTimeLimit<Reason>(
  limitMs: number,
  { now, timeIsUp }: { readonly now: () => Date; readonly timeIsUp: Reason },
): TimeLimit<Reason> {
  const over = new AbortController();
  const startedAt = now().getTime();
  const leftMs = (): number =>
    limitMs === 0 ? Number.POSITIVE_INFINITY : startedAt + limitMs - now().getTime();
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    const left = leftMs();
    if (left <= 0) over.abort(timeIsUp);
    else timer = setTimeout(wait, Math.min(left, MAX_TIMER_MS)).unref();
  };
  if (limitMs > 0) wait();
  return {
    signal: over.signal,
    spent: () => (leftMs() <= 0 ? timeIsUp : undefined),
    end: () => clearTimeout(timer),
  };
}
