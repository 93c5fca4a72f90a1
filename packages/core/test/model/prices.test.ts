import { describe, expect, it } from "vitest";
import { DEFAULT_MODEL } from "../../src/gauntlet.ts";
import { costOf } from "../../src/model/prices.ts";

const million = {
  inputTokens: 1_000_000,
  outputTokens: 1_000_000,
  cacheReadTokens: 1_000_000,
  cacheWriteTokens: 1_000_000,
};

describe("costOf", () => {
  it.each([
    ["claude-opus-4-5", 5 + 25 + 0.5 + 6.25],
    ["claude-opus-4-8-20260801", 5 + 25 + 0.5 + 6.25],
    ["claude-sonnet-4-5-20250929", 3 + 15 + 0.3 + 3.75],
    ["claude-haiku-4-5", 1 + 5 + 0.1 + 1.25],
    ["claude-opus-5", 5 + 25 + 0.5 + 6.25],
    ["claude-opus-5-5-latest", 4 + 20 + 0.4 + 5],
    [DEFAULT_MODEL, 2 + 10 + 0.2 + 2.5],
  ])("prices the version %s", (model, dollars) => {
    expect(costOf(model, million)).toBeCloseTo(dollars, 9);
  });

  it.each(["claude-sonnet-5-9", "claude-opus-4-50", "claude-opus-4", "gpt-x", "", "constructor"])(
    "knows no cost for `%s`",
    (model) => {
      expect(costOf(model, million)).toBeUndefined();
    },
  );

  it("lets a given price win, the longest family first", () => {
    const overrides = {
      house: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
      "house-large": { input: 2, output: 3, cacheRead: 0, cacheWrite: 0 },
      "claude-haiku-4-5": { input: 0, output: 0 },
    };
    expect(costOf("house-large-1", million, overrides)).toBe(5);
    expect(costOf("house-small", million, overrides)).toBe(2);
    expect(costOf("claude-haiku-4-5", million, overrides)).toBe(0);
  });
});
