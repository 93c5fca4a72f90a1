/** Lines by number: 1-based ranges with both ends included, in order, apart from each other. */
export type LineRanges = readonly (readonly [from: number, to: number])[];

/** Some lines of a text that others took the place of. */
export interface LineChange {
  /** 1-based number of the first line that went; for a pure insertion, of the line that was pushed down. */
  readonly from: number;
  /** Lines that went. */
  readonly removed: number;
  /** Lines that came. */
  readonly added: number;
}

/** Ranges with one more; touching ranges become one. An empty range (`to < from`) adds nothing. */
export function withRange(ranges: LineRanges, from: number, to: number): LineRanges {
  if (to < from) return ranges;
  const merged: [number, number][] = [];
  for (const [start, end] of [...ranges, [from, to] as const].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1] + 1) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** True when every line from `from` to `to` is in the ranges; also when there is none. */
export function coversLines(ranges: LineRanges, from: number, to: number): boolean {
  return to < from || ranges.some(([start, end]) => start <= from && to <= end);
}

/** The first lines of `1` to `total` that are not in the ranges, or undefined when all are. */
export function firstGap(ranges: LineRanges, total: number): readonly [from: number, to: number] | undefined {
  let from = 1;
  for (const [start, end] of ranges) {
    if (start > from) return [from, Math.min(start - 1, total)];
    from = end + 1;
  }
  return from <= total ? [from, total] : undefined;
}

/**
 * The same lines under their numbers after a change of the text.
 * @param changes in order, in numbers of the text before.
 * @param seen whether the lines that came belong to the ranges.
 */
export function shiftRanges(
  ranges: LineRanges,
  changes: readonly LineChange[],
  { seen }: { readonly seen: boolean },
): LineRanges {
  let shifted: LineRanges = [];
  let [next, delta] = [1, 0];
  const keep = (from: number, to: number): void => {
    for (const [start, end] of ranges)
      shifted = withRange(shifted, Math.max(start, from) + delta, Math.min(end, to) + delta);
  };
  for (const { from, removed, added } of changes) {
    keep(next, from - 1);
    if (seen) shifted = withRange(shifted, from + delta, from + delta + added - 1);
    next = from + removed;
    delta += added - removed;
  }
  keep(next, Number.MAX_SAFE_INTEGER);
  return shifted;
}
