import type { ModelAnswer, ModelQuestion } from "../contract/ask-model.ts";
import type { AssistantBlock } from "../contract/message.ts";
import { ModelError } from "../errors.ts";
import type { ModelPort, ModelRequest } from "../model/port.ts";
import type { Runtime } from "../stages/runtime.ts";
import { waitForRetry } from "./retry.ts";
import type { Spent } from "./tally.ts";

/** Whom a tool asks, and who counts what it costs. */
export interface AskRoom {
  readonly runtime: Runtime;
  readonly model: ModelPort;
  readonly modelName: string;
  readonly account?: (message: Spent) => void;
}

/**
 * Asks the model something for a call. Nothing it proposes is run. A broken attempt is made again where that makes
 * sense.
 * @throws ModelError when no whole answer could be had; BudgetSpent when a budget forbids the request; the signal's reason.
 */
export async function askModel(
  question: ModelQuestion,
  { runtime, model, modelName, account }: AskRoom,
  { call, signal }: { readonly call: string; readonly signal: AbortSignal },
): Promise<ModelAnswer> {
  const { system = "", messages, maxTokens, serverTools } = question;
  const request: ModelRequest = {
    model: question.model ?? modelName,
    maxTokens,
    system,
    tools: [],
    messages,
    ...(serverTools && { serverTools }),
  };
  for (let retry = 1; ; retry++) {
    signal.throwIfAborted();
    runtime.ensureJournal();
    runtime.record({
      type: "request.sent",
      model: request.model,
      messages: messages.length,
      purpose: "tool",
      call,
    });
    try {
      const answer = await answerTo(request, model, signal);
      runtime.record({ type: "answer.received", call, model: answer.model, usage: answer.usage });
      account?.(answer);
      return answer;
    } catch (thrown) {
      signal.throwIfAborted();
      await waitForRetry(thrown, retry, { runtime, signal });
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
