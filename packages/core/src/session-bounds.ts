import type { MomentAnswer } from "./contract/command-hook.ts";
import { messageOf } from "./errors.ts";
import { messages } from "./messages.ts";
import type { Runtime } from "./stages/runtime.ts";
import { untilAborted } from "./stages/until-aborted.ts";

/** Tells hooks of the beginning and the end of a session. */
export interface SessionBounds {
  /**
   * Runs the hooks of the start once, before the first thing that happens; what they say is told with it. Who is
   * aborted does not wait for them.
   */
  begin(until: AbortSignal): Promise<void>;
  /** Runs the hooks of the end, if anything had begun. A subagent has its own, which its prompts run. */
  end(): Promise<void>;
}

/** @param stopped ends hooks of the start. */
export function sessionBounds(
  {
    runtime,
    begins,
  }: { readonly runtime: Runtime; readonly begins: "startup" | "resume" | "fork" | "agent" },
  stopped: AbortSignal,
): SessionBounds {
  const { commandHooks } = runtime;
  let begun: Promise<void> | undefined;

  const fireStart = async (): Promise<MomentAnswer> => {
    const here = { ...runtime, signal: stopped };
    if (begins === "agent") return commandHooks.fire({ event: "SubagentStart" }, here);
    return commandHooks.fire({ event: "SessionStart", source: begins }, here);
  };
  const start = async (): Promise<void> => {
    if (!commandHooks.has(begins === "agent" ? "SubagentStart" : "SessionStart")) return;
    const { context } = await fireStart();
    for (const text of context) runtime.tell(text);
  };
  return {
    begin(until) {
      begun ??= start().catch((thrown: unknown) => {
        // Who closes the session does not want to be told.
        if (!stopped.aborted) runtime.tell(messages.startHooksFailed(messageOf(thrown)));
      });
      return untilAborted(begun, until).catch(() => undefined);
    },
    async end() {
      if (begun === undefined || begins === "agent" || !commandHooks.has("SessionEnd")) return;
      await commandHooks.fire({ event: "SessionEnd", reason: "other" }, runtime);
    },
  };
}
