import type { Runtime } from "./runtime.ts";

/**
 * A runtime that leaves no trace: nothing is recorded, shown, told or stored. Calls that hooks make are the session's
 * own all the same: they do run.
 */
export function silentRuntime(runtime: Runtime): Runtime {
  const spill = async (): Promise<never> => {
    throw new Error("nothing is stored where nothing is run");
  };
  return { ...runtime, ...runtime.trial(), record: () => {}, show: () => {}, tell: () => {}, spill };
}

/**
 * A runtime for calls that hooks make: nobody is asked about them, and no hook that makes calls is run for them. They
 * are judged by the settings there are: it may be changed settings that their hook is asked about.
 */
export function hookCallRuntime(runtime: Runtime): Runtime {
  return {
    ...runtime,
    headless: true,
    answerers: [],
    commandHooks: runtime.commandHooks.forOwnCalls(),
    refreshSettings: async () => {},
  };
}

/**
 * A runtime for the gates of one call. Code that hangs at a gate is left behind when its call is aborted or settled;
 * what it would still record, and a mode or rule it would still change, then throws.
 * @param gates `ensureOpen` throws once the gates are closed.
 */
export function gateRuntime(
  runtime: Runtime,
  gates: Pick<Runtime, "signal" | "callTool"> & { readonly ensureOpen: () => void },
): Runtime {
  const { ensureOpen, signal, callTool } = gates;
  return {
    ...runtime,
    ungated: runtime,
    signal,
    callTool,
    refreshSettings: () => runtime.refreshSettings(callTool),
    record(event) {
      ensureOpen();
      runtime.record(event);
    },
    setMode(mode, by) {
      ensureOpen();
      runtime.setMode(mode, by);
    },
    async remember(rules) {
      ensureOpen();
      await runtime.remember(rules);
    },
  };
}
