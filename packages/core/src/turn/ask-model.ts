import type { ModelAnswer, ModelQuestion } from "../contract/ask-model.ts";
import type { ModelPort, ModelRequest } from "../model/port.ts";
import type { Runtime } from "../stages/runtime.ts";
import { readAnswer } from "./read-answer.ts";
import type { Spent } from "./tally.ts";

/** Whom a tool asks, and who counts what it costs. */
export interface AskRoom {
  readonly runtime: Runtime;
  readonly model: ModelPort;
  readonly modelName: string;
  readonly account?: (message: Spent) => void;
}

/**
 * Asks the model something for a call.
 * @throws what `readAnswer` throws.
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
  const answer = await readAnswer(request, { runtime, model, signal, purpose: { purpose: "tool", call } });
  runtime.record({ type: "answer.received", call, model: answer.model, usage: answer.usage });
  account?.(answer);
  return answer;
}
