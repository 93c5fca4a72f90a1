import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import {
  type CassetteBlock,
  type CassetteError,
  type CassetteTurn,
  stopReasonOf,
  toolUseId,
} from "./cassette.ts";

/** One turn on its way out, and what goes wrong with it this time. */
export interface Performance {
  readonly turn: CassetteTurn;
  /** 0-based; names message and tool uses. */
  readonly index: number;
  readonly model: string;
  readonly inputTokens: number;
  readonly mishap: Mishap | undefined;
  /** Aborted when the client leaves or the server closes. */
  readonly signal: AbortSignal;
  readonly onBlockSent: () => void;
}

/** Something that happens after so many whole blocks. */
export interface Mishap {
  readonly kind: "cut" | "stall" | "error";
  readonly afterBlocks: number;
  readonly error?: CassetteError;
}

const TEXT_PIECES = 3;
const INPUT_PIECES = 4;

/** Streams a turn as the API does: server-sent events, texts and inputs in several deltas. */
export async function streamTurn(response: ServerResponse, performance: Performance): Promise<void> {
  const { turn, mishap, signal, onBlockSent } = performance;
  const send = (type: string, data: object): Promise<void> =>
    new Promise((resolve) => {
      const text = `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
      if (response.destroyed) resolve();
      else response.write(text, () => resolve());
    });
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
  });
  await send("message_start", { message: messageOf(performance, []) });
  await send("ping", {});
  for (const [index, block] of turn.blocks.entries()) {
    if (mishap?.afterBlocks === index)
      return spoil(response, mishap, { send, signal, next: { block, index, performance } });
    if (index > 0) await pause(turn.gapMs, signal);
    await sendBlock(send, block, { index, turn: performance.index });
    onBlockSent();
  }
  if (mishap !== undefined) return spoil(response, mishap, { send, signal });
  await pause(turn.tailMs, signal);
  const delta = { stop_reason: stopReasonOf(turn), stop_sequence: null };
  await send("message_delta", { delta, usage: usageOf(performance) });
  await send("message_stop", {});
  response.end();
}

/** The same turn as one JSON answer. */
export async function answerTurn(response: ServerResponse, performance: Performance): Promise<void> {
  const { turn, index, mishap, signal, onBlockSent } = performance;
  if (mishap !== undefined) return spoil(response, mishap, { signal });
  await pause((turn.gapMs ?? 0) * Math.max(turn.blocks.length - 1, 0) + (turn.tailMs ?? 0), signal);
  const content = turn.blocks.map((block, at) => wholeBlock(block, index, at));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      ...messageOf(performance, content),
      stop_reason: stopReasonOf(turn),
      usage: usageOf(performance),
    }),
  );
  for (const _ of turn.blocks) onBlockSent();
}

/** Answers with an error in the API's shape. */
export function sendError(response: ServerResponse, error: CassetteError): void {
  response.writeHead(error.status, { "content-type": "application/json", ...error.headers });
  response.end(JSON.stringify(errorBody(error)));
}

type Send = (type: string, data: object) => Promise<void>;

interface Spoiling {
  /** Absent for an answer that is not a stream. */
  readonly send?: Send;
  readonly signal: AbortSignal;
  /** The block that is cut through. */
  readonly next?: {
    readonly block: CassetteBlock;
    readonly index: number;
    readonly performance: Performance;
  };
}

async function spoil(response: ServerResponse, { kind, error }: Mishap, { send, signal, next }: Spoiling) {
  if (kind === "stall") return untilAborted(signal);
  if (kind === "error" && error !== undefined) {
    if (send === undefined) return sendError(response, error);
    const { type, ...data } = errorBody(error);
    await send(type, data);
    response.end();
    return;
  }
  if (send !== undefined && next !== undefined) {
    const { block, index, performance } = next;
    await sendBlock(send, block, { index, turn: performance.index, isCut: true });
  }
  response.destroy();
}

interface BlockPlace {
  readonly index: number;
  readonly turn: number;
  /** Stop after the first piece. */
  readonly isCut?: boolean;
}

async function sendBlock(
  send: Send,
  block: CassetteBlock,
  { index, turn, isCut = false }: BlockPlace,
): Promise<void> {
  const { start, deltas } = framesOf(block, toolUseId(block, turn, index));
  await send("content_block_start", { index, content_block: start });
  for (const delta of isCut ? deltas.slice(0, 2) : deltas)
    await send("content_block_delta", { index, delta });
  if (!isCut) await send("content_block_stop", { index });
}

/** How a block is opened, and the pieces that fill it. */
function framesOf(block: CassetteBlock, id: string): { start: object; deltas: readonly object[] } {
  if (block.type === "text") {
    const deltas = pieces(String(block["text"]), TEXT_PIECES).map((text) => ({ type: "text_delta", text }));
    return { start: { ...block, text: "" }, deltas };
  }
  if (block.type === "thinking") {
    const thinking = pieces(String(block["thinking"]), TEXT_PIECES).map((text) => ({
      type: "thinking_delta",
      thinking: text,
    }));
    const signature = { type: "signature_delta", signature: String(block["signature"] ?? "signed") };
    return { start: { type: "thinking", thinking: "", signature: "" }, deltas: [...thinking, signature] };
  }
  if (block.type !== "tool_use") return { start: block, deltas: [] };
  const text = inputText(block);
  const inputs = ["", ...pieces(text === "{}" ? "" : text, INPUT_PIECES)];
  const start = { type: "tool_use", id, name: block["name"], input: {} };
  return { start, deltas: inputs.map((partial_json) => ({ type: "input_json_delta", partial_json })) };
}

function inputText(block: CassetteBlock): string {
  return typeof block["input_json"] === "string" ? block["input_json"] : JSON.stringify(block["input"] ?? {});
}

function wholeBlock(block: CassetteBlock, turn: number, index: number): object {
  if (block.type === "thinking") return { signature: "signed", ...block };
  if (block.type !== "tool_use") return block;
  let input: unknown = {};
  try {
    input = JSON.parse(inputText(block));
  } catch {
    // A whole answer has no place for an input that is not JSON.
  }
  return { type: "tool_use", id: toolUseId(block, turn, index), name: block["name"], input };
}

/** Cuts a text into at most so many parts, none empty, and no character in two. */
function pieces(text: string, count: number): readonly string[] {
  const size = Math.ceil(text.length / count);
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + size, text.length);
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && end < text.length) end++;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

function messageOf({ index, model, inputTokens }: Performance, content: readonly object[]) {
  const usage = { ...cacheless, input_tokens: inputTokens, output_tokens: 1 };
  const id = `msg_${index}`;
  return {
    id,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
}

const cacheless = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** About four characters make a token. */
const usageOf = ({ turn, inputTokens }: Performance) => ({
  ...cacheless,
  input_tokens: inputTokens,
  output_tokens: Math.ceil(JSON.stringify(turn.blocks).length / 4),
});

const errorBody = ({ type, message }: CassetteError) => ({ type: "error", error: { type, message } });

async function pause(ms: number | undefined, signal: AbortSignal): Promise<void> {
  if (ms) await delay(ms, undefined, { signal });
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
