import type { Runtime } from "./runtime.ts";

/** A runtime that leaves no trace: nothing is recorded, nothing is shown. */
export function silentRuntime(runtime: Runtime): Runtime {
  return { ...runtime, record: () => {}, show: () => {} };
}

/**
 * A runtime for the gates of one call. Code that hangs at a gate is left behind when its call is aborted or settled;
 * whatever it would still record or change then throws.
 * @param ensureOpen throws once the gates are closed.
 */
export function gateRuntime(runtime: Runtime, ensureOpen: () => void): Runtime {
  return {
    ...runtime,
    record(event) {
      ensureOpen();
      runtime.record(event);
    },
    setMode(mode, by) {
      ensureOpen();
      runtime.setMode(mode, by);
    },
    async remember(rule) {
      ensureOpen();
      await runtime.remember(rule);
    },
  };
}
