import type { Message } from "../contract/message.ts";
import { mend } from "../transcript/mend.ts";
import type { TurnRoom } from "./room.ts";

/**
 * The conversation as it goes out: proved valid, or repaired with the repair in the journal.
 * @throws SessionError when the journal cannot be written: what is not recorded does not happen.
 */
export function prepareRequest({ runtime, transcript }: TurnRoom): readonly Message[] {
  runtime.ensureJournal();
  mend(transcript, (event) => runtime.record(event));
  return [...transcript.messages];
}
