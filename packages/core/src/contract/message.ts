import { inWords } from "../in-words.ts";

/** Content blocks and messages in the shape of the Messages API; unknown block types pass through untouched. */
export interface TextBlock {
  readonly type: "text";
  readonly text: string;
}

export interface ImageBlock {
  readonly type: "image";
  readonly source: { readonly type: "base64"; readonly media_type: string; readonly data: string };
}

export interface DocumentBlock {
  readonly type: "document";
  readonly source: { readonly type: "base64"; readonly media_type: string; readonly data: string };
}

/** Part of a result that makes a deferred tool known to the model: its definition goes with every later request. */
export interface ToolReferenceBlock {
  readonly type: "tool_reference";
  readonly tool_name: string;
}

/** What the model proposes: one use of one tool. */
export interface ToolUseBlock {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** What the model reads back: exactly one for each tool use. */
export interface ResultBlock {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content: string | readonly ResultContent[];
  readonly is_error?: boolean;
}

export type ResultContent = TextBlock | ImageBlock | DocumentBlock | ToolReferenceBlock;

/** A block of a type the core does not interpret (thinking, server tools, and what comes later). */
export interface OtherBlock {
  readonly type: string;
  readonly [key: string]: unknown;
}

export type AssistantBlock = TextBlock | ToolUseBlock | OtherBlock;
export type UserBlock = TextBlock | ImageBlock | DocumentBlock | ResultBlock;

export type Message =
  | { readonly role: "user"; readonly content: readonly UserBlock[] }
  | { readonly role: "assistant"; readonly content: readonly AssistantBlock[] };

export function isToolUse(block: AssistantBlock): block is ToolUseBlock {
  return block.type === "tool_use";
}

/** The words of an assistant message, its text blocks one below the other. */
export const wordsOf = (blocks: readonly AssistantBlock[]): string =>
  blocks
    .flatMap((block) => (block.type === "text" ? [inWords((block as { text: unknown }).text)] : []))
    .join("\n");

export function isResult(block: UserBlock): block is ResultBlock {
  return block.type === "tool_result";
}

/** Token counts of one model message, as the API reports them. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

export const NO_USAGE: Usage = Object.freeze({
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
});

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
  };
}
