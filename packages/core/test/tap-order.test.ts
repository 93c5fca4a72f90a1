import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TAP_STAGES } from "../src/contract/hook.ts";
import { orderTaps, type PlacedTap } from "../src/tap-order.ts";

const placed = (name: string, over: Partial<PlacedTap> = {}): PlacedTap => {
  const [plugin = "", tap = "t"] = name.split(": ");
  return { plugin, tap, source: "plugin", stage: "normal", before: [], ...over };
};

const named = (taps: readonly PlacedTap[]): readonly string[] =>
  taps.map(({ plugin, tap }) => `${plugin}: ${tap}`);

function ordered(...taps: readonly PlacedTap[]): readonly string[] {
  const placing = orderTaps(taps);
  return "order" in placing ? named(placing.order) : ["circle", ...named(placing.circle)];
}

describe("taps run", () => {
  test.each<[string, readonly PlacedTap[], readonly string[]]>([
    ["as they were registered", [placed("b"), placed("a"), placed("c")], ["b: t", "a: t", "c: t"]],
    [
      "by stage, whatever was registered first",
      [placed("l", { stage: "late" }), placed("n"), placed("e", { stage: "early" })],
      ["e: t", "n: t", "l: t"],
    ],
    [
      "with the late ones of the organization last",
      [
        placed("org", { stage: "late", source: "managed" }),
        placed("mine", { stage: "late" }),
        placed("other", { stage: "late", source: "project" }),
      ],
      ["mine: t", "other: t", "org: t"],
    ],
    [
      "ahead of all taps of a plugin they name",
      [placed("a: 1"), placed("a: 2"), placed("b", { before: ["a"] })],
      ["b: t", "a: 1", "a: 2"],
    ],
    [
      "ahead of the one tap they name",
      [placed("a: 1"), placed("a: 2"), placed("b", { before: ["a: 2"] })],
      ["a: 1", "b: t", "a: 2"],
    ],
    [
      "ahead of another tap of their own plugin",
      [placed("a: 1"), placed("a: 2", { before: ["a: 1"] })],
      ["a: 2", "a: 1"],
    ],
    [
      "ahead of whom they name even where the stages say otherwise",
      [placed("a", { stage: "early" }), placed("b", { stage: "late", before: ["a"] })],
      ["b: t", "a: t"],
    ],
    [
      "in their place when they name nobody who is there, or only themselves",
      [placed("a"), placed("b", { before: ["b", "c", "a: other"] })],
      ["a: t", "b: t"],
    ],
  ])("%s", (_, taps, expected) => {
    expect(ordered(...taps)).toEqual(expected);
  });

  test("in no order at all when they want to go ahead of one another; those and no others are named", () => {
    const circle = [
      placed("a", { before: ["b"] }),
      placed("b", { before: ["c"] }),
      placed("c", { before: ["a"] }),
    ];
    const [head, ...names] = ordered(placed("x"), ...circle, placed("y", { before: ["a"] }));
    expect([head, [...names].sort()]).toEqual(["circle", ["a: t", "b: t", "c: t"]]);
  });

  test("each once, behind everyone who named them", () => {
    const names = ["a", "b", "c", "d"];
    const tap = fc.record({
      plugin: fc.constantFrom(...names),
      tap: fc.constantFrom("1", "2", "3"),
      source: fc.constantFrom("plugin", "managed"),
      stage: fc.constantFrom(...TAP_STAGES),
      before: fc.array(fc.constantFrom(...names, "a: 1", "b: 2"), { maxLength: 2 }),
    });
    const taps = fc.uniqueArray(tap, {
      maxLength: 8,
      selector: ({ plugin, tap: name }) => `${plugin}: ${name}`,
    });
    fc.assert(
      fc.property(taps, (given) => {
        const placing = orderTaps<PlacedTap>(given);
        if ("circle" in placing) {
          expect(placing.circle.length).toBeGreaterThan(1);
          return;
        }
        const { order } = placing;
        expect(new Set(order)).toEqual(new Set(given));
        for (const [i, one] of order.entries()) {
          const wronged = order
            .slice(0, i)
            .filter(({ plugin, tap: name }) =>
              one.before.some(
                (wish) => wish === `${plugin}: ${name}` || (wish === plugin && plugin !== one.plugin),
              ),
            );
          expect(wronged).toEqual([]);
        }
      }),
    );
  });
});
