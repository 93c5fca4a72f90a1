import { TAP_STAGES, type TapStage } from "./contract/hook.ts";

/** What of a tap decides when it runs. */
export interface PlacedTap {
  readonly plugin: string;
  readonly source: string;
  readonly tap: string;
  readonly stage: TapStage;
  readonly before: readonly string[];
}

/** Taps in the order they run, or those that want to go ahead of one another. */
export type TapOrder<T> = { readonly order: readonly T[] } | { readonly circle: readonly T[] };

/**
 * Orders taps by stage, then by when they were registered; a tap that names others in `before` goes ahead of them,
 * whatever their stage. Names nobody has mean nothing.
 * @param taps as they were registered.
 */
export function orderTaps<T extends PlacedTap>(taps: readonly T[]): TapOrder<T> {
  const waiting = TAP_STAGES.flatMap((stage) => inStage(taps, stage));
  const order: T[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex((tap) => !waiting.some((other) => goesAhead(other, tap)));
    if (next === -1) return { circle: circleAmong(waiting) };
    order.push(...waiting.splice(next, 1));
  }
  return { order };
}

/** Whoever taps late wants the last word, and the organization has it. */
function inStage<T extends PlacedTap>(taps: readonly T[], stage: TapStage): readonly T[] {
  const here = taps.filter((tap) => tap.stage === stage);
  if (stage !== "late") return here;
  const isManaged = ({ source }: T): boolean => source === "managed";
  return [...here.filter((tap) => !isManaged(tap)), ...here.filter(isManaged)];
}

function goesAhead(one: PlacedTap, other: PlacedTap): boolean {
  if (one === other) return false;
  if (one.before.includes(`${other.plugin}: ${other.tap}`)) return true;
  return one.plugin !== other.plugin && one.before.includes(other.plugin);
}

/** Every tap that waits has one that goes ahead of it, so following them back comes to a circle. */
function circleAmong<T extends PlacedTap>(waiting: readonly T[]): readonly T[] {
  const way: T[] = [];
  let tap = waiting[0] as T;
  while (!way.includes(tap)) {
    way.push(tap);
    const after = tap;
    tap = waiting.find((other) => goesAhead(other, after)) as T;
  }
  return way.slice(way.indexOf(tap)).reverse();
}
