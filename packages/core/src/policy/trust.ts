import { matchGlob } from "./match-glob.ts";
import type { PolicyCall, PolicyContext } from "./policy.ts";

/** Tells whether the effect claims of a call's plugin are trusted, so that an allow may rest on them. */
export function trustsEffects(call: PolicyCall, context: PolicyContext): boolean {
  return context.trustEffects.some((pattern) => matchGlob(pattern, call.plugin));
}
