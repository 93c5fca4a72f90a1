import type { TurnEnd } from "./contract/event.ts";
import { addUsage, NO_USAGE, type Usage, type UserBlock } from "./contract/message.ts";
import { messageOf } from "./errors.ts";
import { costOf } from "./model/prices.ts";
import { closeMessage } from "./turn/close-message.ts";
import type { TurnRoom } from "./turn/room.ts";
import { type StreamedMessage, streamMessage } from "./turn/stream-message.ts";

/** How a prompt ended. */
export interface TurnSummary {
  readonly reason: TurnEnd;
  readonly detail?: string;
  /** Model messages that were taken in. */
  readonly turns: number;
  readonly usage: Usage;
  /** US dollars; undefined when the price of a model that answered is not known. */
  readonly costUsd?: number;
}

/**
 * The loop: request, stream, pipeline, again, until the model has nothing more to do. A tool use goes into the
 * pipeline as soon as its block is complete, while the model may still be talking.
 * @throws ModelError when the model cannot be reached or refuses the request; the transcript stays valid.
 */
export async function runTurns(
  content: readonly UserBlock[],
  room: TurnRoom,
  signal: AbortSignal,
): Promise<TurnSummary> {
  const { runtime } = room;
  runtime.record({ type: "prompt.submitted", content });
  const tally = createTally();
  const end = (reason: TurnEnd, detail?: string): TurnSummary => {
    const summary = { reason, ...tally.read(), ...(detail !== undefined && { detail }) };
    runtime.record({ type: "turn.ended", ...summary });
    return summary;
  };
  const { maxTurns } = runtime.limits;
  try {
    while (maxTurns === 0 || tally.read().turns < maxTurns) {
      const message = await streamMessage(room, signal);
      tally.add(message);
      const next = await closeMessage(message, room, signal);
      if (next !== "continue") return end(next.reason, next.detail);
    }
    return end("max_turns");
  } catch (thrown) {
    if (signal.aborted) return end("aborted");
    end("failed", messageOf(thrown));
    throw thrown;
  }
}

type Totals = Pick<TurnSummary, "turns" | "usage" | "costUsd">;

/** Adds up messages, tokens and cost; one message of unknown price makes the cost unknown. */
function createTally(): { add(message: StreamedMessage): void; read(): Totals } {
  let turns = 0;
  let usage = NO_USAGE;
  let costUsd: number | undefined = 0;
  return {
    add(message) {
      turns += 1;
      usage = addUsage(usage, message.usage);
      const cost = costOf(message.model, message.usage);
      costUsd = cost === undefined || costUsd === undefined ? undefined : costUsd + cost;
    },
    read: () => ({ turns, usage, ...(costUsd !== undefined && { costUsd }) }),
  };
}
