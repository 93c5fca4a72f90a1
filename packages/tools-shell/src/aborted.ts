/** Resolves with `abort` when a signal is aborted, also where it was before; listens `until` another one is. */
export const aborted = (signal: AbortSignal, until: AbortSignal): Promise<"abort"> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve("abort");
    signal.addEventListener("abort", () => resolve("abort"), { signal: until });
  });
