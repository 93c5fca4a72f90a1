import type { Agent, AgentSpec } from "../contract/agent.ts";
import type { ModelAnswer, ModelQuestion } from "../contract/ask-model.ts";
import type { CallResult } from "../contract/tool.ts";
import { messages } from "../messages.ts";
import type { Runtime } from "./runtime.ts";
import type { Place } from "./schedule.ts";

/** How a running call reaches what may run below it; the signal is that of the calling tool. */
export interface BelowCall {
  callTool(tool: string, input: unknown, signal: AbortSignal): Promise<CallResult>;
  startAgent(spec: AgentSpec): Promise<Agent>;
  askModel(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer>;
}

/** What runs below one call. */
export interface Children {
  call(tool: string, input: unknown): Promise<CallResult>;
  startAgent(spec: AgentSpec): Promise<Agent>;
  askModel(question: ModelQuestion): Promise<ModelAnswer>;
  /** Waits for something without holding a place among the running calls. */
  whileWaiting<T>(work: () => Promise<T>): Promise<T>;
  /** No more of them, and an end to calls the parent did not wait for: it has settled. Agents may go on. */
  end(): void;
}

/**
 * The calls and agents a running call makes. The parent's place is given up with the first it waits for and taken back
 * after the last: taken back earlier, it could be the very place a slower child is waiting for.
 */
export function createChildren({
  runtime: { table },
  place: { row },
  signal,
  below,
}: {
  runtime: Runtime;
  place: Place;
  signal: AbortSignal;
  below: BelowCall;
}): Children {
  let isOver = false;
  // Made with the first child: most calls have none.
  let over: AbortController | undefined;
  let until: AbortSignal | undefined;
  const untilOver = (): AbortSignal => {
    over ??= new AbortController();
    until ??= AbortSignal.any([signal, over.signal]);
    return until;
  };
  let waitedFor = 0;

  const whileWaiting = async <T>(work: () => Promise<T>): Promise<T> => {
    waitedFor += 1;
    table.suspend(row);
    try {
      return await work();
    } finally {
      waitedFor -= 1;
      if (waitedFor === 0) table.resume(row);
    }
  };
  return {
    whileWaiting,
    async call(tool, input) {
      if (isOver)
        return { outcome: "cancelled", text: messages.parentSettled, content: messages.parentSettled };
      return whileWaiting(() => below.callTool(tool, input, untilOver()));
    },
    async startAgent(spec) {
      if (isOver) throw new Error(messages.parentSettled);
      const agent = await below.startAgent(spec);
      return Object.freeze({
        ...agent,
        prompt: (text: string, { signal: until = signal }: { readonly signal?: AbortSignal } = {}) =>
          whileWaiting(() => agent.prompt(text, { signal: until })),
      });
    },
    async askModel(question) {
      if (isOver) throw new Error(messages.parentSettled);
      return below.askModel(question, signal);
    },
    end() {
      isOver = true;
      over?.abort(new Error("the call that made this one is over"));
    },
  };
}
