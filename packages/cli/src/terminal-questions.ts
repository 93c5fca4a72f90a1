import type { PersonAnswer, PersonQuestion } from "@gauntlet/core";
import { unmistakableLine } from "./unmistakable-text.ts";

/** The questions of one request, while a person answers them line by line. */
export interface QuestionRound {
  /** What is written before the next line is read. */
  prompt(): string;
  /** Takes a line. @returns the answer to the request when all questions have one, or when the line ends it. */
  take(line: string): PersonAnswer | undefined;
}

/**
 * Asks questions one after the other. A number chooses an option, several with commas where several may hold; any
 * other text is an answer of its own; a blank line gives none. `n` with a word refuses, `s` stops the task.
 * @param proposal what is sent back, with `answers` by the keys of the questions.
 */
export function createQuestionRound(questions: readonly PersonQuestion[], proposal: unknown): QuestionRound {
  const answers = new Map<string, string>();
  let at = 0;
  return {
    prompt: () => questionLines(questions[at]),
    take(line) {
      const refusal = refusalIn(line);
      if (refusal) return refusal;
      const question = questions[at];
      const answer = question && choiceOf(line, question);
      if (question && answer !== undefined) answers.set(question.key, answer);
      at += 1;
      if (at < questions.length) return undefined;
      return { behavior: "allow", input: { ...(proposal as object), answers: Object.fromEntries(answers) } };
    },
  };
}

function questionLines(question: PersonQuestion | undefined): string {
  if (!question) return "";
  const { words, options, isMultiple } = question;
  const lines = options.flatMap(({ label, description }, at) => [
    `    ${at + 1}  ${label}${description ? `: ${description}` : ""}`,
  ]);
  const how = isMultiple ? "numbers with commas, or your own words" : "a number, or your own words";
  return `${[`  ${words}`, ...lines].map(unmistakableLine).join("\n")}\n  ${how} · n · s > `;
}

function refusalIn(line: string): PersonAnswer | undefined {
  const [, key, word] = /^\s*(n|no|s|stop)(?:\s+(.*?))?\s*$/s.exec(line) ?? [];
  if (key === undefined) return undefined;
  return { behavior: key.startsWith("n") ? "deny" : "stop", ...(word && { message: word }) };
}

/** The labels that numbers stand for, else the words themselves. */
function choiceOf(line: string, { options, isMultiple }: PersonQuestion): string | undefined {
  const text = line.trim();
  if (text === "") return undefined;
  if (!(isMultiple ? /^\d+(\s*,\s*\d+)*$/ : /^\d+$/).test(text)) return text;
  const labels = text.split(",").map((number) => options[Number(number) - 1]?.label);
  return labels.every((label) => label !== undefined) ? [...new Set(labels)].join(", ") : text;
}
