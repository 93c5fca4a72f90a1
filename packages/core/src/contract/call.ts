import type { Decision, Vote } from "./decision.ts";
import type { LocatedEffect } from "./effect.ts";
import type { Tool } from "./tool.ts";

/** A tool use as it arrived. `problem` is set when its input could not be read as JSON at all. */
export interface RequestedCall {
  readonly state: "requested";
  /** The model's `tool_use` id. */
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly problem?: string;
  /**
   * Deferred tools the model had found when it made the call. Undefined for calls that are not a model's: they need no
   * discovery.
   */
  readonly discovered?: ReadonlySet<string>;
}

/** One change the clean-up made to the working copy of an input. */
export interface InputChange {
  /** JSON pointer into the input. */
  readonly at: string;
  readonly what: string;
}

/** A call with a known tool and a checked, normalised, frozen input. */
export interface ValidCall {
  readonly state: "valid";
  readonly id: string;
  readonly tool: Tool;
  readonly input: unknown;
  readonly changes: readonly InputChange[];
}

/** A call that passed preToolUse: maybe rewritten, with the votes cast there. */
export interface PreparedCall {
  readonly state: "prepared";
  readonly id: string;
  readonly tool: Tool;
  readonly input: unknown;
  /** The input before any rewrite. */
  readonly original: unknown;
  readonly votes: readonly Vote[];
  /** Texts hooks add for the model, beside the result. */
  readonly context: readonly string[];
  /** Keys of the command hooks that rewrote the input. */
  readonly rewriters: readonly string[];
  /** Why a hook wants the turn to end. */
  readonly endTurn?: string | undefined;
}

declare const admitted: unique symbol;

/**
 * A call that may run. Only the permission stage makes one; the brand stops other code at compile time and a
 * registry of admitted objects stops it at run time.
 */
export interface AdmittedCall {
  readonly state: "admitted";
  readonly id: string;
  readonly tool: Tool;
  readonly input: unknown;
  readonly original: unknown;
  readonly context: readonly string[];
  readonly effects: readonly LocatedEffect[];
  readonly decision: Decision;
  readonly [admitted]: true;
}

const OUTCOMES = ["succeeded", "failed", "invalid", "denied", "cancelled"] as const;
export type OutcomeKind = (typeof OUTCOMES)[number];

/** How a call ended. Everything but `succeeded` carries the text the model will read. */
export type Outcome =
  | { readonly kind: "succeeded"; readonly output: unknown; readonly durationMs: number }
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly durationMs: number;
    }
  | { readonly kind: "invalid" | "denied" | "cancelled"; readonly message: string };
