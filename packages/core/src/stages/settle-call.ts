import type { Outcome, RequestedCall } from "../contract/call.ts";
import type { Decision } from "../contract/decision.ts";
import type { ResultBlock } from "../contract/message.ts";
import type { SettledCall } from "../contract/settled-call.ts";
import type { Tool } from "../contract/tool.ts";
import { messageOf } from "../errors.ts";
import { messages } from "../messages.ts";
import { mapResultStage } from "./map-result.ts";
import type { SeenOutcome } from "./post-tool-use.ts";
import type { PromptWatch } from "./prompt-watch.ts";
import type { Runtime } from "./runtime.ts";
import { showEnd } from "./show-call.ts";

/** What is known of a call while it passes the house. */
export interface Passage {
  readonly call: RequestedCall;
  tool?: Tool;
  input?: unknown;
  decision?: Decision;
  /** Where its result comes from, once it ran. */
  from?: readonly string[];
  seen: SeenOutcome;
  /** The act is behind it, however it ended: what goes wrong from here on only concerns what is shown of it. */
  hasEnded: boolean;
  /** Nothing of it may be recorded any more but its end. */
  isOver: boolean;
}

/** Whose call it is, for the streaks of its prompt. */
export interface Watched {
  readonly watch: PromptWatch | undefined;
  /** A tool makes it by `ctx.call`, or a hook; not a model. */
  readonly isNested?: true;
}

/** The end of a call that was kept from running. */
export const refused = (outcome: Outcome): SeenOutcome => ({ outcome, notes: [] });

const CANCELLED = refused({ kind: "cancelled", message: messages.cancelledBeforeStart });

/** What is known of one that has only arrived. */
export const NOT_STARTED = Object.freeze({ seen: CANCELLED, hasEnded: false, isOver: false });

/** The end of a turn that either asks for; the first reason counts. */
export function endOf(
  first: Pick<SettledCall, "endTurn" | "stop">,
  second: Pick<SettledCall, "endTurn" | "stop">,
): Pick<SettledCall, "endTurn" | "stop"> {
  const endTurn = first.endTurn ?? second.endTurn;
  const stop = first.stop ?? second.stop;
  return { ...(endTurn !== undefined && { endTurn }), ...(stop && { stop }) };
}

/** What the runtime makes of its own failure. An act that has ended keeps its outcome, whatever is shown of it. */
export function afterThrow(
  { call, tool, seen, hasEnded }: Passage,
  thrown: unknown,
  signal: AbortSignal,
): SeenOutcome {
  if (hasEnded) {
    const name = tool?.name ?? call.name;
    const { kind } = seen.outcome;
    const text = messageOf(thrown);
    const replacement =
      kind === "succeeded" ? messages.unshowable(name, text) : messages.unshowableEnd(name, kind, text);
    return { ...seen, replacement };
  }
  if (signal.aborted) return CANCELLED;
  return refused({ kind: "failed", message: messages.internal(messageOf(thrown)), durationMs: 0 });
}

/** Makes the one result block of a call, and journals how it ended. */
export async function settleCall(passage: Passage, around: Watched, runtime: Runtime): Promise<SettledCall> {
  const { call, tool, input, decision } = passage;
  const times = timesGoneWrong(passage, around);
  const seen =
    times === undefined
      ? passage.seen
      : { ...passage.seen, notes: [...passage.seen.notes, messages.repeated(times)] };
  const { outcome } = seen;
  const name = tool?.name ?? call.name;
  const block = await mapResultStage(
    { id: call.id, name, tool, input: input ?? call.input },
    seen,
    runtime,
  ).catch((thrown) => unmappedBlock(call.id, name, { outcome, thrown }));
  const redacted = runtime.redaction.take(call.id);
  if (times !== undefined) runtime.record({ type: "call.repeated", call: call.id, tool: name, times });
  runtime.record({
    type: "call.settled",
    call: call.id,
    tool: name,
    outcome: outcome.kind,
    durationMs: "durationMs" in outcome ? outcome.durationMs : 0,
    result: block,
    ...(passage.from && { from: passage.from }),
    ...(redacted && { redacted }),
  });
  showEnd({ call, tool, input, outcome, block }, runtime);
  return {
    id: call.id,
    tool: name,
    input: input ?? call.input,
    outcome: outcome.kind,
    block,
    ...(decision && { decision }),
    ...endOf(seen, {}),
  };
}

function unmappedBlock(
  id: string,
  name: string,
  { outcome, thrown }: { outcome: Outcome; thrown: unknown },
): ResultBlock {
  const text = messageOf(thrown);
  return outcome.kind === "succeeded"
    ? { type: "tool_result", tool_use_id: id, content: messages.unshowable(name, text) }
    : { type: "tool_result", tool_use_id: id, content: messages.internal(text), is_error: true };
}

/** Calls made by other calls count no streak: their input is the tool's. What they changed may still have helped. */
function timesGoneWrong(
  { call, tool, input, seen: { outcome } }: Passage,
  { watch, isNested }: Watched,
): number | undefined {
  const isReadOnly = tool?.flags.isReadOnly(input) ?? true;
  if (!isNested) {
    const name = tool?.name ?? call.name;
    return watch?.streaks?.note({ call, tool: name, outcome: outcome.kind, isReadOnly });
  }
  if (outcome.kind === "succeeded" && !isReadOnly) watch?.streaks?.clear();
  return undefined;
}
