import type { InputChange, Outcome, PreparedCall, ValidCall } from "./call.ts";
import type { Behavior, Mode } from "./decision.ts";
import type { LocatedEffect } from "./effect.ts";
import type { ResultBlock } from "./message.ts";
import type { TapScope } from "./session-scope.ts";
import type { MaybePromise, Tool } from "./tool.ts";

/** How a tap is registered: its name, its place, how long it may take, and what its failure means after the call ran. */
export interface TapOptions {
  /** One of its kind: a plugin taps a hook under a name once. */
  readonly name: string;
  /** Who runs after this tap where they are there: plugins by name, or single taps as `plugin: tap`. */
  readonly before?: string | readonly string[];
  /** `early` taps run before all others and `late` ones after them; of late ones the organization's run last. */
  readonly stage?: TapStage;
  /** Default 30,000. */
  readonly timeoutMs?: number;
  /** Only for postToolUse and mapResult: `withhold` keeps the text from the model when the tap fails. */
  readonly onFailure?: "continue" | "withhold";
}

export const TAP_STAGES = ["early", "normal", "late"] as const;
export type TapStage = (typeof TAP_STAGES)[number];

/** A tap: looks at the value, may act on it; for waterfalls it may return the next value. */
export type TapFunction<V, R> = (value: V, scope: TapScope) => MaybePromise<R | null | undefined | void>;

/** The only door through which a plugin reaches a hook. */
export interface Hook<V, R = never> {
  readonly name: string;
  tap(options: string | TapOptions, fn: TapFunction<V, R>): void;
  tapPromise(options: string | TapOptions, fn: TapFunction<V, R>): void;
}

/** A candidate for the pool and where it comes from. */
export interface PoolEntry {
  readonly tool: Tool;
  readonly plugin: string;
  /** Replaces the description for this session. */
  readonly description?: string;
}

export interface PoolDraft {
  readonly profile: string;
  readonly mode: Mode;
  readonly entries: readonly PoolEntry[];
}

/** An earlier call that has not settled, as the schedule hook sees it. */
export interface UnsettledCall {
  readonly id: string;
  readonly tool: string;
}

export interface SchedulePlan {
  readonly call: { readonly id: string; readonly tool: string; readonly input: unknown };
  readonly unsettled: readonly UnsettledCall[];
  /** Ids of calls this one waits for; conflict edges are always among them. */
  readonly after: readonly string[];
  /** Adds an edge to an unsettled call; unknown ids are ignored. */
  waitFor(id: string): void;
  /** Lowers the number of calls that may run while this one does; it is never raised. */
  limitConcurrency(max: number): void;
}

export interface ValidateDraft {
  readonly call: ValidCall;
  readonly changes: readonly InputChange[];
  /** Objects to the input; the text is read by the model. */
  object(issue: string): void;
}

export interface PreToolUseDraft {
  readonly call: ValidCall;
  /** What the model asked for, before any rewrite. */
  readonly original: unknown;
  /** The input as rewritten so far. */
  readonly input: unknown;
  /** False when the input was rewritten already and is only put to the vote once more; a rewrite then denies. */
  readonly mayRewrite: boolean;
  rewrite(input: unknown): void;
  vote(behavior: Behavior, why: string): void;
  addContext(text: string): void;
}

export interface PermissionBallot {
  readonly call: PreparedCall;
  readonly effects: readonly LocatedEffect[];
  readonly mode: Mode;
  /** Votes on one effect (by index) or, without `effect`, on the whole call. */
  vote(behavior: Behavior, why: string, options?: { readonly effect?: number }): void;
}

/** What postToolUse taps pass on: return a changed copy to change it. */
export interface PostToolUseDraft {
  readonly call: { readonly id: string; readonly tool: Tool; readonly input: unknown };
  readonly outcome: Outcome;
  /** Replaces what the model reads of the outcome. */
  readonly replacement?: string;
  /** Texts added after the result. */
  readonly notes: readonly string[];
  /** Ends the turn after this message's results. */
  readonly endTurn?: string;
}

export interface MapResultDraft {
  readonly call: { readonly id: string; readonly tool: string; readonly input: unknown };
  readonly outcome: Outcome;
  readonly block: ResultBlock;
}

/** The catalogue of extension points, in the order a call passes them. */
export interface Hooks {
  /** Waterfall. Runs before each session's first request, and for tools that come later with those alone. A throw stops the request. */
  readonly buildPool: Hook<PoolDraft, PoolDraft>;
  /** Series. Runs when a tool use is complete. A throw makes the call run alone. */
  readonly schedule: Hook<SchedulePlan>;
  /** Series, all objections kept. Runs when the call's turn has come. A throw makes it `invalid`. */
  readonly validate: Hook<ValidateDraft>;
  /** Series. May rewrite, vote, add context. A throw is a deny vote. */
  readonly preToolUse: Hook<PreToolUseDraft>;
  /** Series. May vote. A throw is a deny vote. */
  readonly permission: Hook<PermissionBallot>;
  /** Waterfall over the outcome. A throw leaves a notice, or withholds. */
  readonly postToolUse: Hook<PostToolUseDraft, PostToolUseDraft>;
  /** Waterfall over the draft: return a copy with another `block`. A throw leaves the default block, or withholds. */
  readonly mapResult: Hook<MapResultDraft, MapResultDraft>;
}

export type HookName = keyof Hooks;

export const HOOK_NAMES = [
  "buildPool",
  "schedule",
  "validate",
  "preToolUse",
  "permission",
  "postToolUse",
  "mapResult",
] as const satisfies readonly HookName[];
