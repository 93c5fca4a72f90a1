import { ConfigError } from "../errors.ts";
import { DEFAULT_PREVIEW_BYTES } from "../results/preview.ts";

/** Bounds of a session. The budgets of a prompt are counted anew for each; for them 0 stands for no limit. */
export interface Limits {
  /** Calls that execute at the same time. Default 10. */
  readonly maxConcurrency: number;
  /** Bytes of result text one message may carry. Default 200,000. */
  readonly messageResultBytes: number;
  /** Bytes of a preview. Default 2,000. */
  readonly previewBytes: number;
  /** Budget of a prompt: model messages. Default 0. */
  readonly maxTurns: number;
  /** Budget of a prompt: calls that start, those made by other calls too. Default 0. */
  readonly maxCalls: number;
  /** Budget of a prompt: tokens of all its messages, in, cached and out. Default 0. */
  readonly maxTotalTokens: number;
  /** Budget of a prompt: US dollars; needs the model's price. Default 0. */
  readonly maxCostUsd: number;
  /** Budget of a prompt: milliseconds of wall clock, the person's time to answer included. Default 0. */
  readonly maxDurationMs: number;
}

export const DEFAULT_LIMITS: Limits = Object.freeze({
  maxConcurrency: 10,
  messageResultBytes: 200_000,
  previewBytes: DEFAULT_PREVIEW_BYTES,
  maxTurns: 0,
  maxCalls: 0,
  maxTotalTokens: 0,
  maxCostUsd: 0,
  maxDurationMs: 0,
});

/** Without any of them nothing would ever run or be shown. */
const CAPACITIES: readonly string[] = ["maxConcurrency", "messageResultBytes", "previewBytes"];

/**
 * Fills in the defaults.
 * @throws GNT_CONFIG_INVALID for a number no comparison could keep: negative, not finite, or no number at all; and for
 * anything but a whole number above 0 where it is not a budget.
 */
export function completeLimits(given: Partial<Limits> = {}): Limits {
  const limits = { ...DEFAULT_LIMITS, ...given };
  for (const [name, value] of Object.entries(limits)) {
    const isCapacity = CAPACITIES.includes(name);
    if (isCapacity ? Number.isSafeInteger(value) && value > 0 : Number.isFinite(value) && value >= 0)
      continue;
    throw new ConfigError("GNT_CONFIG_INVALID", `the limit \`${name}\` is \`${String(value)}\``, {
      hint: isCapacity
        ? "give a whole number above 0"
        : "give a number that is not negative; 0 means that there is no limit",
    });
  }
  return Object.freeze(limits);
}
