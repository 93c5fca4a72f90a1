import type { AdmittedCall, Outcome, PreparedCall } from "../contract/call.ts";
import type { Decision } from "../contract/decision.ts";
import { InvariantError } from "../errors.ts";
import { messages } from "../messages.ts";
import { maskSecrets } from "../secrets/mask-secrets.ts";
import { type Answered, answerQuestion } from "./answer.ts";
import { decide } from "./decide.ts";
import { rewritePrepared } from "./rewrite.ts";
import type { Runtime } from "./runtime.ts";
import { checkPresentState } from "./validate.ts";

/** A call that will not run, with the decision that says so. */
export interface Refusal {
  readonly outcome: Outcome;
  readonly decision: Decision;
  /** The person ended the turn. */
  readonly stop?: true | undefined;
  /** Why the turn ends, where it is not simply the person's word. */
  readonly endTurn?: string | undefined;
}

/**
 * Puts every effect of a call to the vote. Deny ends it; then the tool looks at the present state; then an ask is
 * answered, and after a yes the deny votes and the tool's check are taken once more, because a person may have
 * taken long. Only here is a call admitted.
 */
export async function permissionStage(
  given: PreparedCall,
  runtime: Runtime,
  signal: AbortSignal,
): Promise<AdmittedCall | Refusal> {
  await runtime.refreshSettings();
  const voted = await voteWithToolRewrite(given, runtime);
  const { call, decision } = voted;
  if (voted.invalid !== undefined) return invalid(voted, voted.invalid, runtime);
  if (decision.effective === "deny") return refuse({ call, decision }, runtime);
  const objection = await checkPresentState(call, runtime);
  if (objection !== undefined) return invalid(voted, objection, runtime);
  if (decision.effective === "allow") return sealAdmitted(call, decision, runtime);

  const answered = await runtime.questionTurn(() => answerQuestion(call, runtime, signal));
  if (answered.decision.effective !== "allow") return refuse(answered, runtime);
  const late = await checkPresentState(answered.call, runtime);
  if (late !== undefined) return invalid(answered, late, runtime);
  return sealAdmitted(answered.call, answered.decision, runtime);
}

/** A vote, and the call it is about: the one given, or the one its tool would rather run. */
export interface Voted {
  readonly call: PreparedCall;
  readonly decision: Decision;
  /** Why the input that the tool would rather run with is not valid; the decision is then about the one given. */
  readonly invalid?: string;
}

/**
 * The vote; when the tool allows the call with another input, that input passes the gates so far and is voted on. The
 * run and `explain` share it.
 */
export async function voteWithToolRewrite(call: PreparedCall, runtime: Runtime): Promise<Voted> {
  const { decision, updatedInput } = await decide(call, runtime);
  if (updatedInput === undefined || decision.effective === "deny") return { call, decision };
  const rewritten = await rewritePrepared(call, updatedInput, { by: call.tool.name, runtime });
  if ("kind" in rewritten) return { call, decision, invalid: rewritten.message };
  return { call: rewritten, decision: (await decide(rewritten, runtime)).decision };
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
  recordDecision({ call, decision, runs: true }, runtime);
  const { id, tool, input, original, context } = call;
  const { effects } = decision;
  const admitted = Object.freeze({
    state: "admitted",
    id,
    tool,
    input,
    original,
    context,
    effects,
    decision,
  }) as AdmittedCall;
  admittedCalls.add(admitted);
  return admitted;
}

/** The vote stands and is recorded, but the call is not one that can run. */
function invalid(
  { call, decision }: Pick<Voted, "call" | "decision">,
  message: string,
  runtime: Runtime,
): Refusal {
  recordDecision({ call, decision, runs: false }, runtime);
  return { outcome: { kind: "invalid", message }, decision };
}

function refuse({ call, decision, stop, endTurn, refusal }: Answered, runtime: Runtime): Refusal {
  recordDecision({ call, decision, runs: false }, runtime);
  const outcome: Outcome = refusal ?? { kind: "denied", message: refusalText(call, decision, stop) };
  return { outcome, decision, stop, endTurn };
}

function refusalText(
  call: PreparedCall,
  { behavior, because, answer }: Decision,
  stop: true | undefined,
): string {
  if (stop) return messages.stopped;
  if (answer?.behavior === "deny" && answer.by !== "nobody") return messages.refusedByPerson(answer.message);
  if (behavior === "deny") return messages.denied([...new Set(because.map(({ why }) => why))], undefined);
  return messages.nobodyToAsk(call.tool.describeCall(call.input));
}

interface Judged {
  readonly call: PreparedCall;
  readonly decision: Decision;
  /** Its intent will say what it was about. */
  readonly runs: boolean;
}

/** The log of decisions is read by many; what looks like a secret is masked in it, and where is kept. */
function recordDecision({ call, decision, runs }: Judged, runtime: Runtime): void {
  const { value, masked } = maskSecrets(decision);
  const event = {
    type: "call.decided",
    call: call.id,
    tool: call.tool.name,
    decision: value as Decision,
    ...(!runs && { input: call.input }),
  } as const;
  runtime.record(masked.length > 0 ? { ...event, masked } : event);
}
