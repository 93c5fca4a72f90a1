/**
 * The end of a promise, or a rejection with the signal's reason as soon as the signal aborts. What still runs then is
 * not waited for, and its end is not reported anywhere. Leaves no listener behind.
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    const leave = (): void => signal.removeEventListener("abort", onAbort);
    promise.then(
      (value) => {
        leave();
        resolve(value);
      },
      (thrown: unknown) => {
        leave();
        reject(thrown);
      },
    );
  });
}
