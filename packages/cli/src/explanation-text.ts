import { isDeepStrictEqual } from "node:util";
import type { Decision } from "@gauntlet/core";
import { type VoteView, viewDecision } from "./decision-view.ts";

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
      labelled("because", groundsOf(vote) + (effects.length > 1 ? `, ${aboutOf(vote)}` : "")),
    ),
    ...others.map((vote) => labelled("vote", `${vote.behavior} ${aboutOf(vote)}: ${groundsOf(vote)}`)),
    labelled("mode", headless ? `${mode}, headless` : mode),
    ...(decision.policies ?? []).map(({ name, revision }) => labelled("policy", `${name} ${revision}`)),
  ];
}

/** Why, who says so and where that is written. */
function groundsOf({ why, ...vote }: VoteView): string {
  const place = [...sayer(vote, why), ...(vote.ruleId === undefined ? [] : [vote.ruleId]), ...placeOf(vote)];
  return place.length === 0 ? why : `${why} (${place.join(", ")})`;
}

const aboutOf = ({ effect }: VoteView): string => (effect === undefined ? "on the call" : `on ${effect}`);

type Sayer = Pick<VoteView, "source" | "rule" | "file" | "line">;

/** Who says so; nothing when the reason names rule and source already. */
function sayer({ source, rule }: Sayer, why: string): readonly string[] {
  if (rule === undefined) return [source];
  const words = `\`${rule.trim()}\` of ${source}`;
  return why.includes(words) ? [] : [`rule ${words}`];
}

const placeOf = ({ file, line }: Sayer): readonly string[] =>
  file === undefined ? [] : [line === undefined ? file : `${file}:${line}`];
