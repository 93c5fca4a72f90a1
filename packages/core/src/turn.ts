import { setImmediate } from "node:timers/promises";
import type { UserBlock } from "./contract/message.ts";
import { messageOf } from "./errors.ts";
import { createStreaks } from "./stages/streaks.ts";
import { askModel } from "./turn/ask-model.ts";
import { type Budget, createBudget } from "./turn/budget.ts";
import { BudgetSpent, type Ending, endOfAbort } from "./turn/budget-spent.ts";
import { closeMessage } from "./turn/close-message.ts";
import { compact } from "./turn/compact.ts";
import { createContextWindow } from "./turn/context-window.ts";
import type { AgentShare, TurnRoom } from "./turn/room.ts";
import { createStopGate } from "./turn/stop-gate.ts";
import { streamMessage } from "./turn/stream-message.ts";
import { submitPrompt } from "./turn/submit-prompt.ts";
import { createTally, type Tally, type Totals } from "./turn/tally.ts";

/** Messages in a row that fill the window although the conversation was shortened after each. */
const MAX_OVERFLOWS = 3;

/** How a prompt ended, and what it took. */
export interface TurnSummary extends Ending, Totals {}

/**
 * The loop: request, stream, pipeline, again, until the model has nothing more to do or a budget of the prompt is used
 * up. A tool use goes into the pipeline as soon as its block is complete, while the model may still be talking.
 * @throws ModelError when the model cannot be reached or refuses the request; the transcript stays valid.
 * @throws SessionError once the journal cannot be written.
 * @throws GNT_CONFIG_INVALID when a budget cannot be kept; then nothing was recorded.
 */
export async function runTurns(
  content: readonly UserBlock[],
  room: TurnRoom,
  outer: AbortSignal,
): Promise<TurnSummary> {
  const { runtime, modelName, prices } = room;
  const { limits, now } = runtime;
  const budget = createBudget({ limits, modelName, prices, now });
  const tally = createTally(prices, room.account);
  const model = budget.guard(room.model);
  const aside = budget.guardAside(room.model);
  const share: AgentShare = { model: aside, account: tally.addAside, takeCall: budget.takeCall };
  const watched: TurnRoom = {
    ...room,
    model,
    pipeline: room.pipeline.forPrompt({
      takeCall: budget.takeCall,
      streaks: createStreaks(),
      startAgent: (spec, parent) => room.startAgent(spec, parent, share),
      askModel: (question, by) =>
        askModel(question, { runtime, model: aside, modelName, account: tally.addAside }, by),
    }),
    account: tally.addAside,
  };
  const end = ({ reason, detail }: Ending): TurnSummary => {
    const summary = { reason, ...tally.read(), ...(detail !== undefined && { detail }) };
    runtime.record({ type: "turn.ended", ...summary });
    return summary;
  };
  const signal = AbortSignal.any([outer, budget.signal]);
  try {
    const submitted = await submitPrompt(content, { ...runtime, signal });
    if ("refused" in submitted) {
      runtime.record({ type: "prompt.refused", why: submitted.refused });
      return end({ reason: "stopped", detail: submitted.refused });
    }
    runtime.record({ type: "prompt.submitted", content: submitted.content });
    // What cannot be recorded is not asked for.
    await runtime.flush();
    return end(await takeTurns(watched, { budget, tally, signal }));
  } catch (thrown) {
    if (signal.aborted) return end(endOfAbort(signal));
    if (thrown instanceof BudgetSpent) return end(thrown);
    end({ reason: "failed", detail: messageOf(thrown) });
    throw thrown;
  } finally {
    budget.end();
  }
}

async function takeTurns(
  room: TurnRoom,
  { budget, tally, signal }: { budget: Budget; tally: Tally; signal: AbortSignal },
): Promise<Ending> {
  const window = createContextWindow(room);
  const stopGate = createStopGate(room);
  for (let overflows = 0; ; ) {
    // A model that answers at once would otherwise keep all signals of the prompt alive: weak references are only
    // let go between tasks of the event loop.
    await setImmediate();
    signal.throwIfAborted();
    const spent = budget.refuseRequest(tally.read().turns);
    if (spent !== undefined) return spent;
    await window.keepFree(signal);
    const message = await streamMessage(room, signal);
    tally.add(message);
    const next = await closeMessage(message, room, signal);
    window.counted(message.usage);
    if (next === "overflow") {
      overflows += 1;
      if (overflows > MAX_OVERFLOWS || !(await compact(room, "the context window is full", { signal })))
        return {
          reason: "failed",
          detail:
            "the conversation no longer fits the model's context window; start a new session, or give it less to read",
        };
    } else if (next === "continue") {
      overflows = 0;
      const refused = budget.refusedCall();
      if (refused !== undefined) return refused;
    } else {
      const shortened = next.reason === "max_tokens" ? budget.shortenedBy() : undefined;
      const ending = await stopGate.pass(shortened ?? next, signal);
      if (ending !== "continue") return ending;
    }
  }
}
