import type { Vote } from "../contract/decision.ts";
import { isPathEffect } from "../contract/effect.ts";
import type { PathEntry } from "./compile-rules.ts";
import { findNames, inodeKey, isCrowded, type LinkedFile, linkedFile } from "./inode-names.ts";
import type { PathIndex } from "./path-index.ts";
import { isInside } from "./path-inside.ts";
import { DOING } from "./path-votes.ts";
import type { PolicyCall, PolicyContext } from "./policy.ts";
import { ruleVote } from "./rule-vote.ts";

interface Linked {
  readonly at: number;
  /** As spelled. */
  readonly path: string;
  readonly file: LinkedFile;
  readonly kind: "read" | "write" | "delete";
  readonly rules: readonly PathEntry[];
  readonly crowded: boolean;
}

/**
 * Votes of deny and ask path rules on files that have several names: a rule about one name is about all of them. The
 * other names are looked for in the places the rules name; where not all could be looked at, this asks, except for
 * reading what package managers keep. Without such rules nothing is touched.
 */
export function inodeVotes(
  index: PathIndex,
  call: PolicyCall,
  { workingDirectories }: Pick<PolicyContext, "workingDirectories">,
): Vote[] {
  const linked = linkedEffects(index, call);
  if (linked.length === 0) return [];
  const { places, narrowed } = placesOf(
    linked.flatMap(({ rules }) => rules),
    workingDirectories,
  );
  const { names, complete } = findNames(
    linked.map(({ file }) => file),
    places,
  );
  return linked.flatMap((one) => {
    const { at, file, kind, rules, crowded } = one;
    const others = names.get(inodeKey(file)) ?? [];
    const binding = rules.filter(({ matcher }) => others.some((name) => matcher.matchesPath(name)));
    const votes = binding.map((entry) =>
      ruleVote(entry, `${DOING[kind]} it by another name`, { effect: at }),
    );
    const searched = complete && (!narrowed || (crowded && kind === "read"));
    return searched || others.length >= file.nlink ? votes : [...votes, doubt(one)];
  });
}

function linkedEffects({ bindingReads, bindingWrites }: PathIndex, { effects }: PolicyCall): Linked[] {
  return effects.flatMap((effect, at): Linked[] => {
    if (!isPathEffect(effect) || effect.tree) return [];
    const rules = effect.kind === "read" ? bindingReads : bindingWrites;
    const file = rules.length > 0 ? linkedFile(effect.realPath) : undefined;
    return file === undefined
      ? []
      : [{ at, path: effect.path, file, kind: effect.kind, rules, crowded: isCrowded(effect.realPath) }];
  });
}

/**
 * The places where files that rules are about may lie. A rule about everything below home or the
 * root is looked for in the working directories only, which is then said by `narrowed`.
 */
export function placesOf(
  rules: readonly PathEntry[],
  workingDirectories: readonly string[],
): { readonly places: readonly string[]; readonly narrowed: boolean } {
  const named = [...new Set(rules.flatMap(({ matcher }) => matcher.roots))];
  const within = (root: string) => workingDirectories.filter((directory) => isInside(directory, root));
  return {
    places: [...new Set(named.flatMap((root) => (within(root).length > 0 ? within(root) : [root])))],
    narrowed: named.some((root) => within(root).some((directory) => !isInside(root, directory))),
  };
}

// Says nothing about single rules, so that their order makes no difference.
const doubt = ({ at, path, file }: Linked): Vote => ({
  behavior: "ask",
  source: "builtin",
  voter: "rules",
  why: `\`${path}\` has ${file.nlink} names, and not every place that rules deny could be searched for them`,
  effect: at,
});
