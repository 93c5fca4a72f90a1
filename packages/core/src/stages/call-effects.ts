import { type LocatedEffect, UNKNOWN_EFFECT } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";
import { locateEffects } from "../policy/locate-effects.ts";
import type { Runtime } from "./runtime.ts";
import { toolAnswer } from "./tool-answer.ts";

/** What stands for the effects of a tool that does not say them. */
export const UNKNOWN: readonly LocatedEffect[] = Object.freeze([UNKNOWN_EFFECT as LocatedEffect]);

/** What a call would touch, with links followed. @throws what the tool throws when it cannot say it. */
export async function callEffects(
  { tool, input }: { readonly tool: Tool; readonly input: unknown },
  runtime: Pick<Runtime, "callContext">,
): Promise<readonly LocatedEffect[]> {
  const declared = await toolAnswer(tool.effects(input, runtime.callContext(tool)));
  if (declared === undefined) return UNKNOWN;
  // Copies: taps see these, and the tool may keep its own.
  return Object.freeze((await locateEffects(declared)).map((effect) => Object.freeze({ ...effect })));
}
