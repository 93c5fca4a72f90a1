import {
  type AssistantBlock,
  isToolUse,
  NO_USAGE,
  type ToolUseBlock,
  type Usage,
} from "../contract/message.ts";
import { isGauntletError, ModelError, messageOf } from "../errors.ts";
import type { ModelEvent, StopReason } from "../model/port.ts";
import type { SettledCall } from "../pipeline.ts";
import { prepareValidators } from "../stages/validate.ts";
import { createLedger, type Ledger } from "../transcript/ledger.ts";
import { prepareRequest } from "./prepare-request.ts";
import type { TurnRoom } from "./room.ts";

/** Requests sent again after a stream broke off before any call had started. */
const STREAM_RETRIES = 2;

/** One streamed message and the calls it started. */
export interface StreamedMessage {
  readonly id: string;
  readonly stopReason?: StopReason;
  /** Why the stream broke off, when it did. */
  readonly broke?: unknown;
  readonly usage: Usage;
  /** The model that answered. */
  readonly model: string;
  readonly calls: StartedCalls;
}

/** The calls of one message, while it streams and after. */
export interface StartedCalls {
  readonly ledger: Ledger<SettledCall>;
  readonly running: Promise<unknown>[];
  /** Aborts the calls of this message. */
  readonly stop: AbortController;
  /** Aborted with the prompt or by `stop`. */
  readonly signal: AbortSignal;
}

/**
 * Sends the conversation and takes in one message. A stream that breaks off before any call has started is dropped
 * and the request sent again; after that, what is complete of it is kept, because calls may already have acted.
 * @throws ModelError when no message could be had, and the signal's reason when it was aborted before one.
 */
export async function streamMessage(room: TurnRoom, signal: AbortSignal): Promise<StreamedMessage> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    const message = await streamOnce(room, signal);
    if (message.broke === undefined || message.calls.ledger.size > 0) return message;
    if (message.id !== "") {
      room.runtime.record({ type: "message.dropped", message: message.id, why: messageOf(message.broke) });
    }
    signal.throwIfAborted();
    if (attempt > STREAM_RETRIES || !isStreamFailure(message.broke)) throw message.broke;
    room.runtime.record({ type: "request.retried", attempt, delayMs: 0, why: messageOf(message.broke) });
  }
}

const isStreamFailure = (thrown: unknown): boolean =>
  isGauntletError(thrown) && (thrown.code === "GNT_MODEL_STREAM" || thrown.code === "GNT_MODEL_IDLE");

async function streamOnce(room: TurnRoom, signal: AbortSignal): Promise<StreamedMessage> {
  const { runtime, model } = room;
  const { definitions } = await runtime.pool();
  const messages = prepareRequest(room);
  const request = {
    model: room.modelName,
    maxTokens: room.maxTokens,
    system: room.system,
    tools: definitions,
    messages,
  };
  runtime.record({ type: "request.sent", model: room.modelName, messages: messages.length });

  const calls = startedCalls(signal);
  const preparing = new AbortController();
  let id = "";
  let answering = room.modelName;
  let stopReason: StopReason | undefined;
  let usage = NO_USAGE;
  try {
    for await (const event of model.stream(request, { signal })) {
      if (event.type === "waiting") void prepareValidators(await runtime.pool(), preparing.signal);
      else preparing.abort();
      if (event.type === "message.started") ({ id, model: answering } = event);
      if (event.type === "message.completed") ({ stopReason, usage } = event);
      takeEvent(event, { id, calls, room });
    }
    if (stopReason === undefined)
      throw new ModelError("GNT_MODEL_STREAM", "the stream ended before the message did");
    return { id, stopReason, usage, model: answering, calls };
  } catch (broke) {
    return { id, broke, usage, model: answering, calls };
  }
}

function takeEvent(
  event: ModelEvent,
  { id, calls, room }: { id: string; calls: StartedCalls; room: TurnRoom },
): void {
  const { runtime } = room;
  switch (event.type) {
    case "retry": {
      const { attempt, delayMs, why } = event;
      runtime.record({ type: "request.retried", attempt, delayMs, why });
      break;
    }
    case "message.started":
      runtime.record({ type: "message.started", message: id, model: event.model });
      break;
    case "text":
    case "thinking":
      runtime.show(event);
      break;
    case "block.completed":
      takeBlock(event, { id, calls, room });
      break;
    case "message.completed":
      // A refused message is dropped as a whole, when its calls have come to rest.
      if (event.stopReason === "refusal") break;
      runtime.record({
        type: "message.completed",
        message: id,
        stopReason: event.stopReason,
        usage: event.usage,
      });
  }
}

function takeBlock(
  event: Extract<ModelEvent, { type: "block.completed" }>,
  { id, calls, room }: { id: string; calls: StartedCalls; room: TurnRoom },
): void {
  const block = withUniqueId(event.block, room);
  const problem = event.problem === undefined ? {} : { problem: event.problem };
  room.runtime.record({ type: "block.completed", message: id, block, ...problem });
  if (isToolUse(block)) startCall(block, event.problem, { calls, room });
}

function startCall(
  block: ToolUseBlock,
  problem: string | undefined,
  { calls, room }: { calls: StartedCalls; room: TurnRoom },
): void {
  const { id, name, input } = block;
  calls.ledger.open(id);
  const running = room.pipeline
    .run({ state: "requested", id, name, input, ...(problem !== undefined && { problem }) }, calls.signal)
    .then((settled) => {
      calls.ledger.close(id, settled);
      // The person wants the task stopped, not to be asked about the rest of it.
      if (settled.stop) calls.stop.abort(new Error(settled.endTurn));
    });
  calls.running.push(running);
}

/** An id the conversation already has would make every later request invalid; such a block gets a new one. */
function withUniqueId(block: AssistantBlock, { transcript, runtime }: TurnRoom): AssistantBlock {
  if (!isToolUse(block) || (block.id && !transcript.hasUse(block.id))) return block;
  return { ...block, id: `toolu_${runtime.newId().replaceAll("-", "")}` };
}

function startedCalls(signal: AbortSignal): StartedCalls {
  const stop = new AbortController();
  return { ledger: createLedger(), running: [], stop, signal: AbortSignal.any([signal, stop.signal]) };
}
