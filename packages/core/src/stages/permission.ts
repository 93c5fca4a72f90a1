import { isDeepStrictEqual } from "node:util";
import type { AdmittedCall, Outcome, PreparedCall } from "../contract/call.ts";
import type { Answer, Decision, Vote } from "../contract/decision.ts";
import { describeEffect, isPathEffect, type LocatedEffect, UNKNOWN_EFFECT } from "../contract/effect.ts";
import type { PermissionBallot } from "../contract/hook.ts";
import { InvariantError, messageOf, type TapOrigin } from "../errors.ts";
import { messages } from "../messages.ts";
import { combine } from "../policy/combine.ts";
import { locateEffects } from "../policy/locate-effects.ts";
import { BUILTIN_VOTERS, collectVotes, rulesVoter } from "../policy/voters.ts";
import { stampVote } from "./pre-tool-use.ts";
import type { PersonAnswer, Question, Runtime } from "./runtime.ts";
import { untilAborted } from "./until-aborted.ts";
import { checkPresentState } from "./validate.ts";

/** A call that will not run, with the decision that says so. */
export interface Refusal {
  readonly outcome: Outcome;
  readonly decision: Decision;
  /** The person ended the turn. */
  readonly stop?: true;
}

/**
 * Puts every effect of a call to the vote. Deny ends it; then the tool looks at the present state; then an ask is
 * answered, and after a yes the deny votes and the tool's check are taken once more, because a person may have
 * taken long. Only here is a call admitted.
 */
export async function permissionStage(
  call: PreparedCall,
  runtime: Runtime,
  signal: AbortSignal,
): Promise<AdmittedCall | Refusal> {
  const decision = await decide(call, runtime);
  if (decision.effective === "deny") return refuse(call, decision, runtime);
  if (decision.effective === "allow") return admit(call, decision, runtime);
  const objection = await checkPresentState(call, runtime);
  if (objection !== undefined) return object(call, decision, objection, runtime);
  return runtime.questionTurn(() => ask(call, runtime, signal));
}

/** Admits an allowed call unless its tool objects to the present state. */
async function admit(
  call: PreparedCall,
  decision: Decision,
  runtime: Runtime,
): Promise<AdmittedCall | Refusal> {
  const objection = await checkPresentState(call, runtime);
  if (objection !== undefined) return object(call, decision, objection, runtime);
  return sealAdmitted(call, decision, runtime);
}

/** The vote alone: what would be decided about this call now. Used by the run and by `explain`. */
export async function decide(call: PreparedCall, runtime: Runtime): Promise<Decision> {
  const votes: Vote[] = [...call.votes];
  const effects = await effectsOf(call, runtime, votes);
  const plugin = (await runtime.pool()).find(call.tool.name)?.plugin ?? "unknown";
  const policyCall = { tool: call.tool, plugin, input: call.input, effects };
  const context = runtime.policyContext();
  votes.push(...collectVotes([rulesVoter(runtime.rules()), ...BUILTIN_VOTERS], policyCall, context));
  votes.push(...(await toolVote(call, runtime)), ...(await tapVotes(call, effects, runtime)));

  const mode = runtime.mode();
  const { headless } = runtime;
  const result = combine({
    votes,
    effectCount: effects.length,
    mode,
    headless: headless || runtime.answerers.length === 0,
  });
  const id = runtime.newId();
  const at = runtime.now().toISOString();
  return Object.freeze({ id, at, ...result, votes: Object.freeze(votes), effects, mode, headless });
}

const admittedCalls = new WeakSet<object>();

/** Tells whether this very object was admitted by the permission stage. */
export function isAdmitted(call: AdmittedCall): boolean {
  return admittedCalls.has(call);
}

/** INVARIANT: the only place that makes an AdmittedCall, and only with an effective allow. */
function sealAdmitted(call: PreparedCall, decision: Decision, runtime: Runtime): AdmittedCall {
  if (decision.effective !== "allow")
    throw new InvariantError("a call without an effective allow was about to be admitted");
  recordDecision(call, decision, runtime);
  const { id, tool, input, original, context } = call;
  const admitted = Object.freeze({
    state: "admitted",
    id,
    tool,
    input,
    original,
    context,
    effects: decision.effects,
    decision,
  }) as AdmittedCall;
  admittedCalls.add(admitted);
  return admitted;
}

async function ask(
  call: PreparedCall,
  runtime: Runtime,
  signal: AbortSignal,
): Promise<AdmittedCall | Refusal> {
  signal.throwIfAborted();
  const asked = await decide(call, runtime);
  if (asked.effective === "deny") return refuse(call, asked, runtime);
  if (asked.effective === "allow") return admit(call, asked, runtime);

  const { by, said } = await answerOf(call, asked, runtime, signal);
  if (said.behavior !== "allow") {
    const answer: Answer = {
      by,
      behavior: "deny",
      ...(said.message !== undefined && { message: said.message }),
    };
    return refuse(call, { ...asked, effective: "deny", answer }, runtime, said.behavior === "stop");
  }
  const again = await decide(call, runtime);
  if (again.behavior === "deny") return refuse(call, again, runtime);
  const decision: Decision = { ...again, effective: "allow", answer: { by, behavior: "allow" } };
  // The yes was to what the person saw.
  const changed = changedEffect(asked.effects, again.effects);
  if (changed !== undefined) {
    const denied: Decision = { ...decision, effective: "deny" };
    recordDecision(call, denied, runtime);
    return { outcome: { kind: "denied", message: messages.changedMeanwhile(changed) }, decision: denied };
  }
  return admit(call, decision, runtime);
}

function changedEffect(before: readonly LocatedEffect[], now: readonly LocatedEffect[]): string | undefined {
  const at = now.findIndex((effect, i) => !isDeepStrictEqual(effect, before[i]));
  const changed = at < 0 ? before[now.length] : (before[at] ?? now[at]);
  return changed && (isPathEffect(changed) ? changed.path : describeEffect(changed));
}

/** The first answerer that answers; one that throws denies; none at all denies. */
async function answerOf(
  call: PreparedCall,
  decision: Decision,
  { answerers }: Runtime,
  signal: AbortSignal,
): Promise<{ by: string; said: PersonAnswer }> {
  const question: Question = {
    call: call.id,
    tool: call.tool.name,
    input: call.input,
    words: call.tool.describeCall(call.input),
    decision,
  };
  for (const answerer of answerers) {
    try {
      const said: PersonAnswer | null | undefined = await untilAborted(
        Promise.resolve(answerer.answer(question, signal)),
        signal,
      );
      if (said !== undefined && said !== null) return { by: answerer.name, said };
    } catch (thrown) {
      signal.throwIfAborted();
      return {
        by: answerer.name,
        said: { behavior: "deny", message: `the answerer failed: ${messageOf(thrown)}` },
      };
    }
  }
  return { by: "nobody", said: { behavior: "deny" } };
}

/** The vote stands and is recorded, but the tool objects to the state of the world. */
function object(call: PreparedCall, decision: Decision, objection: string, runtime: Runtime): Refusal {
  recordDecision(call, decision, runtime);
  return { outcome: { kind: "invalid", message: objection }, decision };
}

function refuse(call: PreparedCall, decision: Decision, runtime: Runtime, stop = false): Refusal {
  recordDecision(call, decision, runtime);
  const outcome: Outcome = { kind: "denied", message: refusalText(call, decision, stop) };
  return stop ? { outcome, decision, stop } : { outcome, decision };
}

function refusalText(call: PreparedCall, { behavior, because, answer }: Decision, stop: boolean): string {
  if (stop) return messages.stopped;
  if (answer && answer.by !== "nobody") return messages.refusedByPerson(answer.message);
  if (behavior === "deny") return messages.denied([...new Set(because.map(({ why }) => why))], undefined);
  return messages.nobodyToAsk(call.tool.describeCall(call.input));
}

function recordDecision(call: PreparedCall, decision: Decision, runtime: Runtime): void {
  runtime.record({ type: "call.decided", call: call.id, tool: call.tool.name, decision });
}

const UNKNOWN: readonly LocatedEffect[] = Object.freeze([UNKNOWN_EFFECT as LocatedEffect]);

async function effectsOf(
  call: PreparedCall,
  runtime: Runtime,
  votes: Vote[],
): Promise<readonly LocatedEffect[]> {
  try {
    const declared = await call.tool.effects(call.input, runtime.callContext());
    if (declared === undefined) return UNKNOWN;
    // Copies: taps see these, and the tool may keep its own.
    return Object.freeze((await locateEffects(declared)).map((effect) => Object.freeze({ ...effect })));
  } catch (thrown) {
    votes.push(failedVoter(call.tool.name, "could not say what it would touch", thrown));
    return UNKNOWN;
  }
}

async function toolVote(call: PreparedCall, runtime: Runtime): Promise<readonly Vote[]> {
  const { name } = call.tool;
  try {
    const votes: Vote[] = [];
    if (call.tool.flags.needsPerson && runtime.headless) {
      votes.push({
        behavior: "deny",
        source: "builtin",
        voter: "needs-person",
        why: `${name} needs a person and nobody is there`,
      });
    }
    const vote = await call.tool.checkPermission(call.input, runtime.callContext());
    if (vote) votes.push({ behavior: vote.behavior, source: "tool", voter: name, why: String(vote.why) });
    return votes;
  } catch (thrown) {
    return [failedVoter(name, "failed to check permission", thrown)];
  }
}

async function tapVotes(
  call: PreparedCall,
  effects: readonly LocatedEffect[],
  runtime: Runtime,
): Promise<readonly Vote[]> {
  const votes: Vote[] = [];
  const ballotFor = (origin: TapOrigin): PermissionBallot => ({
    call,
    effects,
    mode: runtime.mode(),
    vote: (behavior, why, options = {}) => {
      const effect = Object.hasOwn(options, "effect") ? { effect: options.effect } : {};
      votes.push(stampVote({ behavior, why, ...effect }, origin));
    },
  });
  await runtime.hooks.run("permission", ballotFor(CORE), {
    viewFor: (_, origin) => ballotFor(origin),
    onFailure: ({ error }, value) => {
      votes.push(stampVote({ behavior: "deny", why: error.message }, error.origin));
      return value;
    },
  });
  return votes;
}

const CORE: TapOrigin = Object.freeze({ hook: "permission", tap: "gate", plugin: "core", source: "builtin" });

const failedVoter = (voter: string, what: string, thrown: unknown): Vote => ({
  behavior: "deny",
  source: "tool",
  voter,
  why: `${voter} ${what}: ${messageOf(thrown)}`,
});
