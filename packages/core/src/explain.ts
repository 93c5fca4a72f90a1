import type { RequestedCall } from "./contract/call.ts";
import type { Decision } from "./contract/decision.ts";
import { voteWithToolRewrite } from "./stages/permission.ts";
import { preToolUseStage } from "./stages/pre-tool-use.ts";
import type { Runtime } from "./stages/runtime.ts";
import { checkPresentState, validateStage } from "./stages/validate.ts";

/** What would become of a call. */
export type Explanation =
  | { readonly outcome: "invalid" | "denied" | "cancelled"; readonly message: string }
  | {
      readonly decision: Decision;
      /**
       * Why the call would be `invalid` whatever was decided: its tool objects to the present state, or would rather
       * run with an input that is not valid.
       */
      readonly check?: string;
      /** The input the decision is about, where a tap or the tool replaced the given one. */
      readonly input?: unknown;
    };

/**
 * The same gate as in a run, up to the vote: asks nobody and runs no tool.
 * @param silent a runtime that records nothing.
 */
export async function explainCall(call: RequestedCall, silent: Runtime): Promise<Explanation> {
  await silent.refreshSettings();
  const valid = await validateStage(call, silent);
  if ("kind" in valid) return { outcome: valid.kind, message: valid.message };
  const prepared = await preToolUseStage(valid, silent);
  if ("kind" in prepared) return { outcome: prepared.kind, message: prepared.message };
  const { call: voted, decision, invalid } = await voteWithToolRewrite(prepared, silent);
  const input = voted.input === valid.input ? {} : { input: voted.input };
  if (decision.effective === "deny") return { decision, ...input };
  const check = invalid ?? (await checkPresentState(voted, silent));
  return { decision, ...input, ...(check !== undefined && { check }) };
}
