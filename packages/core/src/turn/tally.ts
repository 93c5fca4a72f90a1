import { addUsage, NO_USAGE, type Usage } from "../contract/message.ts";
import { costOf, type PriceTable } from "../model/prices.ts";

/** What the messages of a prompt add up to. */
export interface Totals {
  /** Model messages that were taken in. */
  readonly turns: number;
  readonly usage: Usage;
  /** US dollars; undefined when the price of a model that answered is not known. */
  readonly costUsd?: number;
}

/** What a message of a model cost. */
export interface Spent {
  readonly model: string;
  readonly usage: Usage;
}

export interface Tally {
  /** A message of the conversation. */
  add(message: Spent): void;
  /** One beside it, such as a summary. */
  addAside(message: Spent): void;
  read(): Totals;
}

/**
 * Adds up messages, tokens and cost; one message of unknown price makes the cost unknown.
 * @param passOn hears of each message as well: the prompt this one works for.
 */
export function createTally(prices: PriceTable, passOn?: (message: Spent) => void): Tally {
  let turns = 0;
  let usage = NO_USAGE;
  let costUsd: number | undefined = 0;
  const addAside = (message: Spent): void => {
    passOn?.(message);
    usage = addUsage(usage, message.usage);
    const cost = costOf(message.model, message.usage, prices);
    costUsd = cost === undefined || costUsd === undefined ? undefined : costUsd + cost;
  };
  return {
    add(message) {
      turns += 1;
      addAside(message);
    },
    addAside,
    read: () => ({ turns, usage, ...(costUsd !== undefined && { costUsd }) }),
  };
}
