import { createInterface } from "node:readline";
import type { CallRequest, Explanation, Session } from "@gauntlet/core";
import { describeVote, viewDecision } from "../decision-view.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { callFromArguments } from "../input-argument.ts";
import { readRequestLine } from "../request-lines.ts";
import { createFromOptions, openSession, type RunOptions } from "../run-options.ts";
import { visibleText } from "../visible-text.ts";

export interface ExplainOptions extends RunOptions {
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

/** `gauntlet explain`: what would be decided and why. Runs nothing, asks nobody, writes nothing. */
export async function runExplain(
  tool: string | undefined,
  input: string | undefined,
  options: ExplainOptions,
): Promise<ExitCode> {
  const call = options.jsonl ? undefined : callFromArguments(tool, input, "explain");
  const person = { name: "person", answer: async () => undefined };
  const gauntlet = await createFromOptions(options, { answerers: [person] });
  const session = await openSession(gauntlet);
  try {
    return call ? await explainOne(session, call, options) : await explainLines(session);
  } finally {
    await session.close();
  }
}

async function explainOne(session: Session, call: CallRequest, { json }: ExplainOptions): Promise<ExitCode> {
  const explanation = await session.explain(call);
  if (json) process.stdout.write(`${JSON.stringify(answerOf(explanation), null, 2)}\n`);
  else process.stdout.write(`${visibleText(textOf(call, explanation))}\n`);
  if (!("decision" in explanation)) return EXIT.failed;
  return explanation.decision.effective === "deny" ? EXIT.denied : EXIT.done;
}

async function explainLines(session: Session): Promise<ExitCode> {
  const write = (answer: unknown): void => void process.stdout.write(`${JSON.stringify(answer)}\n`);
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === "") continue;
    const request = readRequestLine(line);
    if (request.kind === "call") write({ id: request.id, ...answerOf(await session.explain(request.call)) });
    else if (request.kind === "calls") {
      const results = await Promise.all(
        request.calls.map(async (call) => answerOf(await session.explain(call))),
      );
      write({ id: request.id, results });
    } else if (request.kind === "bad") write({ id: request.id, outcome: "invalid", error: request.why });
  }
  return EXIT.done;
}

function answerOf(explanation: Explanation): object {
  if (!("decision" in explanation)) return explanation;
  const { decision, check } = explanation;
  return { decision: viewDecision(decision), ...(check !== undefined && { check }) };
}

const VERDICTS = {
  allow: "would run",
  ask: "would ask a person",
  deny: "would be denied",
} as const;

function textOf(call: CallRequest, explanation: Explanation): string {
  if (!("decision" in explanation)) return `${call.tool}: ${explanation.outcome}. ${explanation.message}`;
  const { decision, check } = explanation;
  const { because, votes, effects, mode, effective, behavior } = viewDecision(decision);
  const translated =
    effective === behavior ? "" : ` (the vote says ${behavior}; in this mode nobody is asked)`;
  return [
    `${call.tool} ${VERDICTS[effective]}${translated}`,
    ...effects.map((effect) => `  touches  ${effect}`),
    ...because.map((vote) => `  because  ${describeVote(vote)}`),
    ...votes.map(
      (vote) =>
        `  vote     ${vote.behavior} ${vote.effect ? `on ${vote.effect}` : "on the call"}: ${describeVote(vote)}`,
    ),
    `  mode     ${mode}`,
    ...(check === undefined ? [] : [`  check    the tool objects: ${check}`]),
  ].join("\n");
}
