import type { AssistantBlock } from "../contract/message.ts";
import { readJsonStrictly } from "../contract/strict-json.ts";
import { isJsonObject } from "../json-object.ts";
import { messages } from "../messages.ts";
import type { ModelEvent } from "./port.ts";

/** A JSON object of a raw event. */
export type Fields = Readonly<Record<string, unknown>>;

/** A block between its start and its delivery. Deltas are kept apart until the stop, so nothing half-read looks whole. */
export interface RawBlock {
  readonly index: number;
  readonly start: Fields;
  text: string;
  thinking: string;
  signature: string;
  inputText: string;
  readonly citations: unknown[];
  /** Its stop has come. */
  isClosed: boolean;
  /** The message went on after its stop, so whatever ended the message did not cut this block. */
  isFollowed: boolean;
}

/** An empty block, as it is at its `content_block_start`. */
export function openRawBlock(index: number, start: Fields): RawBlock {
  return {
    index,
    start,
    text: "",
    thinking: "",
    signature: "",
    inputText: "",
    citations: [],
    isClosed: false,
    isFollowed: false,
  };
}

/** Takes a delta into a block. @returns what can be shown of it at once; unknown deltas are ignored. */
export function addDelta(block: RawBlock, delta: Fields): readonly ModelEvent[] {
  switch (delta["type"]) {
    case "text_delta": {
      const text = textOf(delta["text"]) ?? "";
      block.text += text;
      return text === "" ? [] : [{ type: "text", text }];
    }
    case "thinking_delta": {
      const text = textOf(delta["thinking"]) ?? "";
      block.thinking += text;
      return text === "" ? [] : [{ type: "thinking", text }];
    }
    case "signature_delta":
      block.signature += textOf(delta["signature"]) ?? "";
      return [];
    case "input_json_delta":
      block.inputText += textOf(delta["partial_json"]) ?? "";
      return [];
    case "citations_delta":
      block.citations.push(delta["citation"]);
      return [];
    default:
      return [];
  }
}

/** A block that can be delivered, once its doubts are settled. */
export interface WholeBlock {
  readonly block: AssistantBlock;
  /** Why the input of a tool use could not be read. */
  readonly problem?: string;
  /** It looks as if it had been cut off: an unreadable or empty input, thinking without its signature. */
  readonly isDoubtful?: boolean;
}

/** Puts a block together from its start and its deltas. A tool use without an id or a name gets `""` for it. */
export function wholeBlock(raw: RawBlock): WholeBlock {
  const { start } = raw;
  const block = {
    ...start,
    ...extended(start, "text", raw.text),
    ...extended(start, "thinking", raw.thinking),
    ...extended(start, "signature", raw.signature),
    ...(raw.citations.length > 0 ? { citations: [...listOf(start["citations"]), ...raw.citations] } : {}),
  } as AssistantBlock;
  if (block.type === "thinking") return { block, isDoubtful: !isSigned(block) };
  if (block.type === "tool_use") return wholeToolUse(raw);
  if (raw.inputText === "") return { block };
  const read = readJsonStrictly(raw.inputText);
  return { block: { ...block, input: "value" in read && isJsonObject(read.value) ? read.value : {} } };
}

/** An input given whole at the start counts when no delta follows. */
function wholeToolUse({ start, inputText }: RawBlock): WholeBlock {
  const tool = {
    type: "tool_use",
    id: textOf(start["id"]) ?? "",
    name: textOf(start["name"]) ?? "",
  } as const;
  const read = inputText === "" ? { value: start["input"] ?? {} } : readJsonStrictly(inputText);
  const input = "value" in read && isJsonObject(read.value) ? read.value : {};
  const block = { ...start, ...tool, input };
  if ("problem" in read) return { block, problem: read.problem, isDoubtful: true };
  if (!isJsonObject(read.value)) return { block, problem: messages.notAnObject, isDoubtful: true };
  return { block, isDoubtful: inputText === "" && Object.keys(input).length === 0 };
}

/**
 * What is left of a block that was cut off. A tool use never runs, whatever there is of its input; thinking counts only
 * with its signature; other blocks only where nothing of an input can be missing.
 */
export function cutBlock(block: AssistantBlock, problem: string): WholeBlock | undefined {
  if (block.type === "tool_use") return { block: { ...block, input: {} }, problem };
  if (block.type === "thinking" && !isSigned(block)) return undefined;
  return "input" in block ? undefined : { block };
}

const isSigned = (block: AssistantBlock): boolean => Boolean((block as { signature?: unknown }).signature);

const extended = (start: Fields, key: string, more: string): Fields =>
  more === "" ? {} : { [key]: (textOf(start[key]) ?? "") + more };

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
