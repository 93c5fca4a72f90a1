/** Runs work with a signal that Ctrl-C aborts; a second Ctrl-C ends the process at once. */
export async function withInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new Error("interrupted"));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    return await work(controller.signal);
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}
