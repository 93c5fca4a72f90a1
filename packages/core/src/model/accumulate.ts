import type { AssistantBlock, Usage } from "../contract/message.ts";
import { NO_USAGE } from "../contract/message.ts";
import { readJsonStrictly } from "../contract/strict-json.ts";
import { ModelError } from "../errors.ts";
import type { ModelEvent } from "./port.ts";

/** Turns the raw events of one message into what the port delivers. */
export interface Accumulator {
  /**
   * Takes the next raw event, already parsed. Unknown events and deltas are ignored.
   * @throws GNT_MODEL_STREAM for an `error` event or events in an impossible order.
   */
  push(event: unknown): readonly ModelEvent[];
  /** True once `message.completed` was delivered; later events are ignored. */
  readonly isComplete: boolean;
  /**
   * Says that no more events will come.
   * @throws GNT_MODEL_STREAM when the message is not complete.
   */
  end(): void;
}

type Fields = Readonly<Record<string, unknown>>;

/** A block between its start and its stop. Deltas are kept apart until the stop, so nothing half-read looks whole. */
interface OpenBlock {
  readonly start: Fields;
  text: string;
  thinking: string;
  signature: string;
  inputText: string;
  readonly citations: unknown[];
}

interface State {
  isStarted: boolean;
  isComplete: boolean;
  stopReason: string | undefined;
  usage: Usage;
  readonly open: Map<number, OpenBlock>;
  readonly seen: Set<number>;
  readonly toolUseIds: Set<string>;
}

/**
 * Makes an accumulator for one message. It performs no I/O and keeps no clock. A block comes out only at its
 * `content_block_stop`; a cut block never does. The input of a tool use is read as one strict JSON object: where it
 * cannot be, the block carries `{}` and the event a `problem`.
 */
export function createAccumulator(): Accumulator {
  const state: State = {
    isStarted: false,
    isComplete: false,
    stopReason: undefined,
    usage: NO_USAGE,
    open: new Map(),
    seen: new Set(),
    toolUseIds: new Set(),
  };
  return {
    push: (event) => (state.isComplete ? [] : take(state, fieldsOf(event))),
    get isComplete() {
      return state.isComplete;
    },
    end: () => {
      if (!state.isComplete) throw broken("the stream ended before the message did");
    },
  };
}

function take(state: State, event: Fields): readonly ModelEvent[] {
  switch (event["type"]) {
    case "message_start":
      return startMessage(state, fieldsOf(event["message"]));
    case "content_block_start":
      return startBlock(state, event);
    case "content_block_delta":
      return addDelta(openBlock(state, event), fieldsOf(event["delta"]));
    case "content_block_stop":
      return stopBlock(state, event);
    case "message_delta": {
      state.stopReason = textOf(fieldsOf(event["delta"])["stop_reason"]) ?? state.stopReason;
      state.usage = mergedUsage(state.usage, fieldsOf(event["usage"]));
      return [];
    }
    case "message_stop":
      return stopMessage(state);
    case "error":
      throw reported(fieldsOf(event["error"]));
    default:
      return [];
  }
}

function startMessage(state: State, message: Fields): readonly ModelEvent[] {
  if (state.isStarted) throw broken("the stream started a second message");
  state.isStarted = true;
  state.usage = mergedUsage(state.usage, fieldsOf(message["usage"]));
  const id = textOf(message["id"]) ?? "";
  return [{ type: "message.started", id, model: textOf(message["model"]) ?? "" }];
}

function startBlock(state: State, event: Fields): readonly ModelEvent[] {
  const index = event["index"];
  if (!state.isStarted) throw broken("the stream started a block before the message");
  if (typeof index !== "number" || state.seen.has(index))
    throw broken(`the stream started block ${index} twice`);
  const start = fieldsOf(event["content_block"]);
  if (typeof start["type"] !== "string") throw broken(`block ${index} of the stream has no type`);
  if (start["type"] === "tool_use") checkToolUse(state, start);
  state.seen.add(index);
  state.open.set(index, { start, text: "", thinking: "", signature: "", inputText: "", citations: [] });
  return [];
}

/** A tool use that cannot be answered by its id would break every later request. */
function checkToolUse(state: State, start: Fields): void {
  const { id, name } = start as { id?: unknown; name?: unknown };
  if (typeof id !== "string" || id === "" || typeof name !== "string" || name === "")
    throw broken("the stream has a tool use without an id or a name");
  if (state.toolUseIds.has(id)) throw broken(`two tool uses of the message have the id \`${id}\``);
  state.toolUseIds.add(id);
}

function openBlock(state: State, event: Fields): OpenBlock {
  const block = state.open.get(event["index"] as number);
  if (block === undefined) throw broken(`the stream continues block ${event["index"]}, which is not open`);
  return block;
}

function addDelta(block: OpenBlock, delta: Fields): readonly ModelEvent[] {
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

function stopBlock(state: State, event: Fields): readonly ModelEvent[] {
  const block = openBlock(state, event);
  state.open.delete(event["index"] as number);
  const { input, problem } = inputOf(block);
  const { start } = block;
  const whole = {
    ...start,
    ...extended(start, "text", block.text),
    ...extended(start, "thinking", block.thinking),
    ...extended(start, "signature", block.signature),
    ...(block.citations.length > 0 ? { citations: [...listOf(start["citations"]), ...block.citations] } : {}),
    ...(input === undefined ? {} : { input }),
  } as AssistantBlock;
  return [{ type: "block.completed", block: whole, ...(problem === undefined ? {} : { problem }) }];
}

const extended = (start: Fields, key: string, more: string): Fields =>
  more === "" ? {} : { [key]: (textOf(start[key]) ?? "") + more };

/** Nothing for a block that has no input. An input given whole at the start counts when no delta follows. */
function inputOf({ start, inputText }: OpenBlock): { input?: object; problem?: string } {
  const isToolUse = start["type"] === "tool_use";
  if (inputText === "" && !("input" in start)) return isToolUse ? { input: {} } : {};
  const read = inputText === "" ? { value: start["input"] ?? {} } : readJsonStrictly(inputText);
  if ("problem" in read) return isToolUse ? { input: {}, problem: read.problem } : { input: {} };
  if (isObject(read.value)) return { input: read.value };
  return isToolUse ? { input: {}, problem: "it is not a JSON object" } : { input: {} };
}

function stopMessage(state: State): readonly ModelEvent[] {
  if (!state.isStarted || state.open.size > 0) throw broken("the stream ended the message inside a block");
  if (state.stopReason === undefined) throw broken("the stream ended the message without a stop reason");
  state.isComplete = true;
  return [{ type: "message.completed", stopReason: state.stopReason, usage: state.usage }];
}

/** Counts are cumulative: a later figure replaces an earlier one; `null` and nonsense leave it. */
function mergedUsage(usage: Usage, raw: Fields): Usage {
  const count = (key: string, before: number): number => {
    const value = raw[key];
    return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : before;
  };
  return {
    inputTokens: count("input_tokens", usage.inputTokens),
    outputTokens: count("output_tokens", usage.outputTokens),
    cacheReadTokens: count("cache_read_input_tokens", usage.cacheReadTokens),
    cacheWriteTokens: count("cache_creation_input_tokens", usage.cacheWriteTokens),
  };
}

const broken = (message: string): ModelError => new ModelError("GNT_MODEL_STREAM", message);

/** The cause carries the server's error type, so that a request that was refused in the stream can be told apart. */
function reported(error: Fields): ModelError {
  const type = textOf(error["type"]) ?? "error";
  const message = textOf(error["message"]) ?? "no reason given";
  return new ModelError(
    "GNT_MODEL_STREAM",
    `the model server reported \`${type}\` in the stream: ${message}`,
    {
      cause: { type, message },
    },
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
