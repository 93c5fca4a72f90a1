import type { RequestedCall } from "../contract/call.ts";
import type { SettledCall } from "../contract/settled-call.ts";
import { createLedger, type Ledger } from "../transcript/ledger.ts";
import type { TurnRoom } from "./room.ts";

/** The calls of one message, while it streams and after. */
export interface StartedCalls {
  readonly ledger: Ledger<SettledCall>;
  readonly running: readonly Promise<unknown>[];
  /** Sends a call into the pipeline and opens its slot. */
  start(call: RequestedCall): void;
  /** Ends the calls that have not begun to act: no intent of theirs was recorded. The others go on. */
  cancelUnstarted(why: string): void;
  /** Ends all calls of the message. */
  stop(why: string): void;
}

/** @param signal ends all calls of the message too. */
export function createStartedCalls({ pipeline, transcript }: TurnRoom, signal: AbortSignal): StartedCalls {
  const ledger = createLedger<SettledCall>();
  const running: Promise<unknown>[] = [];
  const stopAll = new AbortController();
  const ownStops = new Map<string, AbortController>();
  const stop = (why: string): void => stopAll.abort(new Error(why));

  return {
    ledger,
    running,
    start(call) {
      ledger.open(call.id);
      const own = new AbortController();
      ownStops.set(call.id, own);
      const settling = pipeline.run(call, AbortSignal.any([signal, stopAll.signal, own.signal]));
      const closing = settling.then((settled) => {
        ledger.close(call.id, settled);
        // The person wants the task stopped, not to be asked about the rest of it.
        if (settled.stop) stop("the person stopped the task");
      });
      // Whoever waits for the calls is told, however much later.
      closing.catch(() => undefined);
      running.push(closing);
    },
    cancelUnstarted(why) {
      for (const { id, started } of transcript.openUses)
        if (!started) ownStops.get(id)?.abort(new Error(why));
    },
    stop,
  };
}
