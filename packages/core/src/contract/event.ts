import type { InputChange, OutcomeKind } from "./call.ts";
import type { HookEvent } from "./command-hook.ts";
import type { Behavior, Decision, Mode, Source } from "./decision.ts";
import type { LocatedEffect } from "./effect.ts";
import type { HiddenTool } from "./hidden-tool.ts";
import type { AssistantBlock, Message, ResultBlock, Usage, UserBlock } from "./message.ts";
import type { BlockPlace, MediaPlace } from "./place.ts";
import type { Json } from "./slot.ts";

/** Version of the journal format; readers refuse a newer one and migrate older ones. */
export const JOURNAL_FORMAT = 2;

/**
 * Everything that happens in a session, in the order it is written. Transcript, resume, audit and the screen are
 * readings of this list. The order within one call is: `block.completed`, `call.cleaned`?,
 * `call.rewritten`?, `call.decided`, `call.intent`, `call.settled`, and then one `results.sent` for the whole message.
 */
export type SessionEvent =
  | {
      readonly type: "session.started";
      readonly format: number;
      readonly session: string;
      readonly cwd: string;
      readonly mode: Mode;
      /** The session this one goes on from, with a conversation of its own from there. */
      readonly forkedFrom?: ForkOrigin;
      /** The call that started it, for the conversation of a subagent. */
      readonly agentOf?: AgentOrigin;
    }
  /** Another process goes on. What follows has this format. */
  | { readonly type: "session.continued"; readonly format: number; readonly mode: Mode }
  /** A conversation that began elsewhere, as it can be sent. */
  | { readonly type: "history.loaded"; readonly messages: readonly Message[] }
  | {
      readonly type: "pool.built";
      readonly tools: readonly string[];
      readonly hidden: readonly HiddenTool[];
      /** Those of `tools` whose definitions are not in the first request. Missing in older journals: none. */
      readonly deferred?: readonly string[];
    }
  | { readonly type: "prompt.submitted"; readonly content: readonly UserBlock[] }
  | {
      readonly type: "request.sent";
      readonly model: string;
      readonly messages: number;
      /** Not for the next message of the conversation. */
      readonly purpose?: "summary" | "tool";
      /** The call whose tool asks. */
      readonly call?: string;
    }
  | {
      readonly type: "request.retried";
      readonly attempt: number;
      readonly delayMs: number;
      readonly why: string;
      /** The call whose tool asks; missing for the conversation. */
      readonly call?: string;
    }
  | { readonly type: "message.started"; readonly message: string; readonly model: string }
  | {
      readonly type: "block.completed";
      readonly message: string;
      readonly block: AssistantBlock;
      /** Why a tool use's input could not be read; the block then carries `{}`. */
      readonly problem?: string;
      /** Members of a tool use as they came, where the API would refuse them in the next request. */
      readonly given?: { readonly id?: string; readonly name?: string };
    }
  | {
      readonly type: "message.completed";
      readonly message: string;
      readonly stopReason: string;
      readonly usage: Usage;
    }
  /** The stream failed after a call had started; the message ends at its last complete block. */
  | { readonly type: "message.truncated"; readonly message: string; readonly why: string }
  /** The stream failed before any call started, or the model refused; the message is not part of the transcript. */
  | { readonly type: "message.dropped"; readonly message: string; readonly why: string }
  | { readonly type: "call.cleaned"; readonly call: string; readonly changes: readonly InputChange[] }
  | { readonly type: "call.rewritten"; readonly call: string; readonly by: string; readonly input: unknown }
  | {
      readonly type: "call.decided";
      readonly call: string;
      readonly tool: string;
      readonly decision: Decision;
      /** What it was about, when the call will not run; else `call.intent` says it. */
      readonly input?: unknown;
      /** JSON pointers into `decision`: where something that looks like a secret was masked. */
      readonly masked?: readonly string[];
    }
  | {
      readonly type: "call.intent";
      readonly call: string;
      readonly tool: string;
      readonly input: unknown;
      readonly effects: readonly LocatedEffect[];
    }
  | {
      readonly type: "call.settled";
      readonly call: string;
      readonly tool: string;
      readonly outcome: OutcomeKind;
      readonly durationMs: number;
      /** What the model will read, unless the message budget replaces it. */
      readonly result: ResultBlock;
      /** Where what it holds comes from: `files`, a `command`, `host:<name>`, `unknown`. Missing when nothing ran. */
      readonly from?: readonly string[];
      /** How many secrets were replaced in it and in its file, by the names of their forms. */
      readonly redacted?: Readonly<Record<string, number>>;
    }
  /** A subagent begins, for a call or for the host; its journal is in `directory`. */
  | {
      readonly type: "agent.started";
      readonly agent: string;
      readonly name: string;
      readonly call?: string;
      readonly directory: string;
    }
  /** The subagent has answered a prompt. */
  | {
      readonly type: "agent.answered";
      readonly agent: string;
      readonly name: string;
      readonly reason: TurnEnd;
      readonly turns: number;
      readonly calls: number;
      readonly usage: Usage;
    }
  /** A running call asked the person something; what they said is not written down. */
  | {
      readonly type: "person.asked";
      readonly call: string;
      readonly tool: string;
      readonly words: string;
      readonly by: string;
      readonly action: "accept" | "decline" | "cancel";
    }
  /** The session works in a copy of its place from now on; without `mirror`: in its own place again. */
  | { readonly type: "session.moved"; readonly mirror?: { readonly of: string; readonly at: string } }
  | { readonly type: "mode.changed"; readonly mode: Mode; readonly by: string }
  | {
      readonly type: "rule.remembered";
      readonly behavior: Behavior;
      readonly rule: string;
      readonly scope: "session" | "local" | "user";
      /** ISO 8601: the rule holds until then. */
      readonly until?: string;
    }
  | { readonly type: "slot.set"; readonly slot: string; readonly key: string; readonly value: Json }
  | { readonly type: "slot.deleted"; readonly slot: string; readonly key: string }
  /**
   * The results of a message's calls go back as one user message, in call order: those that settled, except where
   * the message budget put a preview in their place; then the texts.
   */
  | {
      readonly type: "results.sent";
      readonly replaced: readonly ResultBlock[];
      readonly texts: readonly string[];
    }
  /** The conversation would not have been a valid request. `messages` take the place of all from index `from` on. */
  | {
      readonly type: "transcript.repaired";
      readonly what: readonly string[];
      readonly from?: number;
      readonly messages?: readonly Message[];
    }
  /** Images and documents that leave the conversation; a text stands in the place of each from now on. */
  | { readonly type: "media.dropped"; readonly why: string; readonly places: readonly MediaPlace[] }
  /** Old results that leave the conversation; a short text stands in the place of each from now on. */
  | { readonly type: "results.cleared"; readonly why: string; readonly places: readonly BlockPlace[] }
  /** A summary takes the place of all messages before index `from`; their number is `dropped`. */
  | {
      readonly type: "conversation.compacted";
      readonly why: string;
      readonly from: number;
      readonly summary: string;
      readonly dropped: number;
    }
  | { readonly type: "summary.received"; readonly usage: Usage }
  /** The model has answered what the tool of a call asked it. */
  | {
      readonly type: "answer.received";
      readonly call: string;
      readonly model: string;
      readonly usage: Usage;
    }
  /** The model gave no summary; the conversation stays as it is. */
  | { readonly type: "compaction.failed"; readonly why: string }
  /** A command hook was run. Texts are bounded, and what looks like a secret is masked in them. */
  | {
      readonly type: "hook.ran";
      readonly event: HookEvent;
      /** Event and program, address or tool. */
      readonly hook: string;
      /** Whose settings it is in. */
      readonly source: Source;
      readonly call?: string;
      /** Null: a signal ended it. Missing: it could not be started, or not be waited for. */
      readonly exitCode?: number | null;
      readonly durationMs: number;
      readonly stdout?: string;
      readonly stderr?: string;
      /** Why it counts as failed. */
      readonly failure?: string;
      /** What it has to tell the person. */
      readonly message?: string;
    }
  /** A hook refused the prompt; nothing of it is kept. */
  | { readonly type: "prompt.refused"; readonly why: string }
  /** The same call failed again, with nothing done in between that could help. */
  | { readonly type: "call.repeated"; readonly call: string; readonly tool: string; readonly times: number }
  | {
      readonly type: "turn.ended";
      readonly reason: TurnEnd;
      readonly detail?: string;
      readonly turns: number;
      readonly usage: Usage;
      readonly costUsd?: number;
    };

/** Whose subagent a conversation is. */
export interface AgentOrigin {
  readonly session: string;
  /** The call that started it; unset when the host did. */
  readonly call?: string;
  readonly name: string;
}

/** Where a session was forked: after this entry of that session. */
export interface ForkOrigin {
  readonly session: string;
  readonly seq: number;
  readonly hash: string;
  /** Where that session was forked itself. */
  readonly forkedFrom?: ForkOrigin;
}

/** Why the loop stopped. */
export type TurnEnd =
  | "done"
  | "aborted"
  | "stopped"
  | "refused"
  /** The model's last message was cut off at the limit for one message. */
  | "max_tokens"
  /** Budgets of the prompt, named as in `Limits`. */
  | "max_turns"
  | "max_calls"
  | "max_total_tokens"
  | "max_cost"
  | "max_duration"
  | "failed";

/** An event as the journal holds it. `hash` covers the line before it and this line up to the hash. */
export interface JournalEntry {
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
  readonly event: SessionEvent;
  readonly hash: string;
}
