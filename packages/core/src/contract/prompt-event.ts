import type { OutcomeKind } from "./call.ts";
import type { SessionEvent } from "./event.ts";

/** What a prompt yields: journalled events as they are written, and the live parts that are not journalled. */
export type PromptEvent =
  | SessionEvent
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  | {
      readonly type: "call.requested";
      readonly call: string;
      readonly tool: string;
      readonly input: unknown;
      /** The call in words, when the tool is known. */
      readonly words: string;
    }
  | { readonly type: "call.progress"; readonly call: string; readonly text: string }
  /** Something that happens in a subagent; journalled there. */
  | {
      readonly type: "agent.shown";
      readonly agent: string;
      readonly name: string;
      readonly event: PromptEvent;
    }
  /** A call is over, as a person reads it. */
  | {
      readonly type: "call.shown";
      readonly call: string;
      readonly tool: string;
      readonly outcome: OutcomeKind;
      readonly text: string;
    };
