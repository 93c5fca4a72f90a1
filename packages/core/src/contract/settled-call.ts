import type { OutcomeKind } from "./call.ts";
import type { Decision } from "./decision.ts";
import type { ResultBlock } from "./message.ts";

/** How a call left the house. */
export interface SettledCall {
  readonly id: string;
  readonly tool: string;
  /** As it was cleaned and rewritten. */
  readonly input: unknown;
  readonly outcome: OutcomeKind;
  readonly block: ResultBlock;
  readonly decision?: Decision;
  /** Why no further request may follow, when a tap or the person ended the turn. */
  readonly endTurn?: string;
  /** The person stopped the task at this call, or at one it made: nothing else of the message shall run. */
  readonly stop?: true;
}
