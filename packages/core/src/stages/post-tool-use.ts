import type { AdmittedCall, Outcome } from "../contract/call.ts";
import type { PostToolUseDraft } from "../contract/hook.ts";
import { messages } from "../messages.ts";
import type { Runtime } from "./runtime.ts";

/** What is left to show of an outcome after the taps looked at it. */
export interface SeenOutcome {
  readonly outcome: Outcome;
  readonly replacement?: string;
  readonly notes: readonly string[];
  readonly endTurn?: string;
}

/**
 * Shows the outcome of a call that ran, failures too, to the postToolUse taps. A tap that throws leaves a notice;
 * one marked `withhold` keeps the text from the model.
 */
export async function postToolUseStage(
  call: Pick<AdmittedCall, "id" | "tool" | "input" | "context">,
  outcome: Outcome,
  runtime: Runtime,
): Promise<SeenOutcome> {
  const { id, tool, input } = call;
  const given: PostToolUseDraft = Object.freeze({ call: { id, tool, input }, outcome, notes: call.context });
  const seen = await runtime.hooks.run("postToolUse", given, {
    onFailure: ({ error, withhold }, value) => ({
      ...value,
      notes: [...value.notes, messages.notice(error.message)],
      ...(withhold && { replacement: messages.withheld(error.origin.plugin) }),
    }),
  });
  return sealSeen(outcome, seen);
}

/** The outcome is the call's own: taps change what is read of it, never what happened. */
function sealSeen(outcome: Outcome, seen: PostToolUseDraft): SeenOutcome {
  return {
    outcome,
    notes: Array.isArray(seen.notes) ? seen.notes.map(String) : [],
    ...(seen.replacement !== undefined && { replacement: String(seen.replacement) }),
    ...(seen.endTurn !== undefined && { endTurn: String(seen.endTurn) }),
  };
}
