import { isDeepStrictEqual } from "node:util";
import type { Outcome, PreparedCall } from "../contract/call.ts";
import type { Answer, Decision } from "../contract/decision.ts";
import { describeEffect, isPathEffect, type LocatedEffect } from "../contract/effect.ts";
import { messageOf } from "../errors.ts";
import { messages } from "../messages.ts";
import { proposeRules } from "../policy/propose-rules.ts";
import { trustsEffects } from "../policy/trust.ts";
import { decide } from "./decide.ts";
import { rewritePrepared } from "./rewrite.ts";
import type { PersonAnswer, Question, Runtime } from "./runtime.ts";
import { untilAborted } from "./until-aborted.ts";

/** What became of a question: the call as it was answered for, and the decision that now holds. */
export interface Answered {
  readonly call: PreparedCall;
  readonly decision: Decision;
  /** The person ended the turn. */
  readonly stop?: true;
  /** Why the turn ends, when a hook ended it. */
  readonly endTurn?: string;
  /** Why the call ends, when it is neither the vote nor the answer itself: the answer could not be carried out. */
  readonly refusal?: Outcome;
}

/** Changes of mode a person can make before one question is given up. */
const MAX_ROUNDS = 10;

/**
 * Has an ask answered. The call is voted on first, because an earlier answer may have changed rules or mode; after a
 * yes the deny votes are taken once more, and the yes counts only for what the person saw.
 */
export async function answerQuestion(
  call: PreparedCall,
  runtime: Runtime,
  signal: AbortSignal,
): Promise<Answered> {
  let asked = await voteNow(call, runtime);
  for (let round = 0; round < MAX_ROUNDS && asked.effective === "ask"; round++) {
    signal.throwIfAborted();
    const { by, said, isHook, failure } = await answerOf(call, asked, runtime, signal);
    if (failure !== undefined)
      return { ...refused({ call, asked, by }, failure), refusal: denied(messages.notAsked(failure)) };
    if (isHook && said.behavior !== "allow" && said.behavior !== "mode")
      return refusedByHook({ call, asked, by }, said);
    if (said.behavior !== "mode") return settleAnswer({ call, asked, by, said }, runtime);
    try {
      runtime.setMode(said.mode, by);
    } catch (thrown) {
      signal.throwIfAborted();
      const problem = messageOf(thrown);
      return { ...refused({ call, asked, by }, problem), refusal: denied(messages.answerFailed(problem)) };
    }
    asked = await voteNow(call, runtime);
  }
  return { call, decision: asked.effective === "ask" ? { ...asked, effective: "deny" } : asked };
}

/** The vote by the settings as they are: whoever is asked may take long, and so may questions before this one. */
async function voteNow(call: PreparedCall, runtime: Runtime): Promise<Decision> {
  await runtime.refreshSettings();
  return (await decide(call, runtime)).decision;
}

interface Given {
  readonly call: PreparedCall;
  readonly asked: Decision;
  readonly by: string;
  readonly said: Exclude<PersonAnswer, { behavior: "mode" }>;
}

async function settleAnswer({ call, asked, by, said }: Given, runtime: Runtime): Promise<Answered> {
  if (said.behavior === "stop") return { ...refused({ call, asked, by }, said.message), stop: true };
  // Only an allow is a yes, whatever else an answerer makes up.
  if (said.behavior !== "allow") return refused({ call, asked, by }, said.message);
  if (said.remember) {
    try {
      const { rules, ...how } = said.remember;
      await runtime.remember(rules.map((rule) => ({ behavior: "allow", rule, ...how })));
    } catch (thrown) {
      const problem = `the rule could not be remembered: ${messageOf(thrown)}`;
      return lostYes({ call, asked, by }, denied(messages.answerFailed(problem)));
    }
  }
  if (said.input === undefined) return settleYes({ call, asked, by }, runtime);
  const edited = await rewritePrepared(call, said.input, { by, runtime });
  if ("kind" in edited) {
    return lostYes(
      { call, asked, by },
      { kind: edited.kind, message: messages.editedInvalid(edited.message) },
    );
  }
  // The person wrote this input themself, so it is what they saw.
  return settleYes({ call: edited, asked: await voteNow(edited, runtime), by }, runtime);
}

/** A yes lifts the ask, never a deny, and holds only while the call would still touch the same. */
async function settleYes({ call, asked, by }: Omit<Given, "said">, runtime: Runtime): Promise<Answered> {
  const again = await voteNow(call, runtime);
  const answer: Answer = { by, behavior: "allow" };
  if (again.behavior === "deny") return { call, decision: { ...again, answer } };
  const decision: Decision = { ...again, effective: "allow", answer };
  const changed = changedEffect(asked.effects, again.effects);
  if (changed === undefined) return { call, decision };
  return lostYes({ call, asked: again, by }, denied(messages.changedMeanwhile(changed)));
}

function refusedByHook(
  { call, asked, by }: Omit<Given, "said">,
  said: Extract<PersonAnswer, { behavior: "deny" | "stop" }>,
): Answered {
  return {
    ...refused({ call, asked, by }, said.message),
    refusal: denied(messages.refusedByHook(by, said.message)),
    ...(said.behavior === "stop" && { stop: true, endTurn: `stopped by the ${by}` }),
  };
}

function refused({ call, asked, by }: Omit<Given, "said">, message?: string): Answered {
  const answer: Answer = { by, behavior: "deny", ...(message !== undefined && { message }) };
  return { call, decision: { ...asked, effective: "deny", answer } };
}

/** A yes that does not hold: what was said is kept as it was said, and the refusal tells what was wrong. */
function lostYes({ call, asked, by }: Omit<Given, "said">, refusal: Outcome): Answered {
  return { call, decision: { ...asked, effective: "deny", answer: { by, behavior: "allow" } }, refusal };
}

const denied = (message: string): Outcome => ({ kind: "denied", message });

function changedEffect(before: readonly LocatedEffect[], now: readonly LocatedEffect[]): string | undefined {
  const at = now.findIndex((effect, i) => !isDeepStrictEqual(effect, before[i]));
  const changed = at < 0 ? before[now.length] : (before[at] ?? now[at]);
  return changed && (isPathEffect(changed) ? changed.path : describeEffect(changed));
}

interface Said {
  readonly by: string;
  readonly said: PersonAnswer;
  readonly isHook?: true;
  /** Why nobody could be asked; then it counts as a no. */
  readonly failure?: string;
}

/** What is said to the question about a call. Hooks are asked first, then the answerers. */
async function answerOf(
  call: PreparedCall,
  decision: Decision,
  runtime: Runtime,
  signal: AbortSignal,
): Promise<Said> {
  const question: Question = {
    call: call.id,
    tool: call.tool.name,
    ...(runtime.agent && { agent: runtime.agent.name }),
    input: call.input,
    words: call.tool.describeCall(call.input),
    decision,
    preview: previewOf(call),
    proposals: proposalsFor(call, decision, runtime),
  };
  const hooked = await runtime.commandHooks.answer(question, call.tool, runtime);
  if (hooked) return { ...hooked, isHook: true };
  if (runtime.answerers.length > 0) await notifyOfQuestion(question, runtime);
  return askAnswerers(question, runtime, signal);
}

/** The first answerer that answers; one that throws denies; none at all denies. */
export async function askAnswerers(question: Question, runtime: Runtime, signal: AbortSignal): Promise<Said> {
  for (const answerer of runtime.answerers) {
    try {
      const said: PersonAnswer | null | undefined = await untilAborted(
        Promise.resolve(answerer.answer(question, signal)),
        signal,
      );
      if (said !== undefined && said !== null) return { by: answerer.name, said };
    } catch (thrown) {
      signal.throwIfAborted();
      return { by: answerer.name, said: { behavior: "deny" }, failure: messageOf(thrown) };
    }
  }
  return { by: "nobody", said: { behavior: "deny" } };
}

async function notifyOfQuestion({ tool, words }: Question, runtime: Runtime): Promise<void> {
  const message = `your permission is needed to use ${tool}: ${words}`;
  await runtime.commandHooks.fire({ event: "Notification", kind: "permission_prompt", message }, runtime);
}

/** The call as its tool shows it to a person, else its input. */
function previewOf({ tool, input }: PreparedCall): string {
  const text = JSON.stringify(input, null, 2);
  try {
    return tool.toPerson({ outcome: "asked", input, text });
  } catch {
    return text;
  }
}

function proposalsFor(
  { tool, input }: PreparedCall,
  decision: Decision,
  runtime: Runtime,
): readonly string[] {
  const { plugin = "unknown", effects } = decision;
  const policyCall = { tool, plugin, input, effects };
  return proposeRules(tool.name, decision, { trusted: trustsEffects(policyCall, runtime.policyContext()) });
}
