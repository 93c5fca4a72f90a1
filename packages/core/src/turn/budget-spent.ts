import type { TurnEnd } from "../contract/event.ts";

/** How a turn ends, and why. */
export interface Ending {
  readonly reason: TurnEnd;
  readonly detail?: string;
}

/** A budget of the prompt that is used up; the detail says which and how far. Thrown, or the reason of an abort. */
export class BudgetSpent extends Error implements Ending {
  readonly reason: TurnEnd;

  constructor(reason: TurnEnd, detail: string) {
    super(detail);
    this.reason = reason;
  }

  get detail(): string {
    return this.message;
  }
}

/** How a prompt ends whose signal was aborted. */
export const endOfAbort = ({ reason }: AbortSignal): Ending =>
  reason instanceof BudgetSpent ? reason : { reason: "aborted" };
