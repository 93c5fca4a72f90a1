import { setTimeout as delay } from "node:timers/promises";
import {
  type AssistantBlock,
  ModelError,
  type ModelEvent,
  type ModelPort,
  type ModelRequest,
  type StopReason,
  type Usage,
} from "@gauntlet/core";

/** A tool use as a script states it. */
export interface ScriptedToolUse {
  readonly type: "tool_use";
  readonly name: string;
  /** Default `toolu_<turn>_<index>`, both 0-based. */
  readonly id?: string;
  /** Default `{}`. */
  readonly input?: unknown;
  /**
   * The input as text, in place of `input`. What is not a JSON object arrives as a problem. Keys that repeat are not
   * noticed here: the messages server and the real client show that case.
   */
  readonly inputText?: string;
}

/** One answer of a scripted model. */
export interface ScriptedTurn {
  readonly blocks: readonly (AssistantBlock | ScriptedToolUse)[];
  /** Default: `tool_use` when there is a tool use, else `end_turn`. */
  readonly stopReason?: StopReason;
  /** The stream breaks off after so many blocks (GNT_MODEL_STREAM, transient, no wait asked for). */
  readonly failAfterBlocks?: number;
  /** Silence before each block but the first; default 0. */
  readonly delayMs?: number;
  /** Silence between the last block and the end of the message; default 0. */
  readonly tailMs?: number;
  readonly usage?: Usage;
}

/** A model that says what it was told to. */
export interface ScriptedModel extends ModelPort {
  /** What it was asked, in order; the message lists are copies. */
  readonly requests: readonly ModelRequest[];
}

const AFTER_THE_LAST: ScriptedTurn = { blocks: [{ type: "text", text: "done" }] };
const USAGE: Usage = Object.freeze({
  inputTokens: 10,
  outputTokens: 10,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
});

/**
 * Makes a model in this process, for fast tests: the first request gets the first turn, and so on, whatever the
 * request says; a request that is sent again gets the next turn. After the last turn it says `done`.
 */
export function scriptedModel(turns: readonly ScriptedTurn[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    name: "scripted",
    requests,
    stream: (request, { signal }) => {
      const index = requests.length;
      requests.push({ ...request, messages: [...request.messages] });
      return play(turns[index] ?? AFTER_THE_LAST, { index, model: request.model, signal });
    },
  };
}

interface Playing {
  readonly index: number;
  readonly model: string;
  readonly signal: AbortSignal;
}

async function* play(turn: ScriptedTurn, { index, model, signal }: Playing): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted();
  yield { type: "message.started", id: `msg_${index}`, model };
  for (const [at, block] of turn.blocks.entries()) {
    if (turn.failAfterBlocks === at) throw brokenOff();
    if (at > 0) await pause(turn.delayMs, signal);
    yield* eventsOf(block, `toolu_${index}_${at}`);
    signal.throwIfAborted();
  }
  if (turn.failAfterBlocks !== undefined) throw brokenOff();
  await pause(turn.tailMs, signal);
  const hasToolUse = turn.blocks.some(({ type }) => type === "tool_use");
  const stopReason = turn.stopReason ?? (hasToolUse ? "tool_use" : "end_turn");
  yield { type: "message.completed", stopReason, usage: turn.usage ?? USAGE };
}

function* eventsOf(block: AssistantBlock | ScriptedToolUse, defaultId: string): Generator<ModelEvent> {
  if (block.type === "tool_use") {
    const { id = defaultId, name, input = {}, inputText } = block as ScriptedToolUse;
    const read = inputText === undefined ? { input } : inputFrom(inputText);
    const { problem } = read;
    const whole = { type: "tool_use", id, name, input: read.input } as const;
    yield { type: "block.completed", block: whole, ...(problem === undefined ? {} : { problem }) };
    return;
  }
  const whole = block as AssistantBlock;
  if (whole.type === "text") yield { type: "text", text: String(fieldOf(whole, "text")) };
  if (whole.type === "thinking") yield { type: "thinking", text: String(fieldOf(whole, "thinking")) };
  yield { type: "block.completed", block: whole };
}

function inputFrom(text: string): { input: unknown; problem?: string } {
  try {
    const input: unknown = JSON.parse(text);
    if (typeof input === "object" && input !== null && !Array.isArray(input)) return { input };
    return { input: {}, problem: "it is not a JSON object" };
  } catch {
    return { input: {}, problem: "it is not JSON" };
  }
}

const fieldOf = (block: AssistantBlock, key: string): unknown => (block as Record<string, unknown>)[key];

const brokenOff = (): ModelError =>
  new ModelError("GNT_MODEL_STREAM", "the scripted stream broke off", {
    isTransient: true,
    retryAfterMs: 0,
  });

async function pause(ms: number | undefined, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!ms) return;
  await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
