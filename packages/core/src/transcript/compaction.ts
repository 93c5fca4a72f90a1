import type { SessionEvent } from "../contract/event.ts";
import { isResult, type Message, type ResultBlock, type UserBlock } from "../contract/message.ts";
import type { BlockPlace } from "../contract/place.ts";
import { messages as texts } from "../messages.ts";

/** A text of a result that is not worth clearing. */
const SMALL_BYTES = 1_000;

/**
 * Where a conversation can be cut so that at least `keep` messages stay and no tool use is parted from its result.
 * @returns the index of the first message that stays: an assistant message, or a user message without results. 0 when
 * there is nothing to cut off.
 */
export function cutPoint(messages: readonly Message[], keep: number): number {
  let at = Math.max(0, messages.length - keep);
  while (at > 0 && messages[at]?.content.some(isResultBlock)) at -= 1;
  return at;
}

const isResultBlock = (block: { readonly type: string }): boolean => block.type === "tool_result";

/** The conversation with a summary in the place of everything before the cut. */
export function compacted(
  messages: readonly Message[],
  { from, summary }: Extract<SessionEvent, { type: "conversation.compacted" }>,
): readonly Message[] {
  const head: UserBlock = { type: "text", text: summary };
  const [first, ...rest] = messages.slice(from);
  if (first?.role !== "user") return [{ role: "user", content: [head] }, ...(first ? [first] : []), ...rest];
  return [{ role: "user", content: [head, ...first.content] }, ...rest];
}

/** Results before an index that are large and were not cleared yet. */
export function clearableResults(messages: readonly Message[], before: number): readonly BlockPlace[] {
  return messages
    .slice(0, before)
    .flatMap((message, at) =>
      message.role === "assistant"
        ? []
        : message.content.flatMap((block, index) =>
            isResult(block) && sizeOf(block) > SMALL_BYTES ? [{ message: at, block: index }] : [],
          ),
    );
}

/** The conversation with a short text in the place of those results. */
export function withoutResults(
  messages: readonly Message[],
  { places }: Extract<SessionEvent, { type: "results.cleared" }>,
): readonly Message[] {
  const cleared = new Set(places.map(({ message, block }) => `${message}.${block}`));
  const concerned = new Set(places.map(({ message }) => message));
  return messages.map((message, at): Message => {
    if (!concerned.has(at) || message.role !== "user") return message;
    const content = message.content.map((block, index) =>
      cleared.has(`${at}.${index}`) && isResult(block) ? clearedResult(block) : block,
    );
    return { role: "user", content };
  });
}

const clearedResult = (block: ResultBlock): ResultBlock => ({
  ...block,
  content: texts.resultCleared(sizeOf(block)),
});

/** Bytes of what a result sends, media as the text they are sent as. */
function sizeOf({ content }: ResultBlock): number {
  return Buffer.byteLength(typeof content === "string" ? content : JSON.stringify(content));
}

/** An image counts for what it takes of a model's window, about 1,600 tokens, not for its bytes. */
const MEDIUM_BYTES = 6_400;

/** Bytes of a conversation as a model reads it; tokens are about a quarter of them. */
export function conversationBytes(messages: readonly Message[]): number {
  const shorten = (key: string, value: unknown): unknown =>
    key === "data" && typeof value === "string" ? value.slice(0, MEDIUM_BYTES) : value;
  return messages.reduce((sum, message) => sum + Buffer.byteLength(JSON.stringify(message, shorten)), 0);
}
