import type { Vote } from "../contract/decision.ts";
import { isPathEffect, type LocatedPathEffect } from "../contract/effect.ts";
import type { PathEntry } from "./compile-rules.ts";
import type { PathIndex } from "./path-index.ts";
import type { PolicyCall } from "./policy.ts";
import { ruleVote } from "./rule-vote.ts";

/** What effects do to a path, in words. */
export const DOING = { read: "reading", write: "writing", delete: "deleting" } as const;

/**
 * Votes of `Read(path)` and `Edit(path)` rules. A deny or ask binds when the path or the place it leads to matches;
 * an allow needs both to match, and a tool whose claims are trusted.
 */
export function pathVotes(index: PathIndex, call: PolicyCall, trusted: boolean): Vote[] {
  return call.effects.flatMap((effect, at) => {
    if (!isPathEffect(effect)) return [];
    const filtered = trusted && call.tool.flags.honorsReadDenies && effect.kind === "read";
    // What lies inside a directory can have any name.
    const rules = effect.tree && !filtered ? index.all : index.near([effect.path, effect.realPath]);
    return rules.flatMap((entry) => {
      if (!concerns(entry, effect)) return [];
      if (entry.behavior === "allow") {
        const allows = trusted && isAllowed(entry, effect);
        return allows ? ruleVote(entry, `${DOING[effect.kind]} it`, { effect: at }) : [];
      }
      if (binds(entry, effect)) return ruleVote(entry, `${DOING[effect.kind]} it`, { effect: at });
      if (filtered || !mayBindBelow(entry, effect)) return [];
      return ruleVote(entry, `${DOING[effect.kind]} something below it`, { effect: at, behavior: "ask" });
    });
  });
}

/** True when a deny or ask rule is about reading this path or the place it leads to. */
export function isReadDenied(index: PathIndex, path: string, realPath: string): boolean {
  if (index.bindingReads.length === 0) return false;
  const isAbout = (place: string): boolean =>
    index
      .bindingNear(place)
      .some(({ match, matcher }) => match.access === "read" && matcher.matchesPath(place));
  return isAbout(path) || (realPath !== path && isAbout(realPath));
}

// Who may not read a file may not replace it either; who may edit it may read it.
function concerns({ behavior, match }: PathEntry, { kind }: LocatedPathEffect): boolean {
  if (behavior === "allow") return match.access === "edit" || kind === "read";
  return match.access === "read" || kind !== "read";
}

function isAllowed({ matcher }: PathEntry, { kind, path, realPath, tree }: LocatedPathEffect): boolean {
  return [path, realPath].every((place) => {
    if (tree) return matcher.coversTree(place);
    // Listing a directory tells no more than reading everything in it.
    return matcher.matchesPath(place) || (kind === "read" && matcher.coversTree(place));
  });
}

function binds({ matcher }: PathEntry, { path, realPath }: LocatedPathEffect): boolean {
  return [path, realPath].some((place) => matcher.matchesPath(place));
}

function mayBindBelow({ matcher }: PathEntry, { path, realPath, tree }: LocatedPathEffect): boolean {
  return tree === true && [path, realPath].some((place) => matcher.mayLieInside(place));
}
