import type { Usage } from "../contract/message.ts";
import { conversationBytes } from "../transcript/compaction.ts";
import { compact } from "./compact.ts";
import { requestOf } from "./request.ts";
import type { TurnRoom } from "./room.ts";

/** Share of the window at which the conversation is made shorter. */
const FULL = 0.8;
/** Share from which an estimate is too near to that, and the model server is asked to count. */
const NEAR = 0.6;
/** Bytes of text that make about one token. */
const BYTES_PER_TOKEN = 4;

/** Keeps the conversation of one prompt within the model's window. */
export interface ContextWindow {
  /** Takes in what the model server counted for the last message. */
  counted(usage: Usage): void;
  /** Makes room before a request that would nearly fill the window. */
  keepFree(signal: AbortSignal): Promise<void>;
}

/**
 * Counts by what the model server says of the last message, and by the size of what came since; before the first
 * message by size alone. Near the limit the server is asked to count, where it offers that.
 * @param room its `contextTokens` is the size of the window; 0: nobody knows, and nothing is done ahead.
 */
export function createContextWindow(room: TurnRoom): ContextWindow {
  const { contextTokens, model, transcript } = room;
  let known: { readonly tokens: number; readonly messages: number } | undefined;
  const estimate = (): number => {
    const since = transcript.messages.slice(known?.messages ?? 0);
    return (known?.tokens ?? 0) + conversationBytes(since) / BYTES_PER_TOKEN;
  };
  let isCounting = model.countTokens !== undefined;
  /** Undefined where the server does not count: then it is not asked again in this prompt. */
  const counted = async (signal: AbortSignal): Promise<number | undefined> => {
    if (!isCounting) return undefined;
    try {
      const tokens = await model.countTokens?.(await requestOf(room), { signal });
      if (tokens !== undefined) known = { tokens, messages: transcript.messages.length };
      return tokens;
    } catch {
      signal.throwIfAborted();
      isCounting = false;
      return undefined;
    }
  };
  return {
    counted({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }) {
      const tokens = inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
      // The results of the message come after it; it may be merged with the one before.
      const last = transcript.messages.at(-1)?.role === "user" ? 1 : 0;
      known = tokens > 0 ? { tokens, messages: transcript.messages.length - last } : undefined;
    },
    async keepFree(signal) {
      if (contextTokens === 0 || estimate() < contextTokens * NEAR) return;
      const tokens = (await counted(signal)) ?? estimate();
      if (tokens < contextTokens * FULL) return;
      await compact(room, "the context window is nearly full", { signal });
      known = undefined;
    },
  };
}
