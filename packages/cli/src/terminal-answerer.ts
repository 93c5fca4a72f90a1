import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Answerer,
  MODES,
  type Mode,
  type PersonAnswer,
  type Question,
  type RememberedRule,
} from "@gauntlet/core";
import { questionText } from "./question-text.ts";
import { createQuestionRound } from "./terminal-questions.ts";
import { unmistakableLine } from "./unmistakable-text.ts";

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

const HELP = [
  "  y             allow once",
  "  r [rule]      allow, and remember the rule for this session (rl: in this directory, ru: for you everywhere;",
  "                r30: for 30 minutes)",
  "  e {json}      allow with another input",
  "  n [word]      deny; the word goes to the model",
  "  m <mode>      change the mode and decide again",
  "  s [word]      stop the task",
].join("\n");

const PROMPT = "  y · r · e · n · m · s · ? > ";

/** By then a terminal has handed over what it held. */
const PENDING_MS = 30;

const SCOPES = { r: "session", rl: "local", ru: "user" } as const;

/**
 * Asks the person at the terminal, until an answer can be understood. The end of input denies. Rules a person may keep
 * are shown before they are kept, and never say more than what was shown unless the person writes them so.
 */
export function createTerminalAnswerer({ input, output }: Terminal): Answerer {
  const colors = Boolean(output.isTTY) && !process.env["NO_COLOR"];
  return {
    name: "person",
    async answer(question, signal) {
      if (input.isTTY) await dropTyped(input);
      const round = question.questions && createQuestionRound(question.questions, question.input);
      const prompt = (): string => round?.prompt() ?? PROMPT;
      output.write(`\n${questionText(question, { colors })}\n${proposalText(question)}${prompt()}`);
      const lines = createInterface({ input, output });
      const onAbort = (): void => lines.close();
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        for await (const line of lines) {
          const answer = round ? round.take(line) : readAnswer(line, question);
          if (typeof answer === "object") return answer;
          output.write(`${answer === undefined ? "" : `${answer}\n`}${prompt()}`);
        }
        signal.throwIfAborted();
        return { behavior: "deny" };
      } finally {
        signal.removeEventListener("abort", onAbort);
        lines.close();
      }
    },
  };
}

/** What was typed before the question was shown is no answer to it. */
async function dropTyped(input: NodeJS.ReadableStream): Promise<void> {
  const drop = (): void => {};
  input.on("data", drop);
  await delay(PENDING_MS);
  input.off("data", drop);
  input.pause();
}

function proposalText({ proposals }: Question): string {
  return proposals.map((rule) => `${unmistakableLine(`  r would remember: ${rule}`)}\n`).join("");
}

/** The answer a line stands for, or what to tell the person instead. */
export function readAnswer(line: string, question: Pick<Question, "proposals">): PersonAnswer | string {
  const [, key = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(line) ?? [];
  const message = rest === "" ? {} : { message: rest };
  const timed = /^r([1-9]\d{0,3})$/.exec(key);
  if (timed) return remembering(rest, { scope: "session", minutes: Number(timed[1]) }, question);
  switch (key) {
    case "y":
    case "yes":
      return { behavior: "allow" };
    case "n":
    case "no":
      return { behavior: "deny", ...message };
    case "s":
    case "stop":
      return { behavior: "stop", ...message };
    case "r":
    case "rl":
    case "ru":
      return remembering(rest, { scope: SCOPES[key] }, question);
    case "e":
      return editing(rest);
    case "m":
      return MODES.includes(rest as Mode)
        ? { behavior: "mode", mode: rest as Mode }
        : `  modes: ${MODES.join(", ")}`;
    default:
      return HELP;
  }
}

function remembering(
  typed: string,
  how: Pick<RememberedRule, "scope" | "minutes">,
  { proposals }: Pick<Question, "proposals">,
): PersonAnswer | string {
  if (typed !== "") return { behavior: "allow", remember: { rules: [typed], ...how } };
  if (proposals.length === 0) return "  no rule can stand for just this call; write one after r, or answer y";
  return { behavior: "allow", remember: { rules: proposals, ...how } };
}

function editing(json: string): PersonAnswer | string {
  try {
    return { behavior: "allow", input: JSON.parse(json) as unknown };
  } catch {
    return "  after e comes the whole new input as JSON";
  }
}

/** Tells whether a person can be asked: both ends are a terminal. */
export function hasPerson(): boolean {
  return Boolean(process.stdin.isTTY && process.stderr.isTTY);
}
