import type { PreparedCall } from "../contract/call.ts";
import { voteOnRewrite } from "./pre-tool-use.ts";
import type { Runtime } from "./runtime.ts";
import { type Invalid, validateInputOf } from "./validate.ts";

/**
 * Gives a prepared call another input, from its tool or from a person: the input passes validation again and the
 * preToolUse taps vote on it. Deny and ask votes given to the old input stay.
 */
export async function rewritePrepared(
  call: PreparedCall,
  input: unknown,
  { by, runtime }: { readonly by: string; readonly runtime: Runtime },
): Promise<PreparedCall | Invalid> {
  const valid = await validateInputOf({ id: call.id, tool: call.tool, input }, runtime);
  if ("kind" in valid) return valid;
  runtime.record({ type: "call.rewritten", call: call.id, by, input: valid.input });
  return voteOnRewrite(valid, { original: call.original, given: input, before: call }, runtime);
}
