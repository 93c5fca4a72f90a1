import type { Vote } from "../contract/decision.ts";
import { messageOf } from "../errors.ts";
import { voteBuiltinAllows } from "./builtin-allows.ts";
import { readVote } from "./combine.ts";
import { voteByMode } from "./modes.ts";
import type { NamedVoter, PolicyCall, PolicyContext } from "./policy.ts";
import { voteOnProtectedPaths } from "./protected-paths.ts";
import type { RuleSet } from "./rules.ts";

/** The voters of the runtime beside the rules, in order. The order shows in listings and decides nothing. */
export const BUILTIN_VOTERS: readonly NamedVoter[] = Object.freeze([
  { name: "modes", vote: voteByMode },
  { name: "protected-paths", vote: voteOnProtectedPaths },
  { name: "builtin-allows", vote: voteBuiltinAllows },
]);

/** The voter of a set of rules. */
export function rulesVoter(rules: RuleSet): NamedVoter {
  return { name: "rules", vote: (call, context) => rules.votes(call, context) };
}

/**
 * Collects the votes of all voters, in their order. A voter that throws or answers anything but votes on this call
 * gets a deny vote in its name. Never throws.
 */
export function collectVotes(
  voters: readonly NamedVoter[],
  call: PolicyCall,
  context: PolicyContext,
): readonly Vote[] {
  return voters.flatMap(({ name, vote }) => {
    try {
      const votes: unknown = vote(call, context);
      if (!Array.isArray(votes)) return failed(name, "did not answer with a list of votes");
      // Array.from reads holes as well, which would vanish otherwise.
      return Array.from(votes, (value: unknown) => readVote(value, call.effects.length));
    } catch (error) {
      return failed(name, `failed: ${messageOf(error)}`);
    }
  });
}

const failed = (voter: string, what: string): Vote => ({
  behavior: "deny",
  source: "builtin",
  voter,
  why: `the check \`${voter}\` ${what}`,
});
