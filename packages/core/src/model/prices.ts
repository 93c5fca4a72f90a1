import type { Usage } from "../contract/message.ts";

/** What a model costs, in US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Default: a tenth of `input`. */
  readonly cacheRead?: number;
  /** Default: 1.25 times `input`, the price of a five-minute cache entry. */
  readonly cacheWrite?: number;
}

/** Prices by model family: a name matches when it is the family or continues it after a `-`. */
export type PriceTable = Readonly<Record<string, Price>>;

/** Published prices, each of one version of a model. Versions that are not listed have none here. */
const PRICES = new Map<string, Price>([
  ["claude-opus-4-5", { input: 5, output: 25 }],
  ["claude-opus-4-6", { input: 5, output: 25 }],
  ["claude-opus-4-7", { input: 5, output: 25 }],
  ["claude-opus-4-8", { input: 5, output: 25 }],
  ["claude-sonnet-4-5", { input: 3, output: 15 }],
  ["claude-sonnet-4-6", { input: 3, output: 15 }],
  ["claude-haiku-4-5", { input: 1, output: 5 }],
  ["claude-sonnet-5", { input: 2, output: 10 }],
  ["claude-sonnet-5-5", { input: 2, output: 10 }],
  ["claude-opus-5", { input: 5, output: 25 }],
  ["claude-opus-5-5", { input: 4, output: 20 }],
  ["claude-fable-5", { input: 10, output: 50 }],
  ["claude-fable-5-1", { input: 10, output: 50 }],
  ["claude-fable-5-2", { input: 8, output: 40 }],
]);

// The next version continues the name of the one before, and its price is another matter.
const DATE = /-(\d{8}|latest)$/;

const MILLION = 1_000_000;

/**
 * What some tokens cost. A model whose price is not known has no cost: the answer is `undefined`, never 0 and never
 * a guess.
 * @param overrides prices that win over the published ones; within a table the longest matching family wins.
 * @returns US dollars.
 */
export function costOf(model: string, usage: Usage, overrides: PriceTable = {}): number | undefined {
  const price = priceIn(overrides, model) ?? PRICES.get(model.replace(DATE, ""));
  if (price === undefined) return undefined;
  const { input, output, cacheRead = input * 0.1, cacheWrite = input * 1.25 } = price;
  const total =
    usage.inputTokens * input +
    usage.outputTokens * output +
    usage.cacheReadTokens * cacheRead +
    usage.cacheWriteTokens * cacheWrite;
  return total / MILLION;
}

function priceIn(table: PriceTable, model: string): Price | undefined {
  const families = Object.keys(table).filter((family) => model === family || model.startsWith(`${family}-`));
  const longest = families.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : table[longest];
}
