import { BudgetSpent } from "./budget-spent.ts";
import type { Spending } from "./spending.ts";

/** What a budget leaves for the answer to the next request, once the known conversation has been sent. */
export interface AnswerRoom {
  /** Output tokens; below 1, or no number: the request must not go out. */
  tokens(): number;
  spent(): BudgetSpent;
}

/** @param maxTokens tokens of all messages of the prompt, in and out. */
export const roomInTokens = (maxTokens: number, spending: Spending): AnswerRoom => ({
  tokens: () => maxTokens - spending.tokens - spending.contextTokens,
  spent: () =>
    new BudgetSpent(
      "max_total_tokens",
      `the budget of ${maxTokens} tokens is used up: ${spending.tokens} so far, and a request takes at least ${spending.contextTokens}`,
    ),
});

/** @param maxUsd US dollars. Nothing is left once a model answered whose price is not known. */
export const roomInDollars = (maxUsd: number, spending: Spending): AnswerRoom => ({
  tokens() {
    const left = maxUsd - spending.costUsd - spending.contextCostUsd();
    const price = spending.outputPriceUsd();
    return price === 0 && left >= 0 ? Number.POSITIVE_INFINITY : Math.floor(left / price);
  },
  spent() {
    const { costUsd, unpriced } = spending;
    const detail =
      unpriced === undefined
        ? `the budget of $${maxUsd} is used up: ${dollars(costUsd)} so far, and a request takes up to ${dollars(spending.contextCostUsd())} before its answer`
        : `the budget of $${maxUsd} cannot be kept: the model \`${unpriced}\` answered, and its price is not known`;
    return new BudgetSpent("max_cost", detail);
  },
});

const dollars = (amount: number): string => `$${Number(amount.toFixed(6))}`;
