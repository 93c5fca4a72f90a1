import type { SessionEvent } from "../contract/event.ts";
import type { Message, TextBlock, UserBlock } from "../contract/message.ts";
import type { MediaPlace } from "../contract/place.ts";
import { isMedia, MEDIA_LIMITS, mediaText } from "./media.ts";
import type { TranscriptMedia } from "./transcript.ts";

/** The messages with a text in each of the places; a place without a medium stays as it is. */
export function withoutMedia(
  messages: readonly Message[],
  { places, why }: Extract<SessionEvent, { type: "media.dropped" }>,
): readonly Message[] {
  const isDropped = (message: number, block: number, part?: number): boolean =>
    places.some((place) => place.message === message && place.block === block && place.part === part);
  const concerned = new Set(places.map(({ message }) => message));
  const replaced = <T extends { readonly type: string }>(block: T, is: boolean): T | TextBlock =>
    is && isMedia(block) ? mediaText(block, why) : block;
  return messages.map((message, at): Message => {
    if (!concerned.has(at) || message.role !== "user") return message;
    const content = message.content.map((block, index): UserBlock => {
      if (block.type !== "tool_result" || typeof block.content === "string")
        return replaced(block, isDropped(at, index));
      const parts = block.content.map((part, n) => replaced(part, isDropped(at, index, n)));
      return { ...block, content: parts };
    });
    return { role: "user", content };
  });
}

/**
 * Which images and documents have to leave so that the rest is within the limits: the oldest, and so many that half
 * of the room is free, because each change costs the cached prefix of the conversation.
 */
export function excessMedia(media: readonly TranscriptMedia[]): readonly MediaPlace[] {
  let count = media.length;
  let bytes = media.reduce((sum, one) => sum + one.bytes, 0);
  if (count <= MEDIA_LIMITS.count && bytes <= MEDIA_LIMITS.totalBytes) return [];
  const dropped: MediaPlace[] = [];
  for (const one of media) {
    if (count <= MEDIA_LIMITS.count / 2 && bytes <= MEDIA_LIMITS.totalBytes / 2) break;
    dropped.push(one.place);
    count -= 1;
    bytes -= one.bytes;
  }
  return dropped;
}
