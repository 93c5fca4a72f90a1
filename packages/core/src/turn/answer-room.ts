import { BudgetSpent } from "./budget-spent.ts";
import type { Spending } from "./spending.ts";

/** What a budget leaves for the answer to the next request, once the known conversation has been sent. */
export interface AnswerRoom {
  /**
   * Output tokens by what has been counted; below 1, or no number: the request must not go out.
   * @param asked the model that is asked, where it is not the conversation's.
   */
  tokens(asked?: string): number;
  /** The same if each request that is under way uses all it may. */
  sureTokens(asked?: string): number;
  spent(): BudgetSpent;
}

/** @param maxTokens tokens of all messages of the prompt, in and out. */
export const roomInTokens = (maxTokens: number, spending: Spending): AnswerRoom => ({
  tokens: () => maxTokens - spending.tokens - spending.contextTokens,
  sureTokens: () => maxTokens - spending.tokens - spending.contextTokens - spending.underWay.most().tokens,
  spent: () =>
    new BudgetSpent(
      "max_total_tokens",
      `the budget of ${maxTokens} tokens is used up: ${spending.tokens} so far, and a request takes at least ${spending.contextTokens}`,
    ),
});

/** @param maxUsd US dollars. Nothing is left once a model answered whose price is not known. */
export const roomInDollars = (maxUsd: number, spending: Spending): AnswerRoom => ({
  tokens: (asked) => tokensFor(maxUsd - spending.costUsd - spending.contextCostUsd(), spending, asked),
  sureTokens(asked) {
    const left = maxUsd - spending.costUsd - spending.contextCostUsd() - spending.underWay.most().costUsd;
    return tokensFor(left, spending, asked);
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

function tokensFor(leftUsd: number, spending: Spending, asked: string | undefined): number {
  const price = spending.outputPriceUsd(asked);
  return price === 0 && leftUsd >= 0 ? Number.POSITIVE_INFINITY : Math.floor(leftUsd / price);
}

const dollars = (amount: number): string => `$${Number(amount.toFixed(6))}`;
