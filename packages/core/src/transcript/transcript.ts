import type { SessionEvent } from "../contract/event.ts";
import { type AssistantBlock, isToolUse, type Message, type UserBlock } from "../contract/message.ts";
import type { MediaPlace } from "../contract/place.ts";
import { compacted, withoutResults } from "./compaction.ts";
import { createDiscovery, type Discovery } from "./discovery.ts";
import { mediaBytes, mediaIn } from "./media.ts";
import { withoutMedia } from "./media-places.ts";
import { createOpenUses, type OpenUse } from "./open-uses.ts";
import { sendableAssistantBlock, sendableUserBlock } from "./sendable.ts";
import { withoutOpenServerUses } from "./server-uses.ts";
import { createRequestCheck } from "./valid-request.ts";

/**
 * The conversation as a reading of the events: each event changes only the end of it, save for repairs. What cannot be
 * sent (blank texts, unsigned thinking) never gets in, neighbors of one role become one message, and a use of a
 * server's tool that will not be answered any more is taken out.
 */
export interface Transcript {
  apply(event: SessionEvent): void;
  /** Valid for a request whenever `openUses` is empty and the last message is the user's. */
  readonly messages: readonly Message[];
  /** The id of a message whose end was not recorded. */
  readonly openMessage: string | undefined;
  readonly openUses: readonly OpenUse[];
  hasUse(id: string): boolean;
  /** Why `messages` is not a valid request; undefined when it is. Costs as much as what came since the last time. */
  fault(): string | undefined;
  /** Deferred tools the model has found. */
  readonly discovery: Pick<Discovery, "names" | "unreferenced">;
  /** Images and documents, the oldest first. */
  media(): readonly TranscriptMedia[];
}

export interface TranscriptMedia {
  readonly place: MediaPlace;
  /** Of the base64 text. */
  readonly bytes: number;
}

export function createTranscript(): Transcript {
  const messages: Message[] = [];
  const useIds = new Set<string>();
  const uses = createOpenUses();
  const discovery = createDiscovery();
  let open: { readonly id: string; readonly blocks: AssistantBlock[] } | undefined;
  let check = createRequestCheck();

  const pushUser = (given: readonly UserBlock[]): void => {
    const content = given.flatMap((block) => sendableUserBlock(block) ?? []);
    if (content.length === 0) return;
    discovery.added([{ role: "user", content }]);
    if (content.some(({ type }) => type !== "tool_result")) abandonServerUses();
    const last = messages.at(-1);
    if (last?.role !== "user") return void messages.push({ role: "user", content });
    messages[messages.length - 1] = { role: "user", content: [...last.content, ...content] };
  };
  const pushAssistant = (content: readonly AssistantBlock[]): void => {
    if (content.length === 0) return;
    const last = messages.at(-1);
    if (last?.role !== "assistant") return void messages.push({ role: "assistant", content });
    messages[messages.length - 1] = { role: "assistant", content: [...last.content, ...content] };
  };
  /** Text after an open use of a server's tool means that it is not gone on with. */
  const abandonServerUses = (): void => {
    const at = messages.findLastIndex(({ role }) => role === "assistant");
    const message = messages[at];
    if (message?.role !== "assistant") return;
    const content = withoutOpenServerUses(message.content);
    if (content.length > 0) messages[at] = { role: "assistant", content };
    else messages.splice(at, 1);
  };
  const closeMessage = (isCut = false): void => {
    const blocks = open?.blocks ?? [];
    open = undefined;
    const content = (isCut ? withoutOpenServerUses(blocks) : blocks).flatMap(
      (block) => sendableAssistantBlock(block) ?? [],
    );
    pushAssistant(content);
  };
  const takeBlock = (message: string, block: AssistantBlock): void => {
    open ??= { id: message, blocks: [] };
    open.blocks.push(block);
    if (!isToolUse(block)) return;
    useIds.add(block.id);
    uses.open(block);
  };
  /** Everything from an index on is replaced; what was checked before may have changed. */
  const replace = (from: number, by: readonly Message[]): void => {
    messages.splice(from, messages.length, ...by);
    check = createRequestCheck();
    discovery.added(by);
    discovery.replaced(messages);
    for (const { content } of by)
      for (const block of content) if (block.type === "tool_use") useIds.add((block as { id: string }).id);
  };

  return {
    apply(event) {
      switch (event.type) {
        case "history.loaded":
          discovery.loaded(event.messages);
          return replace(0, event.messages);
        case "transcript.repaired":
          return event.messages && replace(event.from ?? 0, event.messages);
        case "media.dropped":
          return replace(0, withoutMedia(messages, event));
        case "results.cleared":
          return replace(0, withoutResults(messages, event));
        case "conversation.compacted":
          return replace(0, compacted(messages, event));
        case "prompt.submitted":
          closeMessage();
          return pushUser(event.content);
        case "message.started":
          closeMessage();
          open = { id: event.message, blocks: [] };
          return;
        case "block.completed":
          return takeBlock(event.message, event.block);
        case "message.completed":
          return closeMessage();
        case "message.truncated":
          return closeMessage(true);
        case "message.dropped":
          open = undefined;
          return void uses.take();
        case "call.intent":
          return uses.amend(event.call, { started: true });
        case "call.settled":
          return uses.amend(event.call, { result: event.result });
        case "results.sent": {
          closeMessage();
          const replaced = new Map(event.replaced.map((block) => [block.tool_use_id, block]));
          const results = uses.take().flatMap(({ id, result }) => replaced.get(id) ?? result ?? []);
          return pushUser([...results, ...event.texts.map((text) => ({ type: "text" as const, text }))]);
        }
      }
    },
    messages,
    get openMessage() {
      return open?.id;
    },
    get openUses() {
      return uses.all();
    },
    discovery,
    hasUse: (id) => useIds.has(id),
    fault: () => check.fault(messages),
    media: () =>
      messages.flatMap((message, index) =>
        mediaIn(message).map(({ media, ...place }) => ({
          place: { message: index, ...place },
          bytes: mediaBytes(media),
        })),
      ),
  };
}
