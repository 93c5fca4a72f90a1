import type { Vote } from "../contract/decision.ts";
import type { LocatedEffect } from "../contract/effect.ts";
import { isInside, relativeInside, toComparable } from "./path-inside.ts";
import type { PolicyCall, PolicyContext } from "./policy.ts";
import { realPathOrSelf } from "./real-path.ts";
import { trustsEffects } from "./trust.ts";

const VOTE = { behavior: "allow", source: "builtin", voter: "builtin-allows" } as const;

/**
 * Allows what needs no rule: reads in the working directories and of this session's own results, session state,
 * questions to the person, and calls that declare to touch nothing. All of it rests on what the tool claims, so only
 * for tools whose claims are trusted.
 */
export function voteBuiltinAllows(call: PolicyCall, context: PolicyContext): readonly Vote[] {
  if (!trustsEffects(call, context)) return [];
  if (call.effects.length === 0) return [{ ...VOTE, why: "the call touches nothing" }];
  return call.effects.flatMap((effect, index): Vote[] => {
    const why = reasonFor(effect, context);
    return why === undefined ? [] : [{ ...VOTE, why, effect: index }];
  });
}

function reasonFor(effect: LocatedEffect, context: PolicyContext): string | undefined {
  switch (effect.kind) {
    case "state":
      return "session state is the session's own";
    case "person":
      return "the person is asked by the call itself";
    case "read":
      return reasonToRead(effect, context);
    default:
      return undefined;
  }
}

function reasonToRead(
  { path, realPath }: Extract<LocatedEffect, { kind: "read" | "write" | "delete" }>,
  { cwd, workingDirectories, resultsDirectory }: PolicyContext,
): string | undefined {
  const directories = workingDirectories.filter((directory) => isInside(realPath, directory));
  const spelled = [cwd, ...workingDirectories].some((directory) => isInside(path, directory));
  const isKnown = spelled || directories.some((directory) => isSpelledThroughLink(path, realPath, directory));
  if (directories.length > 0 && isKnown) return "it reads inside the working directories";
  return isInside(realPath, resultsDirectory) ? "it reads results of this session" : undefined;
}

// The working directory itself may be spelled through a link to it; a link to something in it is another matter.
function isSpelledThroughLink(path: string, realPath: string, directory: string): boolean {
  const way = relativeInside(toComparable(realPath), toComparable(directory));
  const ending = way ? `/${way}` : "";
  if (way === undefined || !path.endsWith(ending) || path === ending) return false;
  return realPathOrSelf(path.slice(0, path.length - ending.length)) === directory;
}
