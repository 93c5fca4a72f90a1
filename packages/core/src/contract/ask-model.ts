import type { AssistantBlock, Message, Usage } from "./message.ts";

/** A tool that the model server runs itself, in its own shape: `{ type: "web_search_20250305", name: "web_search" }`. */
export interface ServerTool {
  readonly type: string;
  readonly name: string;
  readonly [member: string]: unknown;
}

/** What is known of the session's model without asking it. */
export interface ModelInfo {
  readonly name: string;
  /** Host that requests go to; undefined when the port does not say. */
  readonly host?: string;
  /** Names of server tools that the other side is known to have. */
  readonly serverTools: readonly string[];
}

/** A request of a tool's own to the session's model: without the conversation and without the session's tools. */
export interface ModelQuestion {
  /** Default: none. */
  readonly system?: string;
  readonly messages: readonly Message[];
  /** Most tokens of the answer. */
  readonly maxTokens: number;
  /** Another model of the same server. Default: the session's. */
  readonly model?: string;
  readonly serverTools?: readonly ServerTool[];
}

/** One whole message of the model. */
export interface ModelAnswer {
  readonly blocks: readonly AssistantBlock[];
  readonly stopReason: string;
  /** The model that answered. */
  readonly model: string;
  readonly usage: Usage;
}
