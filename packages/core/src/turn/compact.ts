import { type Message, type UserBlock, wordsOf } from "../contract/message.ts";
import { messageOf } from "../errors.ts";
import { messages as texts } from "../messages.ts";
import { clearableResults, conversationBytes, cutPoint } from "../transcript/compaction.ts";
import { isMedia, mediaText } from "../transcript/media.ts";
import { repairMessages } from "../transcript/repair.ts";
import { type CompactionTrigger, compactionHooks } from "./compaction-hooks.ts";
import { readAnswer } from "./read-answer.ts";
import { requestOf } from "./request.ts";
import type { TurnRoom } from "./room.ts";

/** Messages at the end that stay as they are. */
const KEPT_MESSAGES = 6;
/** Clearing old results is enough when it leaves less than this share of the conversation. */
const ENOUGH = 0.7;

/** A conversation to make shorter; without a model there is no summary. */
export type CompactionRoom = TurnRoom | Pick<TurnRoom, "runtime" | "transcript">;

const isAble = (room: CompactionRoom): room is TurnRoom => "model" in room;

interface CompactionOptions {
  readonly signal: AbortSignal;
  /** Default `auto`. */
  readonly trigger?: CompactionTrigger;
}

/**
 * Makes the conversation shorter: old results are cleared first; when that is not enough, everything but the last
 * messages gives way to a summary by the model, if there is one, with a fixed outline. Pairs stay together, slots are not touched, and
 * the journal keeps what was dropped.
 * @returns whether it is shorter now. False also when the model gave no summary; then nothing was dropped.
 */
export async function compact(
  room: CompactionRoom,
  why: string,
  { signal, trigger = "auto" }: CompactionOptions,
): Promise<boolean> {
  const { transcript, runtime } = room;
  const before = conversationBytes(transcript.messages);
  const from = cutPoint(transcript.messages, KEPT_MESSAGES);
  const places = clearableResults(transcript.messages, from);
  if (places.length > 0) runtime.record({ type: "results.cleared", why, places });
  if (conversationBytes(transcript.messages) <= before * ENOUGH) return true;
  if (from === 0 || !isAble(room)) return places.length > 0;
  const hooks = compactionHooks({ ...runtime, signal }, trigger);
  const refused = await hooks.before();
  if (refused !== undefined) {
    runtime.record({ type: "compaction.failed", why: refused });
    return places.length > 0;
  }
  const made = await summarize(room, from, signal).catch((thrown: unknown): Summary => {
    signal.throwIfAborted();
    return { why: messageOf(thrown) };
  });
  if ("why" in made) {
    runtime.record({ type: "compaction.failed", why: made.why });
    return places.length > 0;
  }
  const { summary } = made;
  runtime.record({
    type: "conversation.compacted",
    why,
    from,
    summary: texts.summaryHead(summary, runtime.lateNames()),
    dropped: from,
  });
  await hooks.after(summary);
  return true;
}

/** A summary, or why there is none. */
type Summary = { readonly summary: string } | { readonly why: string };

/**
 * Asks the model for the summary of the first messages. Nothing it proposes is run, and one that is not whole is none:
 * it would be all that is known of what is dropped.
 */
async function summarize(room: TurnRoom, until: number, signal: AbortSignal): Promise<Summary> {
  const { runtime, model, account } = room;
  const request = await requestOf(room);
  // A part of a conversation is no conversation by itself: a tool of the server may be open at its end.
  const { messages } = repairMessages(withRequest(request.messages.slice(0, until).map(withoutMedia)));
  const answer = await readAnswer(
    { ...request, messages, mayUseTools: false },
    { runtime, model, signal, purpose: { purpose: "summary" } },
  );
  runtime.record({ type: "summary.received", usage: answer.usage });
  account?.(answer);
  if (!WHOLE.includes(answer.stopReason)) return { why: `the summary ended with \`${answer.stopReason}\`` };
  const summary = wordsOf(answer.blocks).trim();
  return summary === "" ? { why: "the summary has no words" } : { summary };
}

/** The ends of a message that has said all it was to say. */
const WHOLE: readonly string[] = ["end_turn", "stop_sequence"];

/** The messages with the request for a summary as the last thing the user says. */
function withRequest(messages: readonly Message[]): readonly Message[] {
  const ask: UserBlock = { type: "text", text: texts.summaryRequest };
  const last = messages.at(-1);
  if (last?.role !== "user") return [...messages, { role: "user", content: [ask] }];
  return [...messages.slice(0, -1), { role: "user", content: [...last.content, ask] }];
}

/** A summary is made of words; what made the conversation too large must not go along. */
function withoutMedia(message: Message): Message {
  if (message.role !== "user") return message;
  const why = "not part of a summary";
  const content = message.content.map((block): UserBlock => {
    if (isMedia(block)) return mediaText(block, why);
    if (block.type !== "tool_result" || typeof block.content === "string") return block;
    return { ...block, content: block.content.map((part) => (isMedia(part) ? mediaText(part, why) : part)) };
  });
  return { role: "user", content };
}
