/**
 * What one call touches. A tool declares its effects from the input; permission, scheduling, audit and (later)
 * sandbox grants read the same list.
 *
 * Paths are absolute. `tree: true` means the path and everything below it.
 */
export type Effect =
  | PathEffect
  | { readonly kind: "exec"; readonly text: string; readonly argv?: readonly string[] }
  | { readonly kind: "connect"; readonly host: string; readonly port?: number }
  | { readonly kind: "state"; readonly slot: string; readonly access: "read" | "write" }
  | { readonly kind: "person" }
  | { readonly kind: "unknown" }
  | { readonly kind: "opaque"; readonly text: string; readonly reasons: readonly string[] };

export interface PathEffect {
  readonly kind: "read" | "write" | "delete";
  readonly path: string;
  readonly tree?: boolean;
}

/** An effect whose path was followed through links. `realPath` equals `path` where no link is met. */
export type LocatedEffect = Exclude<Effect, PathEffect> | LocatedPathEffect;

export interface LocatedPathEffect extends PathEffect {
  readonly realPath: string;
}

/** The only value for a call whose tool declares no effects. */
export const UNKNOWN_EFFECT: Effect = Object.freeze({ kind: "unknown" });

export const readFile = (path: string): PathEffect => ({ kind: "read", path });
export const readTree = (path: string): PathEffect => ({ kind: "read", path, tree: true });
export const writeFile = (path: string): PathEffect => ({ kind: "write", path });
export const deleteTree = (path: string): PathEffect => ({ kind: "delete", path, tree: true });

export function isPathEffect(effect: Effect): effect is PathEffect;
export function isPathEffect(effect: LocatedEffect): effect is LocatedPathEffect;
export function isPathEffect(effect: Effect): boolean {
  return effect.kind === "read" || effect.kind === "write" || effect.kind === "delete";
}

/** True for effects that change the world outside the session, or might. */
export function changesWorld(effect: Effect): boolean {
  return effect.kind !== "read" && effect.kind !== "state" && effect.kind !== "person";
}

/** One line for people and logs: `read src/a.ts`, `run npm test`, `connect example.com`. */
export function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case "read":
    case "write":
    case "delete":
      return `${effect.kind} ${effect.path}${effect.tree ? " and below" : ""}`;
    case "exec":
      return `run ${effect.text}`;
    case "connect":
      return `connect ${effect.host}${effect.port ? `:${effect.port}` : ""}`;
    case "state":
      return `${effect.access} session state ${effect.slot}`;
    case "person":
      return "ask the person";
    case "unknown":
      return "unknown effects";
    case "opaque":
      return `command that cannot be analysed (${effect.reasons.join("; ")})`;
  }
}
