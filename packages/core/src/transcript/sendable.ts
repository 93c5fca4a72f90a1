import {
  type AssistantBlock,
  isToolUse,
  type ResultBlock,
  type TextBlock,
  type ToolReferenceBlock,
  type ToolUseBlock,
  type UserBlock,
} from "../contract/message.ts";
import { inWords } from "../in-words.ts";
import { isJsonObject } from "../json-object.ts";
import { messages } from "../messages.ts";
import { isMedia, mediaFault, mediaText } from "./media.ts";

/**
 * What the API takes as the id of a tool use, and as the name of a tool. It names no length for ids; some gateways keep
 * state in long ones, so the limit here only stops the absurd.
 */
export const SENDABLE_ID = /^[a-zA-Z0-9_-]{1,512}$/;
export const SENDABLE_NAME = /^[a-zA-Z0-9_-]{1,128}$/;

const USER_TYPES = ["text", "image", "document", "tool_result", "search_result", "container_upload"];
/** Belong to the user; everything else an assistant message has comes from the model server and goes back as it is. */
const NEVER_ASSISTANT = ["image", "document", "tool_result", "search_result", "container_upload"];

/** Tells whether a block is a text the API would refuse as empty. */
export function isBlankText(block: { readonly type: string; readonly text?: unknown }): boolean {
  return block.type === "text" && (typeof block.text !== "string" || block.text.trim() === "");
}

/** Why the API would refuse a block of a user message, as the end of a sentence; undefined when it would not. */
export function userBlockFault(block: UserBlock): string | undefined {
  if (!USER_TYPES.includes(block.type))
    return `has a block of type \`${block.type}\`, which a user cannot send`;
  if (isBlankText(block)) return "has a blank text block";
  if (!isWellFormed(block)) return "has a text that is not well-formed Unicode";
  if (isMedia(block)) return withArticle(mediaFault(block));
  return block.type === "tool_result" ? resultFault(block as ResultBlock) : undefined;
}

function resultFault({ content, is_error: isError }: ResultBlock): string | undefined {
  if (typeof content === "string") {
    return isError && content.trim() === "" ? "has an error without a text" : undefined;
  }
  if (isError && content.length === 0) return "has an error without a text";
  for (const part of content) {
    if (isBlankText(part)) return "has a blank text in a result";
    if (isError && part.type !== "text") return "has an error with more than text";
    if (part.type === "tool_reference" && !isReference(part)) return "refers to a tool without a name";
    const fault = isMedia(part) ? withArticle(mediaFault(part)) : undefined;
    if (fault) return fault;
  }
  return undefined;
}

const isReference = ({ tool_name: name }: ToolReferenceBlock): boolean =>
  typeof name === "string" && SENDABLE_NAME.test(name);

const withArticle = (fault: string | undefined): string | undefined =>
  fault && `has ${/^[aei]/.test(fault) ? "an" : "a"} ${fault}`;

/** The same for a block of an assistant message. */
export function assistantBlockFault(block: AssistantBlock): string | undefined {
  if (NEVER_ASSISTANT.includes(block.type))
    return `has a block of type \`${block.type}\`, which a model cannot send`;
  if (isBlankText(block)) return "has a blank text block";
  if (block.type === "thinking" && !isSigned(block)) return "has a thinking block without a signature";
  if (block.type === "redacted_thinking" && !(block as { data?: unknown }).data)
    return "has redacted thinking without data";
  if (!isWellFormed(block)) return "has a text that is not well-formed Unicode";
  return isToolUse(block) ? toolUseFault(block) : undefined;
}

function isSigned(block: AssistantBlock): boolean {
  const { thinking, signature } = block as { thinking?: unknown; signature?: unknown };
  return typeof thinking === "string" && typeof signature === "string" && signature !== "";
}

function toolUseFault(block: ToolUseBlock): string | undefined {
  const { id, name, input } = block as { id?: unknown; name?: unknown; input?: unknown };
  if (typeof id !== "string" || !SENDABLE_ID.test(id)) return `has a tool use with the id \`${inWords(id)}\``;
  if (typeof name !== "string" || !SENDABLE_NAME.test(name))
    return `uses a tool by the name \`${inWords(name)}\``;
  return isJsonObject(input) ? undefined : `has a tool use \`${id}\` whose input is not an object`;
}

/** A block of a user message as it can be sent: repaired where that loses nothing, else undefined. */
export function sendableUserBlock(given: UserBlock): UserBlock | undefined {
  const block = wellFormed(given);
  if (block.type === "tool_result") return sendableResult(block as ResultBlock);
  return isMedia(block) ? sendableMedia(block) : userBlockFault(block) === undefined ? block : undefined;
}

function sendableMedia<T extends { readonly type: string }>(block: T): T | TextBlock {
  const fault = isMedia(block) ? mediaFault(block) : undefined;
  return fault !== undefined && isMedia(block) ? mediaText(block, fault) : block;
}

function sendableResult(given: ResultBlock): ResultBlock {
  const id = sendableWord(given.tool_use_id, SENDABLE_ID);
  const result = id === given.tool_use_id ? given : { ...given, tool_use_id: id };
  if (isBlank(result.content)) return { ...result, content: messages.noOutput };
  if (typeof result.content === "string" || resultFault(result) === undefined) return result;
  const kept = result.content
    .filter((part) => !isBlankText(part) && (part.type === "text" || !result.is_error))
    .filter((part) => part.type !== "tool_reference" || isReference(part))
    .map(sendableMedia);
  return { ...result, content: kept.length > 0 ? kept : messages.noOutput };
}

const isBlank = (content: ResultBlock["content"] | undefined): boolean =>
  content === undefined || (typeof content === "string" ? content.trim() === "" : content.length === 0);

/**
 * The same for a block of an assistant message. Thinking is given back as it came, or not at all; a tool use is always
 * kept, because its result belongs to it.
 */
export function sendableAssistantBlock(given: AssistantBlock): AssistantBlock | undefined {
  if (given.type.endsWith("thinking")) return assistantBlockFault(given) === undefined ? given : undefined;
  const block = wellFormed(given);
  if (isToolUse(block)) return sendableToolUse(block);
  return assistantBlockFault(block) === undefined ? block : undefined;
}

function sendableToolUse(block: ToolUseBlock): ToolUseBlock {
  if (assistantBlockFault(block) === undefined) return block;
  const { id, name, input } = block as { id: unknown; name: unknown; input: unknown };
  return {
    ...block,
    id: sendableWord(id, SENDABLE_ID),
    name: sendableWord(name, SENDABLE_NAME),
    input: isJsonObject(input) ? input : {},
  };
}

/** An id or a name as it is, or in a spelling the API takes. */
export function sendableWord(word: unknown, pattern: RegExp): string {
  if (typeof word === "string" && pattern.test(word)) return word;
  const spelled = typeof word === "string" ? word.replace(/[^a-zA-Z0-9_-]/gu, "_").slice(0, 128) : "";
  return spelled || "_";
}

/** Lone surrogates make a request body that is not JSON to its reader. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member));
}

/** The same value with the replacement character where a surrogate stands alone. */
function wellFormed<T>(value: T): T {
  return isWellFormed(value) ? value : (toWellFormed(value) as T);
}

function toWellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(toWellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.toWellFormed(), toWellFormed(member)]),
  );
}
