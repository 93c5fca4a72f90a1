import { type AssistantBlock, wordsOf } from "../contract/message.ts";
import type { Ending } from "./budget-spent.ts";
import type { TurnRoom } from "./room.ts";

/** How often in one prompt hooks may have the work go on. */
const MAX_CONTINUED = 8;

/** Asks the Stop hooks before a prompt ends, and in a subagent those of SubagentStop. */
export interface StopGate {
  /** The ending, or `continue` when a hook has more for the model to do; the model has been told then. */
  pass(ending: Ending, signal: AbortSignal): Promise<Ending | "continue">;
}

/** @param room of one prompt. */
export function createStopGate({ runtime, transcript }: TurnRoom): StopGate {
  let continued = 0;
  return {
    async pass(ending, signal) {
      const { commandHooks } = runtime;
      const event = runtime.agent ? "SubagentStop" : "Stop";
      if (ending.reason !== "done" || !commandHooks.has(event)) return ending;
      const last = transcript.messages.findLast(({ role }) => role === "assistant");
      const lastMessage = wordsOf((last?.content ?? []) as readonly AssistantBlock[]);
      const { blocked, stop, context } = await commandHooks.fire(
        { event, isContinued: continued > 0, lastMessage },
        { ...runtime, signal },
      );
      signal.throwIfAborted();
      if (stop !== undefined) return { reason: "stopped", detail: stop };
      const texts = [...(blocked === undefined ? [] : [blocked]), ...context];
      if (texts.length === 0) return ending;
      if (continued >= MAX_CONTINUED) {
        const detail = `${event} hooks had the work go on ${MAX_CONTINUED} times, which is as often as they may`;
        return { reason: "stopped", detail };
      }
      continued += 1;
      runtime.record({ type: "results.sent", replaced: [], texts });
      return "continue";
    },
  };
}
