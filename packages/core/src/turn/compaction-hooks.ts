import type { Runtime } from "../stages/runtime.ts";

/** The hooks around one compaction. */
export interface CompactionHooks {
  /** Why hooks refuse it; undefined when they do not. */
  before(): Promise<string | undefined>;
  /** Tells hooks of the summary, and of the session that starts again from it. */
  after(summary: string): Promise<void>;
}

/** Who started a compaction: the runtime, or a person. */
export type CompactionTrigger = "auto" | "manual";

export function compactionHooks(runtime: Runtime, trigger: CompactionTrigger): CompactionHooks {
  const { commandHooks } = runtime;
  return {
    async before() {
      const { blocked, stop } = await commandHooks.fire(
        { event: "PreCompact", trigger, instructions: "" },
        runtime,
      );
      return stop ?? blocked;
    },
    async after(summary) {
      await commandHooks.fire({ event: "PostCompact", trigger, summary }, runtime);
      if (runtime.agent) return;
      const { context } = await commandHooks.fire({ event: "SessionStart", source: "compact" }, runtime);
      for (const text of context) runtime.tell(text);
    },
  };
}
