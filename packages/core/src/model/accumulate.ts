import type { Usage } from "../contract/message.ts";
import { NO_USAGE } from "../contract/message.ts";
import { ModelError } from "../errors.ts";
import { isJsonObject } from "../json-object.ts";
import { messages } from "../messages.ts";
import type { ModelEvent } from "./port.ts";
import {
  addDelta,
  cutBlock,
  type Fields,
  openRawBlock,
  type RawBlock,
  textOf,
  wholeBlock,
} from "./raw-block.ts";
import { reportedError } from "./reported-error.ts";

/** Turns the raw events of one message into what the port delivers. */
export interface Accumulator {
  /**
   * Takes the next raw event, already parsed. Unknown events and deltas are ignored.
   * @throws ModelError for an `error` event (see `reportedError`), GNT_MODEL_STREAM for events in an impossible order.
   */
  push(event: unknown): readonly ModelEvent[];
  /** True once `message.started` was delivered. */
  readonly isStarted: boolean;
  /** True once `message.completed` was delivered; later events are ignored. */
  readonly isComplete: boolean;
  /**
   * Says that no more events will come. A message that has its stop reason and all its blocks is complete without its
   * last event.
   * @throws GNT_MODEL_STREAM when the message is not complete.
   */
  end(): readonly ModelEvent[];
}

interface State {
  isStarted: boolean;
  isComplete: boolean;
  stopReason: string | undefined;
  usage: Usage;
  /** In the order they started, until they are delivered. */
  readonly waiting: RawBlock[];
  readonly seen: Set<number>;
}

/** What a tool use is told when its message ended for one of these reasons before its input did. */
const CUT_BY: ReadonlyMap<string | undefined, string> = new Map([
  ["max_tokens", messages.cutAtMaxTokens],
  ["model_context_window_exceeded", messages.cutByContextWindow],
  ["refusal", messages.cutByRefusal],
]);

/**
 * Makes an accumulator for one message. It performs no I/O and keeps no clock. Blocks come out in the order they
 * started, each at its `content_block_stop`. The input of a tool use is read as one strict JSON object: where it cannot
 * be, the block carries `{}` and the event a `problem`. A server that reaches a limit inside a tool use closes the block
 * first and gives the reason after it: a block that looks unfinished is therefore held back until the message goes on or
 * ends.
 */
export function createAccumulator(): Accumulator {
  const state: State = {
    isStarted: false,
    isComplete: false,
    stopReason: undefined,
    usage: NO_USAGE,
    waiting: [],
    seen: new Set(),
  };
  return {
    push: (event) => (state.isComplete ? [] : take(state, fieldsOf(event))),
    get isStarted() {
      return state.isStarted;
    },
    get isComplete() {
      return state.isComplete;
    },
    end() {
      if (state.isComplete) return [];
      if (state.stopReason === undefined || state.waiting.length > 0)
        throw broken("the stream ended before the message did");
      return stopMessage(state);
    },
  };
}

function take(state: State, event: Fields): readonly ModelEvent[] {
  switch (event["type"]) {
    case "message_start":
      return startMessage(state, fieldsOf(event["message"]));
    case "content_block_start":
      return startBlock(state, event);
    case "content_block_delta": {
      const block = openBlock(state, event);
      return [...goOn(state), ...addDelta(block, fieldsOf(event["delta"]))];
    }
    case "content_block_stop": {
      const block = openBlock(state, event);
      const before = goOn(state);
      block.isClosed = true;
      return [...before, ...deliver(state)];
    }
    case "message_delta":
      state.stopReason = textOf(fieldsOf(event["delta"])["stop_reason"]) ?? state.stopReason;
      state.usage = mergedUsage(state.usage, fieldsOf(event["usage"]));
      return deliver(state);
    case "message_stop":
      return stopMessage(state);
    case "error": {
      const { type, message } = fieldsOf(event["error"]);
      throw reportedError(textOf(type) ?? "error", textOf(message) ?? "no reason given");
    }
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
  const before = goOn(state);
  state.seen.add(index);
  state.waiting.push(openRawBlock(index, start));
  return before;
}

function openBlock(state: State, event: Fields): RawBlock {
  const block = state.waiting.find(({ index, isClosed }) => index === event["index"] && !isClosed);
  if (block === undefined) throw broken(`the stream continues block ${event["index"]}, which is not open`);
  return block;
}

/** The message goes on: what ended before was not cut. */
function goOn(state: State): readonly ModelEvent[] {
  for (const block of state.waiting) block.isFollowed ||= block.isClosed;
  return deliver(state);
}

/** Delivers from the front what is closed and beyond doubt, so that no block overtakes another. */
function deliver(state: State): readonly ModelEvent[] {
  const events: ModelEvent[] = [];
  for (let raw = state.waiting[0]; raw?.isClosed; raw = state.waiting[0]) {
    const whole = wholeBlock(raw);
    if (whole.isDoubtful && !raw.isFollowed && state.stopReason === undefined) break;
    events.push(...completed(raw, state.stopReason));
    state.waiting.shift();
  }
  return events;
}

/** Some servers end a message inside a block without closing it. */
function stopMessage(state: State): readonly ModelEvent[] {
  const { stopReason } = state;
  if (!state.isStarted || stopReason === undefined)
    throw broken("the stream ended the message without a stop reason");
  const left = state.waiting.splice(0).flatMap((raw) => completed(raw, stopReason));
  state.isComplete = true;
  return [...left, { type: "message.completed", stopReason, usage: state.usage }];
}

/** The event for a block, or nothing where nothing sound is left of it. */
function completed(raw: RawBlock, stopReason: string | undefined): readonly ModelEvent[] {
  const cutBy = CUT_BY.get(stopReason);
  const whole = wholeBlock(raw);
  const isCut = !raw.isClosed || (whole.isDoubtful && !raw.isFollowed && cutBy !== undefined);
  const delivered = isCut ? cutBlock(whole.block, cutBy ?? messages.cutOff) : whole;
  if (delivered === undefined) return [];
  const { block, problem } = delivered;
  return [{ type: "block.completed", block, ...(problem === undefined ? {} : { problem }) }];
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

const broken = (message: string): ModelError =>
  new ModelError("GNT_MODEL_STREAM", message, { isTransient: true });

const fieldsOf = (value: unknown): Fields => (isJsonObject(value) ? value : {});
