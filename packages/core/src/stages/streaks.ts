import { createHash } from "node:crypto";
import type { OutcomeKind, RequestedCall } from "../contract/call.ts";

/** A call that is over. */
export interface EndedCall {
  readonly call: RequestedCall;
  /** Canonical name. */
  readonly tool: string;
  readonly outcome: OutcomeKind;
  /** The call changes nothing outside the session. */
  readonly isReadOnly: boolean;
}

/** Calls of one prompt that went wrong and came again just the same. */
export interface Streaks {
  /**
   * Takes note of a call that is over.
   * @returns how often this very call has gone wrong in a row, from the third time on; else undefined.
   */
  note(ended: EndedCall): number | undefined;
  /** Something was done that may help: every call counts from the start again. */
  clear(): void;
}

/** From this time on a repetition is said: once may be chance, twice an attempt to make sure. */
const NOTICED_FROM = 3;

/** Different calls that are remembered; the oldest is forgotten first. */
const MAX_STREAKS = 1_000;

/**
 * Two calls are the same when they name the same tool and have the same input as the model sent it, whatever the
 * order of its keys. A streak grows with each outcome `failed`, `invalid` or `denied`. The call's own success ends it,
 * and the success of any call that is not read-only ends all: it may have removed the cause. Reads and cancelled calls
 * change nothing. While nothing goes wrong, nothing is hashed or kept.
 */
export function createStreaks(): Streaks {
  const streaks = new Map<string | undefined, number>();
  return {
    note({ call, tool, outcome, isReadOnly }) {
      if (outcome === "cancelled") return undefined;
      if (outcome === "succeeded") {
        if (!isReadOnly) streaks.clear();
        else if (streaks.size > 0) streaks.delete(keyOf(call, tool));
        return undefined;
      }
      const key = keyOf(call, tool);
      if (key === undefined) return undefined;
      const times = (streaks.get(key) ?? 0) + 1;
      streaks.delete(key);
      streaks.set(key, times);
      const [oldest] = streaks.keys();
      if (streaks.size > MAX_STREAKS) streaks.delete(oldest);
      return times >= NOTICED_FROM ? times : undefined;
    },
    clear: () => streaks.clear(),
  };
}

/** A hash, so that what is kept does not grow with the inputs. Undefined for what cannot be written as JSON. */
function keyOf({ input, problem }: RequestedCall, tool: string): string | undefined {
  try {
    const text = JSON.stringify([tool, problem, input], (_, value: unknown) => sorted(value));
    return createHash("sha256").update(text).digest("base64");
  } catch {
    return undefined;
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
