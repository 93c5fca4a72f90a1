import {
  type AssistantBlock,
  isResult,
  isToolUse,
  type Message,
  type UserBlock,
} from "../contract/message.ts";
import { InvariantError } from "../errors.ts";
import { mediaBytes, mediaExcess, mediaIn } from "./media.ts";
import { assistantBlockFault, userBlockFault } from "./sendable.ts";
import { answeredServerUse, isServerResult, isServerUse, serverUseId } from "./server-uses.ts";

/**
 * Proves that a list of messages is a valid request: it starts with the user, roles alternate, every tool use is
 * answered in the very next message, results come first there and once each, ids are unique, nothing is blank or of a
 * type that cannot be sent, thinking is signed, a tool of the server is answered by the server alone, images and
 * documents are within their limits.
 * @throws InvariantError that names the first message at fault.
 * @source The public rules of the Messages API.
 */
export function assertValidRequest(messages: readonly Message[]): void {
  const fault = findFault(messages);
  if (fault) throw new InvariantError(`the request is not valid: ${fault}`);
}

/** The first reason why the API would refuse these messages, or undefined. */
export function findFault(messages: readonly Message[]): string | undefined {
  return createRequestCheck().fault(messages);
}

/** A check of one growing list that looks only at what is new. */
export interface RequestCheck {
  /** The first fault of the whole list. All but the last two messages must be those of the time before. */
  fault(messages: readonly Message[]): string | undefined;
}

/** What is known after some messages. */
interface Progress {
  count: number;
  role: Message["role"] | undefined;
  /** Tool uses of the last message, which the next must answer. */
  open: readonly string[];
  /** Server uses without an answer so far. */
  serverOpen: readonly string[];
  media: number;
  mediaBytes: number;
}

interface Ids {
  has(id: string): boolean;
  add(id: string): void;
}

export function createRequestCheck(): RequestCheck {
  const seen = new Set<string>();
  const settled: Progress = {
    count: 0,
    role: undefined,
    open: [],
    serverOpen: [],
    media: 0,
    mediaBytes: 0,
  };
  return {
    fault(messages) {
      if (messages[0]?.role !== "user") return "it does not start with a user message";
      for (const message of messages.slice(settled.count, -2)) {
        const fault = take(message, settled, seen);
        if (fault) return fault;
      }
      const now = { ...settled };
      const fresh = new Set<string>();
      const ids: Ids = {
        has: (id) => seen.has(id) || fresh.has(id),
        add: (id) => void fresh.add(id),
      };
      for (const message of messages.slice(settled.count)) {
        const fault = take(message, now, ids);
        if (fault) return fault;
      }
      if (now.open.length > 0) return `the tool use \`${now.open[0]}\` has no result`;
      return mediaExcess(now.media, now.mediaBytes);
    },
  };
}

/** Takes in the next message. @returns what is wrong with it. */
function take(message: Message, progress: Progress, ids: Ids): string | undefined {
  const { count, role } = progress;
  if (message.role === role) return `messages ${count - 1} and ${count} have the same role`;
  const fault =
    message.content.length === 0
      ? "is empty"
      : message.role === "user"
        ? userFault(message.content, progress)
        : assistantFault(message.content, progress, ids);
  if (fault) return `message ${count} ${fault}`;
  progress.count += 1;
  progress.role = message.role;
  progress.open = message.role === "assistant" ? message.content.filter(isToolUse).map(({ id }) => id) : [];
  for (const { media } of mediaIn(message)) {
    progress.media += 1;
    progress.mediaBytes += mediaBytes(media);
  }
  return undefined;
}

function userFault(
  content: readonly UserBlock[],
  { open, serverOpen }: Pick<Progress, "open" | "serverOpen">,
): string | undefined {
  const results = content.filter(isResult);
  if (content.slice(0, results.length).some((block) => !isResult(block)))
    return "has a block before its results";
  const answered = results.map(({ tool_use_id }) => tool_use_id);
  const [asked, given] = [new Set(open), new Set(answered)];
  const missing = open.find((id) => !given.has(id));
  if (missing !== undefined) return `does not answer the tool use \`${missing}\``;
  const orphan = answered.find((id) => !asked.has(id));
  if (orphan !== undefined) return `answers \`${orphan}\`, which was not asked for`;
  if (given.size !== answered.length) return "answers a tool use twice";
  if (serverOpen.length > 0 && results.length < content.length)
    return `adds something while the server's \`${serverOpen[0]}\` is open`;
  return firstFault(content, userBlockFault);
}

function assistantFault(
  content: readonly AssistantBlock[],
  progress: Progress,
  ids: Ids,
): string | undefined {
  for (const block of content) {
    if (isServerResult(block)) {
      const id = answeredServerUse(block);
      if (!progress.serverOpen.includes(id)) return `answers the server's \`${id}\`, which was not asked for`;
      progress.serverOpen = progress.serverOpen.filter((other) => other !== id);
      continue;
    }
    const id = isToolUse(block) ? block.id : isServerUse(block) ? serverUseId(block) : undefined;
    if (id === undefined) continue;
    if (ids.has(id)) return `uses the id \`${id}\` again`;
    ids.add(id);
    if (isServerUse(block)) progress.serverOpen = [...progress.serverOpen, id];
  }
  return firstFault(content, assistantBlockFault);
}

function firstFault<T>(items: readonly T[], faultOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
