/** The longest a timer can be set for, about 24 days. One that is set for longer fires at once. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Somebody else's code that did not answer within its time. */
export class TooLate extends Error {}

/**
 * An answer of somebody else's code, or a rejection with `TooLate`. The code itself is not stopped.
 * @param limitMs milliseconds; beyond `MAX_TIMER_MS` as long as that.
 */
export async function inTime<T>(answer: T | PromiseLike<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    const late = (): void => reject(new TooLate(`gave no answer within ${limitMs} ms`));
    timer = setTimeout(late, Math.min(limitMs, MAX_TIMER_MS));
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
