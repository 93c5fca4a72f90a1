import type { Runtime } from "../stages/runtime.ts";

/** The hooks around one compaction. */
export interface CompactionHooks {
  /** Why hooks refuse it; undefined when they do not. */
  before(): Promise<string | undefined>;
  /** Tells hooks of the summary, and of the session that starts again from it. */
  after(summary: string): Promise<void>;
}

/** Nobody but the runtime starts a compaction, so it is always `auto`. */
export function compactionHooks(runtime: Runtime): CompactionHooks {
  const { commandHooks } = runtime;
  return {
    async before() {
      const { blocked, stop } = await commandHooks.fire(
        { event: "PreCompact", trigger: "auto", instructions: "" },
        runtime,
      );
      return stop ?? blocked;
    },
    async after(summary) {
      await commandHooks.fire({ event: "PostCompact", trigger: "auto", summary }, runtime);
      if (runtime.agent) return;
      const { context } = await commandHooks.fire({ event: "SessionStart", source: "compact" }, runtime);
      for (const text of context) runtime.tell(text);
    },
  };
}
