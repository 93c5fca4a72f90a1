import type { Question } from "@gauntlet/core";
import { describeVote, viewDecision } from "./decision-view.ts";
import { visibleText } from "./visible-text.ts";

/** What a person is shown before they answer: the call in words, its whole input, what it would touch, and why it asks. */
export function questionText({ tool, words, input, decision }: Question): string {
  const { effects, because } = viewDecision(decision);
  return visibleText(
    [
      `${tool} wants to: ${words}`,
      `  input: ${JSON.stringify(input, null, 2).replaceAll("\n", "\n  ")}`,
      ...effects.map((effect) => `  touches: ${effect}`),
      ...because.map((vote) => `  asks because: ${describeVote(vote)}`),
    ].join("\n"),
  );
}
