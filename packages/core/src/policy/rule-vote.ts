import type { Behavior, Vote } from "../contract/decision.ts";
import type { Entry } from "./compile-rules.ts";

/** What may differ from the rule in a vote it casts. */
export interface RuleVoteDetail {
  readonly effect?: number;
  /** Replaces a deny where it can only be suspected to bind. */
  readonly behavior?: Behavior;
}

const VERBS: Readonly<Record<Behavior, string>> = { deny: "denies", ask: "asks before", allow: "allows" };

/**
 * The vote of a rule.
 * @param what what the rule is about, after its verb: `reading it`. The rule's own `why` wins over it.
 */
export function ruleVote({ rule }: Entry, what: string, { effect, behavior }: RuleVoteDetail = {}): Vote {
  const { text, source, id, file, line, why, behavior: written } = rule.source;
  const suspected = behavior !== undefined && behavior !== written;
  const verb = suspected ? "might deny" : VERBS[written];
  return {
    behavior: behavior ?? written,
    source,
    voter: "rules",
    why: why ?? `rule \`${text.trim()}\` of ${source} ${verb} ${what}`,
    ...(effect === undefined ? {} : { effect }),
    rule: text,
    ...(id === undefined ? {} : { ruleId: id }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
}
