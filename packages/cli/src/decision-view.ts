import { type Behavior, type Decision, describeEffect, type Judgement, type Vote } from "@gauntlet/core";

/** A vote as scripts read it: the effect in words instead of its number. */
export type VoteView = Omit<Vote, "effect"> & { readonly effect?: string };

/** A decision as scripts read it. `because` is never empty: where nobody voted, it says so. */
export interface DecisionView extends Omit<Decision, "because" | "votes" | "effects"> {
  readonly because: readonly VoteView[];
  readonly votes: readonly VoteView[];
  readonly effects: readonly string[];
}

export function viewDecision(decision: Decision): DecisionView {
  const effects = decision.effects.map(describeEffect);
  const view = votesIn(effects);
  return {
    ...decision,
    because: [...decision.because.map(view), ...unvoted(decision, effects)],
    votes: decision.votes.map(view),
    effects,
  };
}

const votesIn =
  (effects: readonly string[]) =>
  ({ effect, ...vote }: Vote): VoteView => ({
    ...vote,
    ...(effect !== undefined && { effect: effects[effect] ?? "an effect the call does not have" }),
  });

/** The outcome of a vote as scripts read it. */
export function viewJudgement({ behavior, because, uncovered, effects }: Judgement): {
  readonly behavior: Behavior;
  readonly because: readonly VoteView[];
} {
  const words = effects.map(describeEffect);
  const view = votesIn(words);
  return { behavior, because: [...because.map(view), ...unvoted({ behavior, because, uncovered }, words)] };
}

function unvoted(
  { behavior, because, uncovered }: Omit<Judgement, "effects">,
  effects: readonly string[],
): readonly VoteView[] {
  if (behavior !== "ask" || because.length > 0) return [];
  const nobody = (why: string, effect?: string): VoteView => ({
    behavior: "ask",
    source: "builtin",
    voter: "default",
    why,
    ...(effect !== undefined && { effect }),
  });
  if (uncovered.length === 0) return [nobody("nobody allows this call, so a person is asked")];
  return uncovered.map((index) =>
    nobody(`nobody allows \`${effects[index]}\`, so a person is asked`, effects[index]),
  );
}

/** One line a vote: why, who says so, and where that is written. */
export function describeVote(vote: VoteView): string {
  const place =
    vote.file === undefined ? "" : `, ${vote.file}${vote.line === undefined ? "" : `:${vote.line}`}`;
  const rule = vote.rule === undefined ? "" : ` rule \`${vote.rule}\``;
  const id = vote.ruleId === undefined ? "" : `, ${vote.ruleId}`;
  const plugin = /^([^`]+): /.exec(vote.voter)?.[1];
  const by =
    plugin === undefined || ["builtin", "hook"].includes(vote.source) ? "" : `plugin ${vote.voter}, `;
  return `${vote.why} (${by}${vote.source}${rule}${id}${place})`;
}
