/** Somebody else's code that did not answer within its time. */
export class TooLate extends Error {}

/**
 * An answer of somebody else's code, or a rejection with `TooLate`. The code itself is not stopped.
 * @param limitMs milliseconds.
 */
export async function inTime<T>(answer: T | PromiseLike<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate(`gave no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
