import type { Vote } from "../contract/decision.ts";
import { isPathEffect } from "../contract/effect.ts";
import type { PathEntry } from "./compile-rules.ts";
import { findNames, inodeKey, type LinkedFile, linkedFile } from "./inode-names.ts";
import type { PathIndex } from "./path-index.ts";
import { isInside } from "./path-inside.ts";
import { DOING } from "./path-votes.ts";
import type { PolicyCall, PolicyContext } from "./policy.ts";
import { ruleVote } from "./rule-vote.ts";

interface Linked {
  readonly at: number;
  readonly file: LinkedFile;
  readonly kind: "read" | "write" | "delete";
  readonly rules: readonly PathEntry[];
}

/**
 * Votes of deny and ask path rules on files that have several names: a rule about one name is about all of them. The
 * other names are looked for in the places the rules name; where not all could be looked at, this asks. Without such
 * rules nothing is touched.
 */
export function inodeVotes(
  index: PathIndex,
  call: PolicyCall,
  { workingDirectories }: Pick<PolicyContext, "workingDirectories">,
): Vote[] {
  const linked = linkedEffects(index, call);
  if (linked.length === 0) return [];
  const { names, complete } = findNames(
    linked.map(({ file }) => file),
    placesOf(
      linked.flatMap(({ rules }) => rules),
      workingDirectories,
    ),
  );
  return linked.flatMap(({ at, file, kind, rules }) => {
    const others = names.get(inodeKey(file)) ?? [];
    const binding = rules.filter(({ matcher }) => others.some((name) => matcher.matchesPath(name)));
    const votes = binding.map((entry) =>
      ruleVote(entry, `${DOING[kind]} it by another name`, { effect: at }),
    );
    return complete || others.length >= file.nlink ? votes : [...votes, doubt(file, at)];
  });
}

function linkedEffects({ bindingReads, bindingWrites }: PathIndex, { effects }: PolicyCall): Linked[] {
  if (bindingWrites.length === 0) return [];
  return effects.flatMap((effect, at): Linked[] => {
    if (!isPathEffect(effect) || effect.tree) return [];
    const rules = effect.kind === "read" ? bindingReads : bindingWrites;
    const file = rules.length > 0 ? linkedFile(effect.realPath) : undefined;
    return file === undefined ? [] : [{ at, file, kind: effect.kind, rules }];
  });
}

/**
 * The places where files that rules are about may lie, none inside another. A rule about everything below home or the
 * root is looked for in the working directories only.
 */
export function placesOf(
  rules: readonly PathEntry[],
  workingDirectories: readonly string[],
): readonly string[] {
  const roots = new Set(
    [...new Set(rules.flatMap(({ matcher }) => matcher.roots))].flatMap((root) => {
      const within = workingDirectories.filter((directory) => isInside(directory, root));
      return within.length > 0 ? within : [root];
    }),
  );
  return [...roots].filter((root) => ![...roots].some((other) => other !== root && isInside(root, other)));
}

// Says nothing about single rules, so that their order makes no difference.
const doubt = ({ nlink }: LinkedFile, effect: number): Vote => ({
  behavior: "ask",
  source: "builtin",
  voter: "rules",
  why: `the file has ${nlink} names, and not every place that rules deny could be searched for them`,
  effect,
});
