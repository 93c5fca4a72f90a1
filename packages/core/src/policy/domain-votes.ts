import type { Vote } from "../contract/decision.ts";
import type { EntryOf } from "./compile-rules.ts";
import { matchDomain } from "./match-domain.ts";
import type { PolicyCall } from "./policy.ts";
import { ruleVote } from "./rule-vote.ts";

/**
 * Votes of `WebFetch(domain:…)` rules. A deny or ask binds every connection; an allow binds those of trusted tools
 * that run no command, because a command does more with a host than fetch from it.
 */
export function domainVotes(rules: readonly EntryOf<"domain">[], call: PolicyCall, trusted: boolean): Vote[] {
  const runsCommand = call.effects.some(({ kind }) => kind === "exec" || kind === "opaque");
  return call.effects.flatMap((effect, index) => {
    if (effect.kind !== "connect") return [];
    return rules
      .filter(({ behavior }) => behavior !== "allow" || (trusted && !runsCommand))
      .filter(({ match }) => matchDomain(match.pattern, effect.host))
      .map((entry) => ruleVote(entry, `connecting to ${effect.host}`, { effect: index }));
  });
}
