import { ModelError, type ModelEvent, type ModelPort } from "@gauntlet/core";
import type { RecordedPrompt, RecordedTurn } from "@gauntlet/testing";

/** A model that says again what it said, prompt by prompt. */
export interface RecordedModel extends ModelPort {
  /** Turns to the answers of a prompt. */
  begin(prompt: RecordedPrompt): void;
}

const HINT = "judge its calls with `gauntlet replay <id> --policy <file>`, which asks no model";

const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** @param name of the model that answered then. */
export function createRecordedModel(name: string): RecordedModel {
  let turns: readonly RecordedTurn[] = [];
  let summaries: RecordedPrompt["summaries"] = [];
  return {
    name: "recorded",
    begin(prompt) {
      ({ turns, summaries } = prompt);
    },
    async *stream({ mayUseTools = true }, { signal }) {
      signal.throwIfAborted();
      if (!mayUseTools) {
        const [summary, ...rest] = summaries;
        summaries = rest;
        yield* summaryEvents(summary, name);
        return;
      }
      const [turn, ...rest] = turns;
      turns = rest;
      if (turn === undefined)
        throw new ModelError("GNT_MODEL_REQUEST", "the recording has no answer to this request", {
          hint: HINT,
        });
      yield* turnEvents(turn, name);
    },
  };
}

function* turnEvents(turn: RecordedTurn, model: string): Generator<ModelEvent> {
  yield { type: "message.started", id: turn.message, model };
  for (const { block, problem } of turn.blocks)
    yield { type: "block.completed", block, ...(problem !== undefined && { problem }) };
  if (turn.isCut)
    throw new ModelError("GNT_MODEL_STREAM", "the stream broke here", { isTransient: true, retryAfterMs: 0 });
  const { stopReason = "end_turn", usage = NO_USAGE } = turn;
  yield { type: "message.completed", stopReason, usage };
}

function* summaryEvents(summary: string | undefined, model: string): Generator<ModelEvent> {
  if (summary === undefined)
    throw new ModelError("GNT_MODEL_REQUEST", "the recording has no summary for this request", {
      hint: HINT,
    });
  yield { type: "message.started", id: "summary", model };
  yield { type: "block.completed", block: { type: "text", text: summary } };
  yield { type: "message.completed", stopReason: "end_turn", usage: NO_USAGE };
}
