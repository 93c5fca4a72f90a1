import type { ServerTool } from "../contract/ask-model.ts";
import type { ToolDefinition } from "../contract/definition.ts";
import type { AssistantBlock, Message, Usage } from "../contract/message.ts";

/** One request to a model. Key order and content of `tools` and `system` are stable within a session. */
export interface ModelRequest {
  readonly model: string;
  readonly maxTokens: number;
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
  /** Tools that the model server runs itself, beside `tools`. */
  readonly serverTools?: readonly ServerTool[];
  /** False: tools are defined, because the conversation uses them, but the model is to answer in words. Default true. */
  readonly mayUseTools?: boolean;
}

/** Why a message ended; values the core does not know are kept as they come. */
export type StopReason =
  | "end_turn"
  | "tool_use"
  | "max_tokens"
  | "stop_sequence"
  | "pause_turn"
  | "refusal"
  | "model_context_window_exceeded"
  | (string & {});

/**
 * What a model says, in order: `message.started`, then deltas and completed blocks, then `message.completed`.
 * A block is delivered only when it is complete. What follows `message.completed` is not read.
 */
export type ModelEvent =
  /** The request is out and the answer has not begun: time to get ready for it. May be left out. */
  | { readonly type: "waiting" }
  | { readonly type: "message.started"; readonly id: string; readonly model: string }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  | {
      readonly type: "block.completed";
      readonly block: AssistantBlock;
      /** Set for a tool use whose input was cut off or is not one JSON object without repeated keys. */
      readonly problem?: string;
    }
  | { readonly type: "message.completed"; readonly stopReason: StopReason; readonly usage: Usage };

/** What a model and its server take beyond plain tool definitions. */
export interface ModelFeatures {
  /** Deferred definitions, and references to them in results. Without, found tools are described in words. */
  readonly toolReferences: boolean;
  /** Strict tools. Without, `strict` is not sent. */
  readonly strictTools: boolean;
}

/** What every model takes. */
export const PLAIN_FEATURES: ModelFeatures = Object.freeze({ toolReferences: false, strictTools: false });

/** A model behind the port. Implementations never run tools and never keep history. */
export interface ModelPort {
  /** For people and journals: `anthropic`, `scripted`. */
  readonly name: string;
  /** Host that requests go to, for people and for effects of tools that ask the model. */
  readonly host?: string;
  /** Names of server tools that the other side is known to have, such as `web_search`. Default: none. */
  readonly serverTools?: readonly string[];
  /** What the named model takes; always the same for one name. Left out: `PLAIN_FEATURES`. */
  features?(model: string): ModelFeatures;
  /**
   * Makes one attempt. After a failure the iterator throws a `ModelError` and nothing follows: `isTransient` says
   * whether the same request may succeed later, `retryAfterMs` what the server asked for. Trying again, and making ids
   * and names of tool uses fit to be sent back, is the caller's business.
   */
  stream(request: ModelRequest, options: { readonly signal: AbortSignal }): AsyncIterable<ModelEvent>;
  /**
   * Counts the tokens of a request without asking it. Missing where the other side does not offer it.
   * @throws ModelError; whoever counts then estimates.
   */
  countTokens?(request: ModelRequest, options: { readonly signal: AbortSignal }): Promise<number>;
}
