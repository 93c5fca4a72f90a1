import type { Behavior, CallRequest, Session } from "@gauntlet/core";
import { describeVote, type VoteView, viewDecision } from "./decision-view.ts";

/** What would become of a call, in short: what holds in the end, or that it would not get as far as a vote. */
export interface Verdict {
  readonly is: Behavior | "invalid";
  /** The determining votes; empty when there was no vote. */
  readonly because: readonly VoteView[];
  /** Why there was no vote. */
  readonly message?: string;
}

/** Asks a session what it would decide; the same code path as `gauntlet explain`. */
export async function verdictOf(session: Session, call: CallRequest): Promise<Verdict> {
  const explanation = await session.explain(call);
  if (!("decision" in explanation)) {
    const { outcome, message } = explanation;
    return { is: outcome === "denied" ? "deny" : "invalid", because: [], message };
  }
  return { is: explanation.decision.effective, because: viewDecision(explanation.decision).because };
}

/** The grounds in one line. */
export function groundsOf({ because, message }: Omit<Verdict, "is">): string {
  const [first, ...more] = because;
  if (first === undefined) return message ?? "no votes";
  return `${describeVote(first)}${more.length > 0 ? ` and ${more.length} more` : ""}`;
}
