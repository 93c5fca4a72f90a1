import {
  type AssistantBlock,
  isResult,
  isToolUse,
  type Message,
  type ResultBlock,
  type UserBlock,
} from "../contract/message.ts";
import { inWords } from "../in-words.ts";
import { messages as texts } from "../messages.ts";
import { sendableAssistantBlock, sendableUserBlock } from "./sendable.ts";
import { strayServerBlocks } from "./server-uses.ts";

/** A message as it may come from elsewhere: any role, content as a text or as blocks. */
export interface ForeignMessage {
  readonly role: string;
  readonly content: string | readonly { readonly type: string }[];
}

export function isForeignMessage(message: unknown): message is ForeignMessage {
  const { role, content } = (message ?? {}) as { role?: unknown; content?: unknown };
  if (typeof role !== "string") return false;
  return typeof content === "string" || (Array.isArray(content) && content.every(isBlock));
}

const isBlock = (block: unknown): boolean => typeof (block as { type?: unknown } | null)?.type === "string";

export interface Repaired {
  readonly messages: readonly Message[];
  /** What was changed, a sentence each, in the order of the messages; empty when nothing had to be. */
  readonly what: readonly string[];
}

/**
 * Makes any list of messages a valid request and says what it changed: what cannot be sent is left out, a result is put
 * where its tool use is, a missing one is said to be missing, ids that come again get new ones. Nothing else is lost.
 * The same list always gives the same result. Limits on images and documents are not its business.
 */
export function repairMessages(given: readonly ForeignMessage[]): Repaired {
  const what: string[] = [];
  const merged = mergeRoles(sendable(given, what));
  const late = createLateResults(merged);
  const ids = new Set<string>();
  const repaired: Message[] = [];
  for (const [at, { role, content }] of merged.entries()) {
    if (role === "user") continue;
    const next = merged[at + 1]?.content ?? [];
    const { uses, renamed } = withUniqueIds(content as readonly AssistantBlock[], ids, what);
    const answers = renamed.map(({ given: id, now }) => answerTo(id, now, late.take(id, at), what));
    const rest = (next as readonly UserBlock[]).filter((block) => !isResult(block));
    repaired.push({ role, content: uses });
    if (answers.length > 0 || rest.length > 0)
      repaired.push({ role: "user", content: [...answers, ...rest] });
  }
  what.push(...late.orphans());
  return { messages: settled(withBeginning(merged, repaired, what), what), what };
}

/** Left out: other roles, and blocks that cannot be sent. */
function sendable(given: readonly ForeignMessage[], what: string[]): readonly Message[] {
  return given.flatMap(({ role, content }, at): Message[] => {
    if (role !== "user" && role !== "assistant") {
      what.push(`message ${at} of the role \`${role}\` was left out`);
      return [];
    }
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    const kept = blocks.flatMap((block) => {
      const now =
        role === "user"
          ? sendableUserBlock(block as UserBlock)
          : sendableAssistantBlock(block as AssistantBlock);
      if (now === undefined) what.push(`a block of type \`${block.type}\` in message ${at} was left out`);
      else if (now !== block) what.push(`a block of type \`${block.type}\` in message ${at} was changed`);
      return now ?? [];
    });
    return kept.length === 0 ? [] : [{ role, content: kept } as Message];
  });
}

function mergeRoles(messages: readonly Message[]): readonly Message[] {
  const merged: Message[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (last?.role !== message.role) merged.push(message);
    else merged[merged.length - 1] = { ...last, content: [...last.content, ...message.content] } as Message;
  }
  return merged;
}

interface LateResults {
  /** The first result for an id behind a message, and before the id is used again. */
  take(id: string, at: number): ResultBlock | undefined;
  /** What became of the others. */
  orphans(): readonly string[];
}

function createLateResults(messages: readonly Message[]): LateResults {
  const left = new Set<ResultBlock>();
  const byId = new Map<string, { readonly at: number; readonly result?: ResultBlock }[]>();
  for (const [at, { content }] of messages.entries()) {
    for (const block of content as readonly (UserBlock | AssistantBlock)[]) {
      if (block.type !== "tool_use" && block.type !== "tool_result") continue;
      const result = block.type === "tool_result" ? (block as ResultBlock) : undefined;
      const id = result ? result.tool_use_id : inWords((block as { id?: unknown }).id);
      byId.set(id, [...(byId.get(id) ?? []), { at, ...(result && { result }) }]);
      if (result) left.add(result);
    }
  }
  return {
    take(id, at) {
      for (const { at: there, result } of byId.get(id) ?? []) {
        if (there <= at) continue;
        if (!result) return undefined;
        if (left.delete(result)) return result;
      }
      return undefined;
    },
    orphans: () =>
      [...left].map(({ tool_use_id: id }) => `a result for \`${id}\` without its use was left out`),
  };
}

interface Renamed {
  readonly given: string;
  readonly now: string;
}

function withUniqueIds(
  content: readonly AssistantBlock[],
  ids: Set<string>,
  what: string[],
): { readonly uses: readonly AssistantBlock[]; readonly renamed: readonly Renamed[] } {
  const renamed: Renamed[] = [];
  const uses = content.map((block) => {
    if (!isToolUse(block)) return block;
    let now = block.id;
    for (let n = 2; ids.has(now); n++) now = `${block.id}_${n}`;
    ids.add(now);
    renamed.push({ given: block.id, now });
    if (now === block.id) return block;
    what.push(`the id \`${block.id}\` came again and became \`${now}\``);
    return { ...block, id: now };
  });
  return { uses, renamed };
}

function answerTo(given: string, id: string, found: ResultBlock | undefined, what: string[]): ResultBlock {
  if (found) return found.tool_use_id === id ? found : { ...found, tool_use_id: id };
  what.push(`the tool use \`${given}\` had no result`);
  return { type: "tool_result", tool_use_id: id, content: texts.noResultRecorded, is_error: true };
}

/** What the user said before the first assistant message; a conversation starts with the user. */
function withBeginning(
  merged: readonly Message[],
  repaired: readonly Message[],
  what: string[],
): readonly Message[] {
  const [first] = merged;
  if (first === undefined) return [];
  if (first.role === "user") {
    const said = first.content.filter((block) => !isResult(block));
    if (said.length > 0) return [{ role: "user", content: said }, ...repaired];
    if (repaired.length === 0) return [];
  }
  what.push("the conversation did not start with the user");
  return [{ role: "user", content: [{ type: "text", text: texts.beginningMissing }] }, ...repaired];
}

/** Without what the tools of the model server left behind, and nothing can be done with any more. */
function settled(repaired: readonly Message[], what: string[]): readonly Message[] {
  const messages = mergeRoles(repaired);
  const stray = strayServerBlocks(messages);
  if (stray.size === 0) return messages;
  what.push(`${stray.size} blocks of the model server's tools without their other half were left out`);
  const kept = messages.flatMap((message): Message[] => {
    if (message.role === "user") return [message];
    const content = message.content.filter((block) => !stray.has(block));
    return content.length === 0 ? [] : [{ role: "assistant", content }];
  });
  return mergeRoles(kept);
}
