import { isDeepStrictEqual } from "node:util";
import type { SessionEvent } from "../contract/event.ts";
import { InvariantError } from "../errors.ts";
import { excessMedia } from "./media-places.ts";
import { repairMessages } from "./repair.ts";
import type { Transcript } from "./transcript.ts";

/**
 * Makes a conversation a valid request where it is not one, and journals each change so that it is made again when the
 * journal is read. Costs next to nothing when there is nothing to do.
 * @param record writes an event and applies it to the transcript.
 */
export function mend(transcript: Transcript, record: (event: SessionEvent) => void): void {
  if (transcript.fault() === undefined) return;
  const places = excessMedia(transcript.media());
  if (places.length > 0) record({ type: "media.dropped", why: "the request would be too large", places });
  if (transcript.fault() === undefined) return;
  const before = transcript.messages;
  const { messages, what } = repairMessages(before);
  const differs = messages.findIndex((message, i) => !isDeepStrictEqual(message, before[i]));
  const from = differs < 0 ? messages.length : differs;
  record({ type: "transcript.repaired", what, from, messages: messages.slice(from) });
  const fault = transcript.fault();
  if (fault !== undefined) throw new InvariantError(`the request is not valid after its repair: ${fault}`);
}
