import fc from "fast-check";
import { expect, test } from "vitest";
import { changesOfHunks, changesOfReplacements } from "../../src/edit/line-changes.ts";
import { applyReplacements, matchText } from "../../src/edit/match-text.ts";
import {
  coversLines,
  firstGap,
  type LineRanges,
  shiftRanges,
  withRange,
} from "../../src/text/line-ranges.ts";
import { hunksOf } from "../../src/text/patch.ts";

test.each<[LineRanges, number, number, LineRanges]>([
  [[], 3, 5, [[3, 5]]],
  [[[1, 2]], 3, 5, [[1, 5]]],
  [
    [[1, 2]],
    4,
    5,
    [
      [1, 2],
      [4, 5],
    ],
  ],
  [
    [
      [1, 2],
      [6, 9],
    ],
    2,
    7,
    [[1, 9]],
  ],
  [
    [[4, 5]],
    1,
    1,
    [
      [1, 1],
      [4, 5],
    ],
  ],
  [[[4, 5]], 3, 2, [[4, 5]]],
])("%j with %i to %i are %j", (ranges, from, to, together) => {
  expect(withRange(ranges, from, to)).toEqual(together);
});

test("a gap is the first lines that are missing", () => {
  expect(firstGap([], 3)).toEqual([1, 3]);
  expect(
    firstGap(
      [
        [1, 2],
        [5, 6],
      ],
      9,
    ),
  ).toEqual([3, 4]);
  expect(firstGap([[1, 2]], 9)).toEqual([3, 9]);
  expect(firstGap([[1, 9]], 9)).toBeUndefined();
  expect(firstGap([], 0)).toBeUndefined();
});

const seenIn = (ranges: LineRanges, lines: readonly string[]) =>
  lines.filter((_, i) => coversLines(ranges, i + 1, i + 1));
const linesOf = (text: string) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));
const text = fc.array(fc.constantFrom("a", "b", "ab", "\n", "\n", "\r\n")).map((parts) => parts.join(""));

/** Every line is named once, so that it can be followed by its name. */
const numbered = (count: number, mark: string) => Array.from({ length: count }, (_, i) => `${mark}${i}\n`);

test("the lines that stay are the same lines after any change, and those that came are seen when they are shown", () => {
  const change = fc.record({
    keep: fc.nat({ max: 4 }),
    removed: fc.nat({ max: 3 }),
    added: fc.nat({ max: 3 }),
  });
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 5 }),
      fc.array(fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 5 })), { maxLength: 4 }),
      fc.boolean(),
      (changes, ranges, seen) => {
        const before = numbered(40, "old");
        const after: string[] = [];
        let at = 0;
        const lineChanges = changes.map(({ keep, removed, added }, i) => {
          after.push(...before.slice(at, at + keep), ...numbered(added, `new${i}-`));
          const from = at + keep + 1;
          at += keep + removed;
          return { from, removed, added };
        });
        after.push(...before.slice(at));
        const known = ranges.reduce<LineRanges>(
          (all, [from, more]) => withRange(all, from + 1, from + more),
          [],
        );
        const seenBefore = new Set(seenIn(known, before));
        const expected = after.filter((line) => (line.startsWith("new") ? seen : seenBefore.has(line)));
        expect(seenIn(shiftRanges(known, lineChanges, { seen }), after)).toEqual(expected);
      },
    ),
  );
});

test("the changes of an edit, and of a diff, add up to the lines of the text after", () => {
  fc.assert(
    fc.property(
      text,
      fc.string({ unit: fc.constantFrom("a", "b", "\n"), minLength: 1, maxLength: 3 }),
      text,
      (before, old, now) => {
        const match = matchText(before, { oldString: old, newString: now, replaceAll: true });
        if (match.kind !== "found") return;
        const after = applyReplacements(before, match.replacements);
        const feeds = (one: string) => one.split("\n").length - 1;
        const sum = (changes: readonly { removed: number; added: number }[]) =>
          changes.reduce((total, { removed, added }) => total + added - removed, 0);
        const changes = changesOfReplacements(before, match.replacements);
        expect(sum(changes)).toBe(feeds(after) - feeds(before));
        for (const [i, { from }] of changes.slice(1).entries()) {
          const previous = changes[i] as { from: number; removed: number };
          expect(from).toBeGreaterThanOrEqual(previous.from + previous.removed);
        }
        const diff = changesOfHunks(hunksOf(before, after));
        const untouched = shiftRanges([[1, 1_000]], diff, { seen: false });
        const stays = seenIn(untouched, linesOf(after));
        const gone = diff.flatMap(({ from, removed }) => linesOf(before).slice(from - 1, from - 1 + removed));
        expect([...stays, ...gone].sort()).toEqual(linesOf(before).sort());
      },
    ),
  );
});
