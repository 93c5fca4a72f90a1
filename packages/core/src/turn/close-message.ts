import type { MomentAnswer } from "../contract/command-hook.ts";
import type { SettledCall } from "../contract/settled-call.ts";
import { messageOf } from "../errors.ts";
import { messages as texts } from "../messages.ts";
import { fitMessage } from "../results/message-budget.ts";
import type { Runtime } from "../stages/runtime.ts";
import { type Ending, endOfAbort } from "./budget-spent.ts";
import type { TurnRoom } from "./room.ts";
import type { StreamedMessage } from "./stream-message.ts";

const OVERFLOW = "model_context_window_exceeded";

/** How the loop goes on after a message; `overflow`: not before the conversation is shorter. */
export type Next = "continue" | "overflow" | Ending;

/** Waits for the calls of a message, sends their results back, and says how the loop goes on. */
export async function closeMessage(
  message: StreamedMessage,
  room: TurnRoom,
  signal: AbortSignal,
): Promise<Next> {
  const { runtime } = room;
  const { calls, stopReason } = message;
  if (stopReason === "refusal") return dropRefused(message, room);
  if (message.broke !== undefined) {
    runtime.record({ type: "message.truncated", message: message.id, why: messageOf(message.broke) });
  }
  if (stopReason === OVERFLOW) calls.cancelUnstarted("the context window is full");
  await Promise.all(calls.running);
  const settled = calls.ledger.results();
  const batch = await showBatch(settled, { ...runtime, signal });
  if (settled.length > 0)
    await sendResults(
      settled,
      [...(message.broke !== undefined && !signal.aborted ? [texts.streamCut] : []), ...batch.context],
      runtime,
    );

  if (signal.aborted) return endOfAbort(signal);
  const stopped = settled.find(({ endTurn }) => endTurn !== undefined);
  if (stopped)
    return { reason: "stopped", ...(stopped.endTurn !== undefined && { detail: stopped.endTurn }) };
  const halted = batch.stop ?? batch.blocked;
  if (halted !== undefined) return { reason: "stopped", detail: halted };
  if (stopReason === OVERFLOW) return "overflow";
  if (settled.length > 0 || stopReason === "pause_turn" || message.broke !== undefined) return "continue";
  return stopReason === "max_tokens" ? { reason: "max_tokens" } : { reason: "done" };
}

/** Shows hooks the settled calls of a message as the model will read them. */
async function showBatch(settled: readonly SettledCall[], runtime: Runtime): Promise<MomentAnswer> {
  if (settled.length === 0 || runtime.signal.aborted || !runtime.commandHooks.has("PostToolBatch"))
    return { context: [] };
  const calls = settled.map(({ id, tool, input, block }) => ({ id, tool, input, response: block.content }));
  return runtime.commandHooks.fire({ event: "PostToolBatch", calls }, runtime);
}

async function sendResults(
  settled: readonly SettledCall[],
  notes: readonly string[],
  runtime: Runtime,
): Promise<void> {
  const blocks = settled.map(({ block }) => block);
  const fitted = await fitMessage(blocks, {
    messageResultBytes: runtime.limits.messageResultBytes,
    previewBytes: runtime.limits.previewBytes,
    spill: (call, text) => runtime.spill(call, text),
  });
  runtime.record({
    type: "results.sent",
    replaced: fitted.filter((block, i) => block !== blocks[i]),
    texts: [...notes, ...runtime.takeTold()],
  });
}

/** A refused message is not part of the conversation; what its calls had already done is told in words. */
async function dropRefused({ id, calls }: StreamedMessage, { runtime, transcript }: TurnRoom): Promise<Next> {
  calls.stop("the message was refused");
  await Promise.all(calls.running);
  // Whatever had begun counts, also what was then stopped halfway.
  const begun = new Set(transcript.openUses.filter(({ started }) => started).map((use) => use.id));
  const acts = calls.ledger.results().filter((settled) => begun.has(settled.id));
  runtime.record({ type: "message.dropped", message: id, why: "the model refused to answer" });
  if (acts.length > 0) {
    const told = acts.map(({ tool, outcome }) => `${tool} (${outcome})`);
    runtime.record({ type: "results.sent", replaced: [], texts: [texts.refusedMessage(told)] });
  }
  return { reason: "refused", detail: "the model refused to answer" };
}
