import type { AdmittedCall, Outcome } from "../contract/call.ts";
import type { PostToolUseDraft } from "../contract/hook.ts";
import { messages } from "../messages.ts";
import type { HookedOutcome } from "./command-hooks.ts";
import type { Runtime } from "./runtime.ts";

/** What is left to show of an outcome after the taps looked at it. */
export interface SeenOutcome {
  readonly outcome: Outcome;
  readonly replacement?: string;
  readonly notes: readonly string[];
  readonly endTurn?: string;
  /** It is the person who ended the turn. */
  readonly stop?: true;
}

/**
 * Shows the outcome of a call that ran, failures too, to the postToolUse taps. A tap that throws leaves a notice;
 * one marked `withhold` keeps the text from the model, and no later tap can bring it back.
 */
export async function postToolUseStage(
  call: Pick<AdmittedCall, "id" | "tool" | "input" | "context">,
  outcome: Outcome,
  runtime: Runtime,
): Promise<SeenOutcome> {
  const { id, tool, input } = call;
  const hooked = await runtime.commandHooks.postToolUse(call, outcome, runtime);
  const { replacement, withheldBy: withheldByHook } = shownOutput(call, outcome, hooked);
  const given: PostToolUseDraft = Object.freeze({
    call: Object.freeze({ id, tool, input }),
    outcome: Object.freeze(outcome),
    notes: [...call.context, ...hooked.notes],
    ...(replacement !== undefined && { replacement }),
    ...(hooked.endTurn !== undefined && { endTurn: hooked.endTurn }),
  });
  const notices: string[] = [];
  let withheldBy = withheldByHook;
  const seen = await runtime.hooks.run("postToolUse", given, {
    onFailure: ({ error, withhold }, value) => {
      // No notice beside a withheld text: what the tap threw may quote it.
      if (withhold) withheldBy = error.origin.plugin;
      else notices.push(messages.notice(error.asReason));
      return value;
    },
  });
  const sealed = sealSeen(outcome, isDraft(seen) ? seen : given, notices);
  return withheldBy === undefined
    ? sealed
    : { ...sealed, replacement: messages.withheld(withheldBy), notes: call.context };
}

/**
 * What the model reads where a hook put something in the output's place: a text as it is, anything else as the tool
 * shows its output. What the tool cannot show is withheld: the hook did not want the output read.
 */
function shownOutput(
  { tool, input }: Pick<AdmittedCall, "tool" | "input">,
  { kind }: Outcome,
  { output }: HookedOutcome,
): { readonly replacement?: string; readonly withheldBy?: string } {
  if (output === undefined || kind !== "succeeded") return {};
  if (typeof output.value === "string") return { replacement: output.value };
  try {
    const shown: unknown = tool.toModel(output.value, input);
    if (typeof shown === "string") return { replacement: shown };
  } catch {
    // said below
  }
  return { withheldBy: output.by };
}

const isDraft = (seen: PostToolUseDraft): boolean => Array.isArray(seen.notes);

/** The outcome is the call's own: taps change what is read of it, never what happened. */
function sealSeen(outcome: Outcome, seen: PostToolUseDraft, notices: readonly string[]): SeenOutcome {
  return {
    outcome,
    notes: [...seen.notes, ...notices].map(textOf),
    ...(seen.replacement !== undefined && { replacement: textOf(seen.replacement) }),
    ...(seen.endTurn !== undefined && { endTurn: textOf(seen.endTurn) }),
  };
}

/** Taps may give anything, also what has no text at all. */
function textOf(given: unknown): string {
  try {
    return String(given);
  } catch {
    return messages.notText;
  }
}
