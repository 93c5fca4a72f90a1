import { ModelError, type ModelEvent, type ModelPort, type ModelRequest } from "../../src/index.ts";
import { createAccumulator } from "../../src/model/accumulate.ts";

/** One message as raw events of the Messages API, and how its delivery goes wrong. */
export interface RawMessage {
  readonly events: readonly object[];
  /** `ends` is a stream that closes in good order, `hangs` one that is silent until it is aborted. */
  readonly mishap?: {
    readonly kind: "fails" | "ends" | "hangs";
    readonly afterEvents: number;
    readonly onHang?: () => void;
  };
}

/** A port that reads raw events as the Anthropic port does, without a network. */
export interface RawModel extends ModelPort {
  readonly requests: readonly ModelRequest[];
}

/** @param answer the message for a request (0-based) and the conversation it carries. */
export function rawModel(answer: (index: number, request: ModelRequest) => RawMessage): RawModel {
  const requests: ModelRequest[] = [];
  return {
    name: "raw",
    requests,
    stream: (request, { signal }) => {
      requests.push(request);
      return play(answer(requests.length - 1, request), signal);
    },
  };
}

async function* play({ events, mishap }: RawMessage, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const accumulator = createAccumulator();
  for (const event of events.slice(0, mishap?.afterEvents)) {
    yield* accumulator.push(event);
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
  if (mishap?.kind === "fails") throw failed("the raw stream failed");
  if (mishap?.kind === "hangs") await hang(signal, mishap.onHang);
  try {
    yield* accumulator.end();
  } catch (thrown) {
    throw failed((thrown as Error).message);
  }
}

/** May be tried again, and at once: tests do not wait. */
const failed = (message: string): ModelError =>
  new ModelError("GNT_MODEL_STREAM", message, { isTransient: true, retryAfterMs: 0 });

function hang(signal: AbortSignal, onHang: (() => void) | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    onHang?.();
  });
}

/** The events of a whole message. */
export const rawMessage = (blocks: readonly (readonly object[])[], stopReason: string): readonly object[] => [
  { type: "message_start", message: { id: "msg", model: "raw-model", usage: {} } },
  ...blocks.flat(),
  ...rawStop(stopReason),
];

export const rawStop = (stopReason: string): readonly object[] => [
  { type: "message_delta", delta: { stop_reason: stopReason }, usage: {} },
  { type: "message_stop" },
];

/** A block in the pieces it comes in; `deltas` are the members of each delta. */
export const rawBlock = (index: number, start: object, deltas: readonly object[]): readonly object[] => [
  { type: "content_block_start", index, content_block: start },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];

export const rawText = (index: number, ...pieces: readonly string[]): readonly object[] =>
  rawBlock(
    index,
    { type: "text", text: "" },
    pieces.map((text) => ({ type: "text_delta", text })),
  );

export const rawUse = (index: number, tool: object, ...pieces: readonly string[]): readonly object[] =>
  rawBlock(
    index,
    { type: "tool_use", id: `toolu_${index}`, input: {}, ...tool },
    pieces.map((partial_json) => ({ type: "input_json_delta", partial_json })),
  );

/** A message of one text. */
export const saying = (words: string): RawMessage => ({
  events: rawMessage([rawText(0, words)], "end_turn"),
});
