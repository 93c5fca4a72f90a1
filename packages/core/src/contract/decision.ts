import type { LocatedEffect } from "./effect.ts";

export const BEHAVIORS = ["allow", "ask", "deny"] as const;
export type Behavior = (typeof BEHAVIORS)[number];

export const MODES = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"] as const;
export type Mode = (typeof MODES)[number];

/** Who may speak. Rules carry the source of the file or flag they come from; the rest are voters of the runtime. */
export type Source =
  | "managed"
  | "user"
  | "project"
  | "local"
  | "cli"
  | "session"
  | "host"
  | "plugin"
  | "tool"
  | "hook"
  | "mode"
  | "builtin";

/**
 * One opinion on a call. `effect` is the index of the effect it is about; a vote without it is about the whole call.
 */
export interface Vote {
  readonly behavior: Behavior;
  readonly source: Source;
  /** Name of the plugin, tap or built-in voter that voted. */
  readonly voter: string;
  readonly why: string;
  readonly effect?: number;
  /** Text of the rule, when a rule voted. */
  readonly rule?: string;
  readonly ruleId?: string;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
}

/** The voter of rules that bind what a call was before a hook, a tap, its tool or a person changed its input. */
export const ORIGINAL_INPUT = "rules on the original input";

/** A policy in force when a decision was made. */
export interface PolicyRevision {
  readonly name: string;
  readonly revision: string;
}

/** Who answered an ask, and how. */
export interface Answer {
  readonly by: string;
  readonly behavior: "allow" | "deny";
  /** A word of the person for the model. */
  readonly message?: string;
}

/**
 * What was decided about one call and why. `behavior` is the outcome of the vote; `effective` is what holds after
 * mode, headlessness and a possible answer. Apart from `id` and `at` it depends only on the call and the rules.
 */
export interface Decision {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly behavior: Behavior;
  readonly effective: Behavior;
  /** The determining votes; empty when nobody voted on some effect (then `uncovered` names it). */
  readonly because: readonly Vote[];
  /** Indices of effects nobody allowed; they are why a call asks without an ask vote. */
  readonly uncovered: readonly number[];
  readonly votes: readonly Vote[];
  readonly effects: readonly LocatedEffect[];
  /** Of which plugin the tool is; missing in journals of earlier versions. */
  readonly plugin?: string;
  /** Only an allow rule that gives the tool's whole name counted. */
  readonly byNameOnly?: true;
  readonly mode: Mode;
  readonly headless: boolean;
  /** Policies in force. */
  readonly policies: readonly PolicyRevision[];
  readonly answer?: Answer;
}
