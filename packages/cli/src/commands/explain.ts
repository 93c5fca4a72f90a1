import type { CallRequest, Decision, Explanation, Session } from "@gauntlet/core";
import { asAgent } from "../agent-line.ts";
import { answerLine } from "../answer-line.ts";
import { changeHints } from "../change-hints.ts";
import { viewDecision } from "../decision-view.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { decisionLines, labelled } from "../explanation-text.ts";
import { callFromArguments } from "../input-argument.ts";
import { quotedBelow } from "../notice.ts";
import { ONLOOKER } from "../onlooker.ts";
import { answerRemember } from "../remember-line.ts";
import { readRequests } from "../request-lines.ts";
import { createFromOptions, type RunOptions } from "../run-options.ts";
import { sufficientRules } from "../sufficient-rules.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";
import { openSession, withSession } from "../with-session.ts";

export interface ExplainOptions extends RunOptions {
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

const EXTRAS = { answerers: [ONLOOKER], mayAskModel: true };

/** `gauntlet explain`: what would be decided and why. Runs no call, asks nobody; meets MCP servers as a run would. */
export async function runExplain(
  tool: string | undefined,
  input: string | undefined,
  options: ExplainOptions,
): Promise<ExitCode> {
  const call = options.jsonl ? undefined : callFromArguments(tool, input, "explain");
  if (options.hooks === false)
    process.stderr.write("gauntlet: `--no-hooks`: command hooks are left out, a run asks them too\n");
  const gauntlet = await createFromOptions(options, EXTRAS);
  return withSession(openSession(gauntlet), (session) =>
    call ? explainOne(session, call, options) : explainLines(session),
  );
}

async function explainOne(session: Session, call: CallRequest, options: ExplainOptions): Promise<ExitCode> {
  const explanation = await session.explain(call);
  const changes = "decision" in explanation ? await changesFor(call, explanation.decision, options) : [];
  if (options.json) {
    const change = changes.length > 0 && { change: changes };
    process.stdout.write(`${visibleJson({ ...answerOf(explanation), ...change }, 2)}\n`);
  } else process.stdout.write(textOf(call, explanation, changes));
  if (!("decision" in explanation)) return EXIT.failed;
  return explanation.decision.effective === "deny" ? EXIT.denied : EXIT.done;
}

async function changesFor(
  call: CallRequest,
  decision: Decision,
  options: ExplainOptions,
): Promise<readonly string[]> {
  return changeHints(decision, await sufficientRules({ call, decision, options, extras: EXTRAS }));
}

async function explainLines(session: Session): Promise<ExitCode> {
  const write = (answer: unknown): void => void process.stdout.write(`${visibleJson(answer)}\n`);
  for await (const request of readRequests(process.stdin)) {
    if (request.kind === "call" || request.kind === "calls") {
      const calls = request.kind === "call" ? [request.call] : request.calls;
      const work = async (): Promise<object> => {
        const results = await asAgent(session, request.agent, (own) =>
          Promise.all(calls.map(async (call) => answerOf(await own.explain(call)))),
        );
        return request.kind === "call" ? { ...results[0] } : { results };
      };
      write(await answerLine(request.id, work));
    } else if (request.kind === "remember") write(await answerRemember(session, request));
    else if (request.kind === "bad") write({ id: request.id, outcome: "invalid", error: request.why });
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

function textOf(call: CallRequest, explanation: Explanation, changes: readonly string[]): string {
  if (!("decision" in explanation))
    return `${quotedBelow(`${call.tool}: ${explanation.outcome}. ${explanation.message}`)}\n`;
  const { decision, check } = explanation;
  const { effective, behavior } = decision;
  const translated = effective === behavior ? "" : `: the vote says ${behavior}, and nobody is asked`;
  return [
    `${call.tool} ${VERDICTS[effective]}${translated}`,
    ...decisionLines(decision),
    ...(check === undefined ? [] : [labelled("check", `the tool objects: ${check}`)]),
    ...(changes.length === 0 ? [] : ["  to change this"]),
    ...changes.map((change) => labelled("", change)),
  ]
    .map((line) => `${visibleLine(line)}\n`)
    .join("");
}
