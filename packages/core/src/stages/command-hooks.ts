import type { Outcome } from "../contract/call.ts";
import type { HookAgent, HookEvent, HookMoment, MomentAnswer } from "../contract/command-hook.ts";
import type { Vote } from "../contract/decision.ts";
import type { Tool } from "../contract/tool.ts";
import type { PersonAnswer, Question, Runtime } from "./runtime.ts";

/** A call as PreToolUse hooks are asked about it. */
export interface HookedCall {
  readonly id: string;
  readonly tool: Tool;
  readonly input: unknown;
  /** What the model asked for, before any rewrite. */
  readonly original: unknown;
  /** False when the input is another than the one hooks were asked about first: then they only vote. */
  readonly mayRewrite: boolean;
  /** Keys of hooks that rewrote this call already. */
  readonly rewriters: readonly string[];
}

/** What PreToolUse hooks make of a call. */
export interface HookedInput {
  readonly votes: readonly Vote[];
  readonly context: readonly string[];
  /** Set when they rewrote it. */
  readonly input?: unknown;
  readonly rewriters: readonly string[];
  /** Who rewrote it, for people. */
  readonly by: readonly string[];
  /** Why the turn should end. */
  readonly endTurn?: string;
}

/** An answer in the person's place, and the hook that gave it. */
export interface HookAnswered {
  readonly by: string;
  readonly said: PersonAnswer;
}

/** What hooks add to the outcome of a call. */
export interface HookedOutcome {
  readonly notes: readonly string[];
  /** What the model reads in place of the output. */
  readonly output?: { readonly value: unknown; readonly by: string };
  readonly endTurn?: string;
}

/** The command hooks of one session: the one door through which the runtime reaches them. */
export interface CommandHooks {
  preToolUse(call: HookedCall, runtime: Runtime): Promise<HookedInput>;
  /** Tells whether there are hooks for an event; without any, nothing need be gathered for it. */
  has(event: HookEvent): boolean;
  /** Tells whether some hook could answer a question about the tool. */
  mayAnswer(tool: Tool): boolean;
  /** Undefined: no hook answers. */
  answer(question: Question, tool: Tool, runtime: Runtime): Promise<HookAnswered | undefined>;
  postToolUse(
    call: { readonly id: string; readonly tool: Tool; readonly input: unknown },
    outcome: Outcome,
    runtime: Runtime,
  ): Promise<HookedOutcome>;
  /** Tells hooks of something that happens to the session. */
  fire(moment: HookMoment, runtime: Runtime): Promise<MomentAnswer>;
  /** Variables that SessionStart hooks set for the programs tools start. */
  environment(): Readonly<Record<string, string>>;
  /** The hooks for calls that hooks make: without those that make calls or answer. */
  forOwnCalls(): CommandHooks;
  /** The hooks of this session for one of its subagents. Closing them leaves those of the session open. */
  forAgent(agent: HookAgent): CommandHooks;
  /** Ends hooks nobody waits for. */
  close(): Promise<void>;
}
