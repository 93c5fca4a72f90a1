import type { ModelAnswer } from "../contract/ask-model.ts";
import type { SessionEvent } from "../contract/event.ts";
import type { AssistantBlock } from "../contract/message.ts";
import { ModelError } from "../errors.ts";
import type { ModelPort, ModelRequest } from "../model/port.ts";
import type { Runtime } from "../stages/runtime.ts";
import { waitForRetry } from "./retry.ts";

/** Through whom a request beside the conversation goes, and what it is for. */
export interface AnswerDoors {
  readonly runtime: Runtime;
  readonly model: ModelPort;
  readonly signal: AbortSignal;
  readonly purpose: Pick<Extract<SessionEvent, { type: "request.sent" }>, "purpose" | "call">;
}

/**
 * Sends a request that is not the conversation's next, and reads the whole message that answers it. Nothing it proposes
 * is run. A broken attempt is made again where that makes sense.
 * @throws ModelError when no whole message could be had; BudgetSpent when a budget forbids the request;
 * GNT_SESSION_JOURNAL; the signal's reason.
 */
export async function readAnswer(
  request: ModelRequest,
  { runtime, model, signal, purpose }: AnswerDoors,
): Promise<ModelAnswer> {
  for (let retry = 1; ; retry++) {
    signal.throwIfAborted();
    runtime.ensureJournal();
    runtime.record({
      type: "request.sent",
      model: request.model,
      messages: request.messages.length,
      ...purpose,
    });
    try {
      return await answerTo(request, model, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      await waitForRetry(thrown, retry, {
        runtime,
        signal,
        ...(purpose.call !== undefined && { call: purpose.call }),
      });
    }
  }
}

async function answerTo(request: ModelRequest, model: ModelPort, signal: AbortSignal): Promise<ModelAnswer> {
  const blocks: AssistantBlock[] = [];
  let answering = request.model;
  let end: Pick<ModelAnswer, "stopReason" | "usage"> | undefined;
  for await (const event of model.stream(request, { signal })) {
    if (event.type === "message.started") answering = event.model;
    if (event.type === "block.completed") blocks.push(event.block);
    if (event.type === "message.completed") {
      end = { stopReason: event.stopReason, usage: event.usage };
      break;
    }
  }
  if (end !== undefined) return { blocks, model: answering, ...end };
  throw new ModelError("GNT_MODEL_STREAM", "the stream ended before the message did", { isTransient: true });
}
