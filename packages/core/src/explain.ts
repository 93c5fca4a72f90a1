import type { RequestedCall } from "./contract/call.ts";
import type { Decision } from "./contract/decision.ts";
import { decide } from "./stages/decide.ts";
import { preToolUseStage } from "./stages/pre-tool-use.ts";
import type { Runtime } from "./stages/runtime.ts";
import { checkPresentState, validateStage } from "./stages/validate.ts";

/** What would become of a call. */
export type Explanation =
  | { readonly outcome: "invalid" | "denied" | "cancelled"; readonly message: string }
  | {
      readonly decision: Decision;
      /** The tool's objection to the present state; the call would be `invalid`. */
      readonly check?: string;
    };

/** The same gate as in a run, up to the vote: asks nobody, runs nothing, records nothing. */
export async function explainCall(call: RequestedCall, runtime: Runtime): Promise<Explanation> {
  const silent: Runtime = { ...runtime, record: () => {}, show: () => {} };
  await silent.refreshSettings();
  const valid = await validateStage(call, silent);
  if ("kind" in valid) return { outcome: valid.kind, message: valid.message };
  const prepared = await preToolUseStage(valid, silent);
  if ("kind" in prepared) return { outcome: prepared.kind, message: prepared.message };
  const { decision } = await decide(prepared, silent);
  const check = decision.effective === "deny" ? undefined : await checkPresentState(prepared, silent);
  return check === undefined ? { decision } : { decision, check };
}
