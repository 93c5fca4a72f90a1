import { isDeepStrictEqual } from "node:util";
import type { Decision } from "@gauntlet/core";
import { describeVote, type VoteView, viewDecision } from "./decision-view.ts";

const COLUMN = 9;

/** One line under a verdict: a word on the left, what it says on the right. */
export const labelled = (label: string, text: string): string => `  ${label.padEnd(COLUMN - 2)}  ${text}`;

/**
 * The grounds of a decision, line by line: effects, determining votes, the other votes, mode, policies in force.
 * Holds text from outside; each line goes through `visibleLine` before it is shown.
 */
export function decisionLines(decision: Decision): readonly string[] {
  const { because, effects, mode, headless } = viewDecision(decision);
  const others = viewDecision({
    ...decision,
    votes: decision.votes.filter((vote) => !decision.because.some((other) => isDeepStrictEqual(other, vote))),
  }).votes;
  return [
    ...(effects.length === 0 ? [labelled("touches", "nothing")] : []),
    ...effects.map((effect) => labelled("touches", effect)),
    ...because.map((vote) =>
      labelled("because", describeVote(vote) + (effects.length > 1 ? `, ${aboutOf(vote)}` : "")),
    ),
    ...others.map((vote) => labelled("vote", `${vote.behavior} ${aboutOf(vote)}: ${describeVote(vote)}`)),
    labelled("mode", headless ? `${mode}, headless` : mode),
    ...(decision.policies ?? []).map(({ name, revision }) => labelled("policy", `${name} ${revision}`)),
  ];
}

const aboutOf = ({ effect }: VoteView): string => (effect === undefined ? "on the call" : `on ${effect}`);
