import type { Question } from "@gauntlet/core";
import pc from "picocolors";
import { describeVote, viewDecision } from "./decision-view.ts";
import { unmistakableLine, unmistakableText } from "./unmistakable-text.ts";

/** Whether the text goes to a terminal that shows colors. */
export interface QuestionStyle {
  readonly colors: boolean;
}

/**
 * What a person is shown before they answer: the call in words, the call as its tool shows it (for edits a diff), what
 * it would touch, and why it asks. Everything from outside is made unmistakable first, then colored; nothing of it
 * begins a line, but behind the bar of the preview.
 */
export function questionText(question: Question, { colors }: QuestionStyle): string {
  const { tool, agent, words, preview, decision } = question;
  const who = agent === undefined ? tool : `${tool} of the agent ${agent}`;
  const { effects, because } = viewDecision(decision);
  const paint = pc.createColors(colors);
  return [
    paint.bold(unmistakableLine(`${who} wants to: ${words}`)),
    ...unmistakableText(preview)
      .split("\n")
      .map((line) => `  │ ${colorOf(line, paint)}`),
    ...effects.map((effect) => unmistakableLine(`  touches: ${effect}`)),
    ...because.map((vote) => unmistakableLine(`  asks because: ${describeVote(vote)}`)),
  ].join("\n");
}

function colorOf(line: string, paint: ReturnType<typeof pc.createColors>): string {
  if (line.startsWith("+")) return paint.green(line);
  return line.startsWith("-") ? paint.red(line) : line;
}
