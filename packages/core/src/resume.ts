import type { SessionEvent } from "./contract/event.ts";
import type { ResultBlock } from "./contract/message.ts";
import { messages } from "./messages.ts";
import { mend } from "./transcript/mend.ts";
import type { OpenUse } from "./transcript/open-uses.ts";
import type { Transcript } from "./transcript/transcript.ts";

/**
 * Closes what a dead process left open, so that the conversation pairs again: a message without an end is cut at its
 * last complete block; a call that had begun gets "outcome unknown", one that had not gets "not run".
 * @param record writes an event and applies it to the transcript.
 */
export function repairAfterCrash(transcript: Transcript, record: (event: SessionEvent) => void): void {
  const { openMessage } = transcript;
  if (openMessage !== undefined) {
    record({
      type: "message.truncated",
      message: openMessage,
      why: "the session ended before the message did",
    });
  }
  closeUses(transcript.openUses, record);
  if (transcript.messages.length > 0) mend(transcript, record);
}

function closeUses(open: readonly OpenUse[], record: (event: SessionEvent) => void): void {
  if (open.length === 0) return;
  for (const use of open) {
    if (use.result) continue;
    record({
      type: "call.settled",
      call: use.id,
      tool: use.name,
      outcome: "failed",
      durationMs: 0,
      result: interruptedResult(use),
    });
  }
  record({ type: "transcript.repaired", what: [`${open.length} calls without results were closed`] });
  record({ type: "results.sent", replaced: [], texts: [] });
}

const INPUT_SHOWN = 300;

function interruptedResult({ id, name, input, started }: OpenUse): ResultBlock {
  const shown = JSON.stringify(input).slice(0, INPUT_SHOWN);
  const content = started ? messages.outcomeUnknown(name, shown) : messages.interruptedBeforeStart;
  return { type: "tool_result", tool_use_id: id, content, is_error: true };
}
