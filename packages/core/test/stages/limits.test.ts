import { describe, expect, test } from "vitest";
import { completeLimits, DEFAULT_LIMITS, type Limits } from "../../src/stages/limits.ts";

const CAPACITIES = ["maxConcurrency", "messageResultBytes", "previewBytes"] as const;
const BUDGETS = ["maxTurns", "maxCalls", "maxTotalTokens", "maxCostUsd", "maxDurationMs"] as const;

describe("the limits of a session", () => {
  test("are those by default where none is given", () => {
    expect(completeLimits()).toEqual(DEFAULT_LIMITS);
  });

  const names = Object.keys(DEFAULT_LIMITS) as (keyof Limits)[];
  test.each(
    names.flatMap((name) => [-1, Number.NaN, Number.POSITIVE_INFINITY, "5"].map((value) => [name, value])),
  )("refuse a `%s` of %s", (name, value) => {
    expect(() => completeLimits({ [name as string]: value })).toThrow(
      expect.objectContaining({
        code: "GNT_CONFIG_INVALID",
        message: `the limit \`${name}\` is \`${String(value)}\``,
        hint: (CAPACITIES as readonly unknown[]).includes(name)
          ? "give a whole number above 0"
          : "give a number that is not negative; 0 means that there is no limit",
      }),
    );
  });

  test("are frozen, and the defaults with them", () => {
    expect([completeLimits(), DEFAULT_LIMITS].every(Object.isFrozen)).toBe(true);
  });

  test.each(BUDGETS)("take 0 for no limit of the budget `%s`", (name) => {
    expect(completeLimits({ [name]: 0 })[name]).toBe(0);
  });

  test.each(CAPACITIES.flatMap((name) => [0, 0.5].map((value) => [name, value] as const)))(
    "refuse a `%s` of %s, with which nothing would ever fit",
    (name, value) => {
      expect(() => completeLimits({ [name]: value })).toThrow(
        expect.objectContaining({
          code: "GNT_CONFIG_INVALID",
          message: `the limit \`${name}\` is \`${value}\``,
          hint: "give a whole number above 0",
        }),
      );
    },
  );
});
