import type { MediaPlace, SessionEvent } from "../contract/event.ts";
import {
  type AssistantBlock,
  isResult,
  isToolUse,
  type Message,
  type ResultBlock,
  type UserBlock,
} from "../contract/message.ts";
import { isBlankText } from "./pairing.ts";

/** A tool use that has no result in the transcript yet. */
export interface OpenUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** The call had begun: its intent was recorded. */
  readonly started: boolean;
  /** Its result, when it settled but was not sent. */
  readonly result?: ResultBlock;
}

/** The conversation as a reading of the events: each event changes only the end of it. */
export interface Transcript {
  apply(event: SessionEvent): void;
  /** Valid for a request whenever `openUses` is empty and the last message is the user's. */
  readonly messages: readonly Message[];
  /** The id of a message whose end was not recorded. */
  readonly openMessage: string | undefined;
  readonly openUses: readonly OpenUse[];
  hasUse(id: string): boolean;
  /** Where the images and documents of the user's messages are, also inside results. */
  mediaPlaces(): readonly MediaPlace[];
}

export function createTranscript(): Transcript {
  const messages: Message[] = [];
  const useIds = new Set<string>();
  let open: { readonly id: string; readonly blocks: AssistantBlock[] } | undefined;
  let pending: OpenUse[] = [];

  const pushUser = (content: readonly UserBlock[]): void => {
    const kept = content.filter((block) => !isBlankText(block));
    if (kept.length === 0) return;
    const last = messages.at(-1);
    if (last?.role !== "user") return void messages.push({ role: "user", content: kept });
    messages[messages.length - 1] = { role: "user", content: [...last.content, ...kept] };
  };
  const closeMessage = (): void => {
    const content = (open?.blocks ?? []).filter((block) => !isBlankText(block));
    open = undefined;
    if (content.length === 0) return;
    const last = messages.at(-1);
    if (last?.role === "assistant")
      messages[messages.length - 1] = { role: "assistant", content: [...last.content, ...content] };
    else messages.push({ role: "assistant", content });
  };
  const amend = (id: string, change: Partial<OpenUse>): void => {
    pending = pending.map((use) => (use.id === id ? { ...use, ...change } : use));
  };

  return {
    apply(event) {
      switch (event.type) {
        case "prompt.submitted":
          return pushUser(event.content);
        case "message.started":
          open = { id: event.message, blocks: [] };
          return;
        case "block.completed":
          open?.blocks.push(event.block);
          if (isToolUse(event.block)) {
            useIds.add(event.block.id);
            pending.push({
              id: event.block.id,
              name: event.block.name,
              input: event.block.input,
              started: false,
            });
          }
          return;
        case "message.completed":
        case "message.truncated":
          return closeMessage();
        case "message.dropped":
          open = undefined;
          pending = [];
          return;
        case "call.intent":
          return amend(event.call, { started: true });
        case "call.settled":
          return amend(event.call, { result: event.result });
        case "results.sent": {
          const replaced = new Map(event.replaced.map((block) => [block.tool_use_id, block]));
          const results = pending.flatMap(({ id, result }) => replaced.get(id) ?? result ?? []);
          pending = [];
          return pushUser([...results, ...event.texts.map((text) => ({ type: "text" as const, text }))]);
        }
        default:
          return;
      }
    },
    messages,
    get openMessage() {
      return open?.id;
    },
    get openUses() {
      return pending;
    },
    hasUse: (id) => useIds.has(id),
    mediaPlaces: () => placesOfMedia(messages),
  };
}

const isMedia = ({ type }: { readonly type: string }): boolean => type === "image" || type === "document";

function placesOfMedia(messages: readonly Message[]): readonly MediaPlace[] {
  return messages.flatMap(({ role, content }, message) =>
    role === "assistant"
      ? []
      : content.flatMap((item, block): MediaPlace[] => {
          if (isMedia(item)) return [{ message, block }];
          if (!isResult(item) || typeof item.content === "string") return [];
          return item.content.flatMap((inner, part) => (isMedia(inner) ? [{ message, block, part }] : []));
        }),
  );
}
