import type { AdmittedCall, Outcome } from "../contract/call.ts";
import { changesWorld, isPathEffect, type LocatedEffect } from "../contract/effect.ts";
import type { ExecuteContext } from "../contract/tool.ts";
import { fullMessageOf, InvariantError, messageOf } from "../errors.ts";
import { messages } from "../messages.ts";
import { locateEffects } from "../policy/locate-effects.ts";
import { runBeforeExecute } from "../policy/test-switches-execute.ts";
import { claimOf } from "../schedule/conflict.ts";
import { askPerson } from "./ask-person.ts";
import { type BelowCall, type Children, createChildren } from "./children.ts";
import { isAdmitted } from "./permission.ts";
import type { Runtime } from "./runtime.ts";
import type { Place } from "./schedule.ts";
import { validatorOf } from "./schema-validators.ts";
import { sessionChanges } from "./session-changes.ts";

/** Time a tool gets to end by itself after it was told to stop, before its call is settled without it. */
const GRACE_MS = 2_000;

/**
 * Runs an admitted call: the only place where a tool's `execute` is called. The intent is journalled before the
 * tool starts, and on disk if the call can change anything. The call waits for running calls it now conflicts with, and
 * runs only if its paths still lead where they led when it was allowed, its prompt has a call left, and the journal
 * still takes what happens.
 */
export async function executeStage(
  call: AdmittedCall,
  how: {
    readonly runtime: Runtime;
    readonly place: Place;
    readonly signal: AbortSignal;
    readonly below: BelowCall;
    /** Counts the call in its prompt's budgets. Gives why it may not start, for the model. */
    readonly takeCall: () => string | undefined;
  },
): Promise<Outcome> {
  if (!isAdmitted(call))
    throw new InvariantError("execute was given a call the permission stage did not admit");
  const { runtime, place, signal } = how;
  const claim = claimOf(call.effects, call.tool.flags.isConcurrencySafe(call.input));
  await runtime.table.enter(place.row, claim, { limit: place.limit, signal });

  const moved = await movedPath(call);
  if (moved !== undefined) return { kind: "denied", message: messages.changedMeanwhile(moved) };
  signal.throwIfAborted();
  runtime.ensureJournal();
  const spent = how.takeCall();
  if (spent !== undefined) return { kind: "cancelled", message: messages.budgetSpent(spent) };
  runtime.record({
    type: "call.intent",
    call: call.id,
    tool: call.tool.name,
    input: call.input,
    effects: call.effects,
  });
  await (call.effects.some(changesWorld) ? runtime.flush() : runtime.journalProven());
  signal.throwIfAborted();
  runBeforeExecute();
  return runTool(call, how);
}

async function runTool(
  call: AdmittedCall,
  { runtime, place, signal, below }: Parameters<typeof executeStage>[1],
): Promise<Outcome> {
  const startedAt = performance.now();
  const durationMs = (): number => Math.round(performance.now() - startedAt);
  const { tool, input } = call;
  const words = tool.describeCall(input);
  const stop = new AbortController();
  const listens = tool.flags.onInterrupt === "cancel";
  const onAbort = (): void => stop.abort(signal.reason);
  if (listens) signal.addEventListener("abort", onAbort, { once: true });
  const timeout = setTimeout(() => stop.abort(new TimeoutReached()), tool.timeoutMs);
  const children = createChildren({ runtime, place, signal: stop.signal, below });

  try {
    const running = Promise.resolve().then(() =>
      tool.execute(input, contextOf(call, { runtime, signal: stop.signal, children })),
    );
    const output = await untilStopped(running, stop.signal);
    const problem = await outputProblem(call, output);
    if (problem !== undefined) return { kind: "failed", message: problem, durationMs: durationMs() };
    return { kind: "succeeded", output, durationMs: durationMs() };
  } catch (thrown) {
    if (stop.signal.reason instanceof TimeoutReached) {
      return {
        kind: "failed",
        message: withDetail(messages.timedOut(words, tool.timeoutMs), thrown),
        durationMs: durationMs(),
      };
    }
    if (stop.signal.aborted)
      return { kind: "cancelled", message: withDetail(messages.cancelledWhileRunning(words), thrown) };
    return {
      kind: "failed",
      message: messages.threw(fullMessageOf(thrown)),
      durationMs: durationMs(),
    };
  } finally {
    children.end();
    clearTimeout(timeout);
    signal.removeEventListener("abort", onAbort);
  }
}

/** What is wrong with the output of an act that is done, for the model; undefined when it is as declared. */
async function outputProblem({ tool }: AdmittedCall, output: unknown): Promise<string | undefined> {
  if (tool.output === undefined) return undefined;
  const issues = await validatorOf(tool.output).then(
    (validate) => validate(output),
    (thrown: unknown) => [`its schema cannot be used: ${messageOf(thrown)}`],
  );
  if (issues.length === 0) return undefined;
  return messages.badOutput(
    tool.name,
    issues.map((issue) => issue.replace(/^the input\b/, "the output")),
  );
}

function contextOf(
  call: AdmittedCall,
  { runtime, signal, children }: { runtime: Runtime; signal: AbortSignal; children: Children },
): ExecuteContext {
  let isApproved = false;
  return {
    ...runtime.callContext(call.tool),
    callId: call.id,
    original: call.original,
    effects: call.effects,
    signal,
    progress: (text) => runtime.show({ type: "call.progress", call: call.id, text }),
    openOutput: () => runtime.openOutput(call.id, call.tool.maxResultBytes),
    async ask(request) {
      const reply = await children.whileWaiting(() => askPerson(call, request, { runtime, signal }));
      isApproved ||= reply.action === "accept";
      return reply;
    },
    call: children.call,
    startAgent: children.startAgent,
    askModel: children.askModel,
    ...sessionChanges(call, runtime, () => isApproved),
  };
}

// Neither has a message: the result says in its own words what they stand for.
class TimeoutReached extends Error {}
class Abandoned extends Error {}

/**
 * The tool's answer, or a rejection when it was told to stop and does not end within the grace time.
 * @param signal not aborted yet: the tool has not begun.
 */
async function untilStopped<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  let grace: NodeJS.Timeout | undefined;
  const abandoned = new Promise<never>((_, reject) => {
    const giveUp = (): void => {
      grace = setTimeout(() => reject(new Abandoned()), GRACE_MS);
    };
    signal.addEventListener("abort", giveUp, { once: true });
  });
  try {
    return await Promise.race([running, abandoned]);
  } finally {
    clearTimeout(grace);
  }
}

/** What a stopped tool said on its way out (output so far, say) is worth reading. */
function withDetail(text: string, thrown: unknown): string {
  const name = (thrown as { readonly name?: unknown } | null | undefined)?.name;
  const says = name === "AbortError" ? "" : messageOf(thrown ?? "");
  return says.trim() === "" ? text : `${text}\n${says}`;
}

/** The first path that now leads elsewhere than when the call was allowed. */
async function movedPath(call: AdmittedCall): Promise<string | undefined> {
  const paths = call.effects.filter((effect): effect is Extract<LocatedEffect, { realPath: string }> =>
    isPathEffect(effect),
  );
  const now = await locateEffects(paths).catch(() => []); // what cannot be followed any more has moved
  return paths.find(({ path, realPath }, i) => {
    const place = now[i];
    return place === undefined || !isPathEffect(place) || place.path !== path || place.realPath !== realPath;
  })?.path;
}
