import type { TurnEnd } from "./contract/event.ts";
import {
  type AssistantBlock,
  addUsage,
  isToolUse,
  NO_USAGE,
  type ToolUseBlock,
  type Usage,
  type UserBlock,
} from "./contract/message.ts";
import { isGauntletError, ModelError, messageOf } from "./errors.ts";
import { messages as texts } from "./messages.ts";
import type { ModelEvent, ModelPort, StopReason } from "./model/port.ts";
import type { Pipeline, SettledCall } from "./pipeline.ts";
import { fitMessage } from "./results/message-budget.ts";
import type { Runtime } from "./stages/runtime.ts";
import { createLedger, type Ledger } from "./transcript/ledger.ts";
import { assertValidRequest } from "./transcript/pairing.ts";
import type { Transcript } from "./transcript/transcript.ts";

/** What the loop needs beside the runtime. */
export interface TurnRoom {
  readonly runtime: Runtime;
  readonly pipeline: Pipeline;
  readonly transcript: Transcript;
  readonly model: ModelPort;
  readonly modelName: string;
  readonly maxTokens: number;
  readonly system: string;
}

/** How a prompt ended. */
export interface TurnSummary {
  readonly reason: TurnEnd;
  readonly detail?: string;
  readonly turns: number;
  readonly usage: Usage;
}

/** Requests sent again after a stream broke off before any call had started. */
const STREAM_RETRIES = 2;

/**
 * The loop: request, stream, pipeline, again, until the model has nothing more to do. A tool use goes into the
 * pipeline as soon as its block is complete, while the model may still be talking.
 * @throws ModelError when the model cannot be reached or refuses the request; the transcript stays valid.
 */
export async function runTurns(
  content: readonly UserBlock[],
  room: TurnRoom,
  signal: AbortSignal,
): Promise<TurnSummary> {
  const { runtime } = room;
  runtime.record({ type: "prompt.submitted", content });
  let usage = NO_USAGE;
  const end = (reason: TurnEnd, turns: number, detail?: string): TurnSummary => {
    runtime.record({ type: "turn.ended", reason, ...(detail !== undefined && { detail }) });
    return { reason, turns, usage, ...(detail !== undefined && { detail }) };
  };
  try {
    for (let turn = 1; ; turn++) {
      if (runtime.limits.maxTurns > 0 && turn > runtime.limits.maxTurns) return end("max_turns", turn - 1);
      const message = await streamWithRetry(room, signal);
      usage = addUsage(usage, message.usage);
      const next = await closeMessage(message, room, signal);
      if (next !== "continue") return end(next.reason, turn, next.detail);
    }
  } catch (thrown) {
    if (signal.aborted) return end("aborted", 0);
    end("failed", 0, messageOf(thrown));
    throw thrown;
  }
}

/** One streamed message and the calls it started. */
interface StreamedMessage {
  readonly id: string;
  readonly stopReason?: StopReason;
  /** Why the stream broke off, when it did. */
  readonly broke?: unknown;
  readonly usage: Usage;
  readonly calls: StartedCalls;
}

interface StartedCalls {
  readonly ledger: Ledger<SettledCall>;
  readonly running: Promise<unknown>[];
  /** Aborts the calls of this message. */
  readonly stop: AbortController;
}

async function streamWithRetry(room: TurnRoom, signal: AbortSignal): Promise<StreamedMessage> {
  for (let attempt = 1; ; attempt++) {
    const message = await streamMessage(room, signal);
    if (message.broke === undefined || message.calls.ledger.size > 0) return message;
    room.runtime.record({ type: "message.dropped", message: message.id, why: messageOf(message.broke) });
    signal.throwIfAborted();
    if (attempt > STREAM_RETRIES || !isStreamFailure(message.broke)) throw message.broke;
    room.runtime.record({ type: "request.retried", attempt, delayMs: 0, why: messageOf(message.broke) });
  }
}

const isStreamFailure = (thrown: unknown): boolean =>
  isGauntletError(thrown) && (thrown.code === "GNT_MODEL_STREAM" || thrown.code === "GNT_MODEL_IDLE");

async function streamMessage(room: TurnRoom, signal: AbortSignal): Promise<StreamedMessage> {
  const { runtime, transcript, model } = room;
  const { definitions } = await runtime.pool();
  assertValidRequest(transcript.messages);
  const request = {
    model: room.modelName,
    maxTokens: room.maxTokens,
    system: room.system,
    tools: definitions,
    messages: [...transcript.messages],
  };
  runtime.record({ type: "request.sent", model: room.modelName, messages: request.messages.length });

  const calls = startedCalls(signal);
  let id = "";
  let stopReason: StopReason | undefined;
  let usage = NO_USAGE;
  try {
    for await (const event of model.stream(request, { signal })) {
      if (event.type === "message.started") id = event.id;
      if (event.type === "message.completed") ({ stopReason, usage } = event);
      takeEvent(event, { id, calls, room });
    }
    if (stopReason === undefined)
      throw new ModelError("GNT_MODEL_STREAM", "the stream ended before the message did");
    return { id, stopReason, usage, calls };
  } catch (broke) {
    return { id, broke, usage, calls };
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
    .run(
      { state: "requested", id, name, input, ...(problem !== undefined && { problem }) },
      calls.stop.signal,
    )
    .then((settled) => calls.ledger.close(id, settled));
  calls.running.push(running);
}

/** An id the conversation already has would make every later request invalid; such a block gets a new one. */
function withUniqueId(block: AssistantBlock, { transcript, runtime }: TurnRoom): AssistantBlock {
  if (!isToolUse(block) || (block.id && !transcript.hasUse(block.id))) return block;
  return { ...block, id: `toolu_${runtime.newId().replaceAll("-", "")}` };
}

function startedCalls(signal: AbortSignal): StartedCalls {
  const stop = new AbortController();
  if (signal.aborted) stop.abort(signal.reason);
  else signal.addEventListener("abort", () => stop.abort(signal.reason), { once: true });
  return { ledger: createLedger(), running: [], stop };
}

type Next = "continue" | { readonly reason: TurnEnd; readonly detail?: string };

/** Waits for the calls of a message, sends their results back, and says how the loop goes on. */
async function closeMessage(message: StreamedMessage, room: TurnRoom, signal: AbortSignal): Promise<Next> {
  const { runtime } = room;
  const { calls, stopReason } = message;
  if (stopReason === "refusal") return dropRefused(message, room);
  if (message.broke !== undefined) {
    runtime.record({ type: "message.truncated", message: message.id, why: messageOf(message.broke) });
  }
  await Promise.all(calls.running);
  const settled = calls.ledger.results();
  if (settled.length > 0)
    await sendResults(
      settled,
      message.broke !== undefined && !signal.aborted ? [texts.streamCut] : [],
      runtime,
    );

  if (signal.aborted) return { reason: "aborted" };
  const stopped = settled.find(({ endTurn }) => endTurn !== undefined);
  if (stopped)
    return { reason: "stopped", ...(stopped.endTurn !== undefined && { detail: stopped.endTurn }) };
  if (stopReason === "model_context_window_exceeded") {
    return { reason: "failed", detail: "the conversation no longer fits the model's context window" };
  }
  if (settled.length > 0 || stopReason === "pause_turn" || message.broke !== undefined) return "continue";
  return stopReason === "max_tokens" ? { reason: "max_tokens" } : { reason: "done" };
}

async function sendResults(
  settled: readonly SettledCall[],
  notes: readonly string[],
  runtime: Runtime,
): Promise<void> {
  const blocks = settled.map(({ block }) => block);
  const fitted = await fitMessage(blocks, {
    messageResultBytes: runtime.limits.messageResultBytes,
    previewBytes: runtime.limits.previewBytes,
    spill: (call, text) => runtime.spill(call, text),
  });
  runtime.record({
    type: "results.sent",
    replaced: fitted.filter((block, i) => block !== blocks[i]),
    texts: notes,
  });
}

/** A refused message is not part of the conversation; what its calls had already done is told in words. */
async function dropRefused({ id, calls }: StreamedMessage, { runtime }: TurnRoom): Promise<Next> {
  calls.stop.abort(new Error("the message was refused"));
  await Promise.all(calls.running);
  const acts = calls.ledger
    .results()
    .filter(({ outcome }) => outcome === "succeeded" || outcome === "failed");
  runtime.record({ type: "message.dropped", message: id, why: "the model refused to answer" });
  if (acts.length > 0) {
    const told = acts.map(({ tool, outcome }) => `${tool} (${outcome})`);
    runtime.record({ type: "results.sent", replaced: [], texts: [texts.refusedMessage(told)] });
  }
  return { reason: "refused", detail: "the model refused to answer" };
}
