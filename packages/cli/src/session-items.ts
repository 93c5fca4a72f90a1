import type {
  AssistantBlock,
  JournalEntry,
  Message,
  PromptEvent,
  ResultBlock,
  UserBlock,
} from "@gauntlet/core";
import { shortJson } from "./short-json.ts";

/** A part of a session as it is shown: somebody's words, a remark, or an event as it looked when it happened. */
export type SessionItem =
  | { readonly by: "person" | "model"; readonly text: string }
  | { readonly note: string }
  | { readonly event: PromptEvent };

/** What the entries of a session show, in their order. Entries that show nothing give nothing. */
export function sessionItems(entries: readonly JournalEntry[]): readonly SessionItem[] {
  const calls = callsOf(entries);
  return entries.flatMap((entry) => {
    try {
      return itemsOf(entry, calls);
    } catch {
      return [{ note: `entry ${entry.seq} cannot be shown` }];
    }
  });
}

/** Inputs of calls that no model made: those are announced when they are decided. */
interface KnownCalls {
  readonly ofModel: ReadonlySet<string>;
  readonly inputs: ReadonlyMap<string, unknown>;
}

function callsOf(entries: readonly JournalEntry[]): KnownCalls {
  const ofModel = new Set<string>();
  const inputs = new Map<string, unknown>();
  for (const { event } of entries) {
    if (event.type === "block.completed" && isUse(event.block)) ofModel.add(event.block.id);
    if (event.type === "call.intent") inputs.set(event.call, event.input);
  }
  return { ofModel, inputs };
}

function itemsOf({ at, event }: JournalEntry, { ofModel, inputs }: KnownCalls): readonly SessionItem[] {
  switch (event.type) {
    case "session.started": {
      const { session, cwd, mode, forkedFrom: from } = event;
      const fork = from ? [{ note: `forked from ${from.session} after entry ${from.seq}` }] : [];
      return [{ note: `session ${session} in ${cwd}` }, { note: `started ${at}, mode ${mode}` }, ...fork];
    }
    case "session.continued":
      return [{ note: `continued ${at}, mode ${event.mode}` }];
    case "history.loaded":
      return [
        { note: `${event.messages.length} earlier messages were loaded` },
        ...event.messages.flatMap(itemsOfMessage),
      ];
    case "prompt.submitted":
      return event.content.flatMap(itemsOfUser);
    case "block.completed":
      return itemsOfModel(event.block);
    case "call.decided":
      return [
        ...(ofModel.has(event.call) ? [] : [requested(event.call, event.tool, inputs.get(event.call))]),
        { event },
      ];
    case "call.settled":
      return [shown(event.result, event)];
    default: {
      const note = noteOf(event);
      return [note === undefined ? { event } : { note }];
    }
  }
}

function noteOf(event: JournalEntry["event"]): string | undefined {
  switch (event.type) {
    case "message.dropped":
      return `the model's message was dropped: ${event.why}`;
    case "transcript.repaired":
      return `the conversation was repaired: ${event.what.join("; ")}`;
    case "media.dropped":
      return `${event.places.length} images or documents left the conversation: ${event.why}`;
    case "results.cleared":
      return `${event.places.length} old results left the conversation: ${event.why}`;
    case "conversation.compacted":
      return `${event.dropped} messages gave way to a summary (${event.why}): ${event.summary}`;
    case "compaction.failed":
      return `the conversation could not be shortened: ${event.why}`;
    case "mode.changed":
      return `mode ${event.mode}, by ${event.by}`;
    case "rule.remembered":
      return `rule remembered (${event.scope}): ${event.behavior} ${event.rule}`;
    default:
      return undefined;
  }
}

const itemsOfMessage = (message: Message): readonly SessionItem[] =>
  message.role === "assistant" ? message.content.flatMap(itemsOfModel) : message.content.flatMap(itemsOfUser);

function itemsOfModel(block: AssistantBlock): readonly SessionItem[] {
  if (isUse(block)) return [requested(block.id, block.name, block.input)];
  return isText(block) ? [{ by: "model", text: block.text }] : [];
}

function itemsOfUser(block: UserBlock): readonly SessionItem[] {
  if (block.type === "tool_result")
    return [shown(block, { tool: "result", outcome: block.is_error ? "failed" : "succeeded" })];
  return [{ by: "person", text: isText(block) ? block.text : `(${block.type})` }];
}

function requested(call: string, tool: string, input: unknown): SessionItem {
  const words = input === undefined ? "" : shortJson(input);
  return { event: { type: "call.requested", call, tool, input, words } };
}

function shown(
  { tool_use_id: call, content }: ResultBlock,
  { tool, outcome }: Pick<Extract<PromptEvent, { type: "call.shown" }>, "tool" | "outcome">,
): SessionItem {
  const text =
    typeof content === "string"
      ? content
      : content.map((part) => (part.type === "text" ? part.text : `(${part.type})`)).join("\n");
  return { event: { type: "call.shown", call, tool, outcome, text } };
}

const isText = (block: {
  readonly type: string;
}): block is { readonly type: "text"; readonly text: string } =>
  block.type === "text" && "text" in block && typeof block.text === "string";

const isUse = (
  block: AssistantBlock,
): block is {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
} => block.type === "tool_use" && "id" in block && typeof block.id === "string";
