import { type CallRequest, type Session, type SettledCall, SHORTEST_DECISION_ID } from "@gauntlet/core";
import { asAgent } from "../agent-line.ts";
import { answerLine } from "../answer-line.ts";
import { createScriptedAnswerer } from "../answers-file.ts";
import { contentText } from "../content-text.ts";
import { describeVote, viewDecision } from "../decision-view.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { callFromArguments } from "../input-argument.ts";
import { withInterrupt } from "../interrupt.ts";
import { answerRemember } from "../remember-line.ts";
import { type RequestLine, readRequests } from "../request-lines.ts";
import type { RunOptions } from "../run-options.ts";
import { startSession } from "../start-session.ts";
import { createTerminalAnswerer, hasPerson } from "../terminal-answerer.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";
import { visibleText } from "../visible-text.ts";

export interface CallOptions extends RunOptions {
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly answers?: string;
}

/** `gauntlet call`: tools through every gate, without a model. One process is one session. */
export async function runCall(
  tool: string | undefined,
  input: string | undefined,
  options: CallOptions,
): Promise<ExitCode> {
  const answerers =
    options.answers !== undefined
      ? [createScriptedAnswerer(options.answers, process.stderr)]
      : !options.jsonl && hasPerson()
        ? [createTerminalAnswerer({ input: process.stdin, output: process.stderr })]
        : [];
  const call = options.jsonl ? undefined : callFromArguments(tool, input, "call");
  const { session, end } = await startSession(options, { answerers, mayAskModel: true });
  try {
    return await withInterrupt((signal) =>
      call ? runOne(session, call, { ...options, signal }) : runLines(session, signal),
    );
  } finally {
    await end();
  }
}

async function runOne(
  session: Session,
  call: CallRequest,
  { json, signal }: { readonly json?: boolean; readonly signal: AbortSignal },
): Promise<ExitCode> {
  const [settled] = await session.call([call], { signal });
  if (!settled) return EXIT.failed;
  if (json) process.stdout.write(`${visibleJson(answerOf(settled), 2)}\n`);
  else writeForPerson(settled);
  return exitCodeOf(settled, signal);
}

function writeForPerson({ outcome, block, decision }: SettledCall): void {
  const text = contentText(block.content);
  if (outcome === "succeeded") {
    process.stdout.write(`${process.stdout.isTTY ? visibleText(text) : text}\n`);
    return;
  }
  process.stderr.write(`${outcome}: ${visibleText(text)}\n`);
  if (outcome !== "denied" || !decision) return;
  process.stderr.write(`  gauntlet why ${decision.id.slice(0, SHORTEST_DECISION_ID)}\n`);
  for (const vote of viewDecision(decision).because)
    process.stderr.write(`  because ${visibleLine(describeVote(vote))}\n`);
}

function exitCodeOf({ outcome }: SettledCall, signal: AbortSignal): ExitCode {
  if (signal.aborted) return EXIT.interrupted;
  if (outcome === "succeeded") return EXIT.done;
  return outcome === "denied" ? EXIT.denied : EXIT.failed;
}

/** One answer line for each request line, as they settle; requests run at once unless they conflict. */
async function runLines(session: Session, interrupt: AbortSignal): Promise<ExitCode> {
  const running = new Map<unknown, AbortController>();
  const pending = new Set<Promise<void>>();
  const write = (answer: unknown): void => void process.stdout.write(`${visibleJson(answer)}\n`);

  const start = (
    { id, agent }: Extract<RequestLine, { kind: "call" | "calls" }>,
    calls: readonly CallRequest[],
    shape: (settled: readonly SettledCall[]) => object,
  ): void => {
    const stop = new AbortController();
    running.set(id, stop);
    const signal = AbortSignal.any([stop.signal, interrupt]);
    const work = async () => shape(await asAgent(session, agent, (own) => own.call(calls, { signal })));
    track(
      answerLine(id, work).then((answer) => {
        // A later request may have the same id.
        if (running.get(id) === stop) running.delete(id);
        write(answer);
      }),
    );
  };
  const track = (work: Promise<unknown>): void => {
    const done: Promise<void> = work.then(() => void pending.delete(done));
    pending.add(done);
  };
  for await (const request of readRequests(process.stdin, interrupt)) {
    if (request.kind === "bad") write({ id: request.id, outcome: "invalid", error: request.why });
    else if (request.kind === "remember") track(answerRemember(session, request).then(write));
    else if (request.kind === "cancel") running.get(request.id)?.abort(new Error("cancelled"));
    else if (request.kind === "call")
      start(request, [request.call], ([settled]) => answerOf(settled as SettledCall));
    else start(request, request.calls, (settled) => ({ results: settled.map(answerOf) }));
  }
  await Promise.all(pending);
  return interrupt.aborted ? EXIT.interrupted : EXIT.done;
}

function answerOf({ outcome, decision, block }: SettledCall): object {
  return { outcome, ...(decision && { decision: viewDecision(decision) }), result: block };
}
