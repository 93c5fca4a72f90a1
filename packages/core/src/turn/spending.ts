import { NO_USAGE, type Usage } from "../contract/message.ts";
import type { ModelEvent, ModelRequest } from "../model/port.ts";
import { costOf, type PriceTable } from "../model/prices.ts";
import { createUnderWay, type UnderWay, type Use } from "./under-way.ts";

/** What the requests of one prompt have used, counted where they go out. */
export interface Spending {
  readonly tokens: number;
  /** US dollars, as far as prices are known. */
  readonly costUsd: number;
  /** Tokens the conversation is known to have: the least that the next request sends. 0 until a message came. */
  readonly contextTokens: number;
  /** The model that answered last and has no known price. */
  readonly unpriced: string | undefined;
  /** What the known context costs in the next request at most, when nothing of it is read from a cache. US dollars. */
  contextCostUsd(): number;
  /**
   * US dollars for one token of an answer.
   * @param asked the model that is asked; it counts where its price is known and higher.
   */
  outputPriceUsd(asked?: string): number;
  /** Requests that are not counted yet. */
  readonly underWay: UnderWay;
  /** Passes the events of one answer on and counts it. One that breaks off counts with all it may have used. An aside leaves what is known of the conversation as it is. */
  count(
    events: AsyncIterable<ModelEvent>,
    request: Pick<ModelRequest, "model" | "maxTokens"> & { readonly isAside: boolean },
  ): AsyncGenerator<ModelEvent>;
}

const allTokens = ({ inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens }: Usage): number =>
  inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens;

/** @param asked the model that is asked; a price it has counts until another model answers. */
export function createSpending(asked: string, prices: PriceTable): Spending {
  let tokens = 0;
  let costUsd = 0;
  let contextTokens = 0;
  let answering = asked;
  let unpriced: string | undefined;
  const underWay = createUnderWay();

  const priceOf = (usage: Partial<Usage>, model = answering): number => {
    const cost = costOf(model, { ...NO_USAGE, ...usage }, prices);
    return cost !== undefined && Number.isFinite(cost) ? cost : Number.POSITIVE_INFINITY;
  };
  const dearest = (count: number, model = answering): number =>
    count === 0
      ? 0
      : Math.max(priceOf({ inputTokens: count }, model), priceOf({ cacheWriteTokens: count }, model));
  const add = (used: number, dollars: number, model: string): void => {
    tokens += used;
    if (Number.isFinite(dollars)) costUsd += dollars;
    else unpriced = model;
  };

  return {
    get tokens() {
      return tokens;
    },
    get costUsd() {
      return costUsd;
    },
    get contextTokens() {
      return contextTokens;
    },
    get unpriced() {
      return unpriced;
    },
    contextCostUsd: () => dearest(contextTokens),
    outputPriceUsd(other = answering) {
      const [price, others] = [answering, other].map((model) => priceOf({ outputTokens: 1_000_000 }, model));
      const dearer = Number.isFinite(others)
        ? Math.max(price as number, others as number)
        : (price as number);
      return dearer / 1_000_000;
    },
    underWay,
    async *count(events, { model, maxTokens, isAside }) {
      let by = isAside ? model : answering;
      let isOpen = false;
      // What an aside had sent is not known; the conversation is the most it can have been.
      const most = (): Use => ({
        tokens: contextTokens + maxTokens,
        costUsd: dearest(contextTokens, by) + priceOf({ outputTokens: maxTokens }, by),
      });
      const takeOut = underWay.begin(most());
      try {
        for await (const event of events) {
          if (event.type === "message.started") {
            isOpen = true;
            by = event.model;
            if (!isAside) answering = by;
          }
          if (event.type === "message.completed") {
            isOpen = false;
            const used = allTokens(event.usage);
            if (!isAside) contextTokens = used;
            add(used, priceOf(event.usage, by), by);
          }
          yield event;
        }
      } finally {
        if (isOpen) {
          const { tokens: used, costUsd: dollars } = most();
          add(used, dollars, by);
        }
        takeOut();
      }
    },
  };
}
