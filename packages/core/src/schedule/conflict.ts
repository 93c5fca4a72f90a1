import { type Effect, isPathEffect, type LocatedEffect, type LocatedPathEffect } from "../contract/effect.ts";

/**
 * What a call claims while it runs.
 * `alone`: overlaps nothing. `free`: declares no effects but says it is concurrency-safe; overlaps its like.
 * `effects`: complete declared effects; overlaps whatever they do not conflict with.
 */
export type Claim =
  | { readonly kind: "alone" }
  | { readonly kind: "free" }
  | { readonly kind: "effects"; readonly effects: readonly LocatedEffect[] };

export const ALONE: Claim = Object.freeze({ kind: "alone" });
export const FREE: Claim = Object.freeze({ kind: "free" });

/**
 * The claim of one call. Declared effects win over the flag, except that an explicit
 * `isConcurrencySafe: false` runs alone.
 */
export function claimOf(
  effects: readonly LocatedEffect[] | undefined,
  isConcurrencySafe: boolean | undefined,
): Claim {
  if (isConcurrencySafe === false) return ALONE;
  if (effects === undefined || isUndeclared(effects)) return isConcurrencySafe ? FREE : ALONE;
  return effects.some(isUnclear) ? ALONE : { kind: "effects", effects };
}

/** An undeclared call carries one unknown effect through the gates. */
const isUndeclared = (effects: readonly Effect[]): boolean =>
  effects.length === 1 && effects[0]?.kind === "unknown";

/** A command of which not all is listed may touch anything. */
const isUnclear = (effect: Effect): boolean =>
  effect.kind === "unknown" ||
  effect.kind === "opaque" ||
  (effect.kind === "exec" && effect.complete !== true);

/** Tells whether two calls must not overlap. Symmetric. */
export function conflicts(a: Claim, b: Claim): boolean {
  if (a.kind === "alone" || b.kind === "alone") return true;
  if (a.kind === "free" || b.kind === "free") return a.kind !== b.kind;
  return a.effects.some((one) => b.effects.some((other) => effectsConflict(one, other)));
}

function effectsConflict(a: LocatedEffect, b: LocatedEffect): boolean {
  if (a.kind === "state" && b.kind === "state") {
    return a.slot === b.slot && (a.access === "write" || b.access === "write");
  }
  if (!isPathEffect(a) || !isPathEffect(b)) return false;
  if (a.kind === "read" && b.kind === "read") return false;
  return touches(a, b) || touches(b, a);
}

/** A path effect reaches another when the places are the same or its tree holds the other. */
function touches(a: LocatedPathEffect, b: LocatedPathEffect): boolean {
  return reaches(a.realPath, a.tree, b.realPath) || reaches(a.path, a.tree, b.path);
}

function reaches(place: string, tree: boolean | undefined, other: string): boolean {
  if (place === other) return true;
  return tree === true && other.startsWith(place.endsWith("/") ? place : `${place}/`);
}
