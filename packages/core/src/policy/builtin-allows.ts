import type { Vote } from "../contract/decision.ts";
import type { LocatedEffect } from "../contract/effect.ts";
import { onlyReads } from "./command-parts.ts";
import { isInside } from "./path-inside.ts";
import type { PolicyCall, PolicyContext } from "./policy.ts";
import { trustsEffects } from "./trust.ts";
import { isInWorkingDirectories } from "./working-directories.ts";

const VOTE = { behavior: "allow", source: "builtin", voter: "builtin-allows" } as const;

/**
 * Allows what needs no rule: reads in the working directories and of this session's own results, commands that only
 * read, session state, questions to the person, and calls that declare to touch nothing. All of it rests on what the tool claims, so only
 * for tools whose claims are trusted.
 */
export function voteBuiltinAllows(call: PolicyCall, context: PolicyContext): readonly Vote[] {
  if (!trustsEffects(call, context)) return [];
  if (call.effects.length === 0) return [{ ...VOTE, why: "the call touches nothing" }];
  return call.effects.flatMap((effect, index): Vote[] => {
    const why = reasonFor(effect, call.effects, context);
    return why === undefined ? [] : [{ ...VOTE, why, effect: index }];
  });
}

function reasonFor(
  effect: LocatedEffect,
  effects: readonly LocatedEffect[],
  context: PolicyContext,
): string | undefined {
  switch (effect.kind) {
    case "state":
      return "session state is the session's own";
    case "person":
      return "the person is asked by the call itself";
    case "read":
      return reasonToRead(effect, context);
    case "exec":
      return onlyReads(effect, effects) ? "the command only reads" : undefined;
    default:
      return undefined;
  }
}

function reasonToRead(
  effect: Extract<LocatedEffect, { kind: "read" | "write" | "delete" }>,
  context: PolicyContext,
): string | undefined {
  if (isInWorkingDirectories(effect, context)) return "it reads inside the working directories";
  const isResult = context.resultsDirectories.some((directory) => isInside(effect.realPath, directory));
  return isResult ? "it reads results of this session" : undefined;
}
