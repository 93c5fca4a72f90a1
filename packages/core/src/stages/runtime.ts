import type { Decision, Mode } from "../contract/decision.ts";
import type { PromptEvent, SessionEvent } from "../contract/event.ts";
import type { CallContext, OutputSink } from "../contract/tool.ts";
import type { HookTable } from "../hooks.ts";
import type { PolicyContext } from "../policy/policy.ts";
import type { RuleSet } from "../policy/rules.ts";
import type { ToolPool } from "../pool/tool-pool.ts";
import type { CallTable } from "../schedule/call-table.ts";

/** What an answerer is asked: everything a person needs to see. */
export interface Question {
  readonly call: string;
  readonly tool: string;
  readonly input: unknown;
  /** The call in words. */
  readonly words: string;
  readonly decision: Decision;
}

/** Someone who may answer an ask in the person's place. Undefined passes the question on; throwing denies. */
export interface Answerer {
  readonly name: string;
  answer(question: Question, signal: AbortSignal): Promise<PersonAnswer | undefined>;
}

/** What a person can say. `stop` denies and ends the turn. */
export type PersonAnswer =
  | { readonly behavior: "allow" }
  | { readonly behavior: "deny"; readonly message?: string }
  | { readonly behavior: "stop"; readonly message?: string };

export interface Limits {
  /** Calls that execute at the same time. Default 10. */
  readonly maxConcurrency: number;
  /** Bytes of result text one message may carry. Default 200,000. */
  readonly messageResultBytes: number;
  /** Bytes of a preview. Default 2,000. */
  readonly previewBytes: number;
  /** Model messages per prompt; 0 for no limit. Default 0. */
  readonly maxTurns: number;
}

export const DEFAULT_LIMITS: Limits = Object.freeze({
  maxConcurrency: 10,
  messageResultBytes: 200_000,
  previewBytes: 2_000,
  maxTurns: 0,
});

/** What the stages share: one session's state and its doors to the outside. Made once per session. */
export interface Runtime {
  readonly hooks: HookTable;
  readonly table: CallTable;
  readonly limits: Limits;
  readonly headless: boolean;
  readonly answerers: readonly Answerer[];
  pool(): Promise<ToolPool>;
  mode(): Mode;
  rules(): RuleSet;
  callContext(): CallContext;
  policyContext(): PolicyContext;
  /** Writes an event to the journal; order is kept. */
  record(event: SessionEvent): void;
  /** Resolves when everything recorded so far is on disk. */
  flush(): Promise<void>;
  /** Tells whoever listens; not journalled. */
  show(event: PromptEvent): void;
  /** A collector for output of one call. */
  openOutput(callId: string, limitBytes: number): OutputSink;
  /** Stores a result text and gives the path. */
  spill(callId: string, text: string): Promise<string>;
  newId(): string;
  now(): Date;
  /** Runs something alone among all questions of the session. */
  questionTurn<T>(work: () => Promise<T>): Promise<T>;
}
