/**
 * What one call touches. A tool declares its effects from the input; permission, scheduling, audit and (later)
 * sandbox grants read the same list.
 *
 * Paths are absolute. `tree: true` means the path and everything below it.
 */
export type Effect =
  | PathEffect
  | ExecEffect
  | ConnectEffect
  | { readonly kind: "state"; readonly slot: string; readonly access: "read" | "write" }
  | { readonly kind: "person" }
  | { readonly kind: "unknown" }
  | OpaqueEffect;

export interface ConnectEffect extends CommandPart {
  readonly kind: "connect";
  readonly host: string;
  readonly port?: number;
}

/** One simple command that would run. */
export interface ExecEffect extends CommandPart {
  readonly kind: "exec";
  /** Its words, unquoted where that is unambiguous, with one space between: what rules are matched with. */
  readonly text: string;
  readonly argv?: readonly string[];
  /** How it is written, where that differs: allow rules may name it so as well. */
  readonly spelled?: string;
  /** Other texts that deny and ask rules bind it by: without its directory, its wrappers, its leading options. */
  readonly also?: readonly string[];
  /** The whole line it stands in, where that is more: an exact allow of the line covers everything in it. */
  readonly line?: string;
  /** The other effects of this command are all it does; without them it changes nothing. */
  readonly complete?: true;
  /** Only a rule without wildcards allows it: it runs on its own, or again and again, long after it was allowed. */
  readonly exactOnly?: true;
}

/** A command, or a part of one, of which nobody can say what it does. */
export interface OpaqueEffect extends CommandPart {
  readonly kind: "opaque";
  readonly text: string;
  readonly reasons: readonly string[];
  readonly line?: string;
}

/**
 * How an effect hangs on a command of the same call. A pack that analyses commands may put these members on the
 * effects it declares; without them an effect stands alone and needs an allow of its own.
 */
export interface CommandPart {
  /** Index of the exec or opaque effect this one belongs to. An exact allow of that command covers it. */
  readonly command?: number;
  /** True when this is what the program is for (`cat` reads, `rm` deletes): any allow of the command covers it. */
  readonly inherent?: boolean;
}

export interface PathEffect extends CommandPart {
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
      return `command that cannot be analyzed (${effect.reasons.join("; ")})`;
  }
}
