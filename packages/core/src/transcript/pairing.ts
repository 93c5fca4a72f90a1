import { type AssistantBlock, isResult, isToolUse, type Message } from "../contract/message.ts";
import { InvariantError } from "../errors.ts";

/**
 * Proves that a list of messages is a valid request: it starts with the user, roles alternate, every tool use is
 * answered in the very next message, results come first there and once each, ids are unique, nothing is blank.
 * @throws InvariantError that names the first message at fault.
 */
export function assertValidRequest(messages: readonly Message[]): void {
  const fault = findFault(messages);
  if (fault) throw new InvariantError(`the request is not valid: ${fault}`);
}

/** The first reason why the API would refuse these messages, or undefined. */
export function findFault(messages: readonly Message[]): string | undefined {
  if (messages[0]?.role !== "user") return "it does not start with a user message";
  const seen = new Set<string>();
  let open: readonly string[] = [];
  for (const [i, message] of messages.entries()) {
    if (i > 0 && message.role === messages[i - 1]?.role)
      return `messages ${i - 1} and ${i} have the same role`;
    const fault =
      message.role === "user" ? userFault(message.content, open) : assistantFault(message.content, seen);
    if (fault) return `message ${i} ${fault}`;
    open = message.role === "assistant" ? message.content.filter(isToolUse).map(({ id }) => id) : [];
  }
  return open.length > 0 ? `the tool use \`${open[0]}\` has no result` : undefined;
}

type UserContent = Extract<Message, { role: "user" }>["content"];

function userFault(content: UserContent, open: readonly string[]): string | undefined {
  if (content.length === 0) return "is empty";
  const results = content.filter(isResult);
  if (content.slice(0, results.length).some((block) => !isResult(block)))
    return "has a block before its results";
  const answered = results.map(({ tool_use_id }) => tool_use_id);
  const missing = open.find((id) => !answered.includes(id));
  if (missing !== undefined) return `does not answer the tool use \`${missing}\``;
  const orphan = answered.find((id) => !open.includes(id));
  if (orphan !== undefined) return `answers \`${orphan}\`, which was not asked for`;
  if (new Set(answered).size !== answered.length) return "answers a tool use twice";
  return content.some(isBlankText) ? "has a blank text block" : undefined;
}

function assistantFault(content: readonly AssistantBlock[], seen: Set<string>): string | undefined {
  if (content.length === 0) return "is empty";
  for (const { id } of content.filter(isToolUse)) {
    if (seen.has(id)) return `uses the id \`${id}\` again`;
    seen.add(id);
  }
  return content.some(isBlankText) ? "has a blank text block" : undefined;
}

/** Tells whether a block is a text the API would refuse as empty. */
export function isBlankText(block: { readonly type: string; readonly text?: unknown }): boolean {
  return block.type === "text" && (typeof block.text !== "string" || block.text.trim() === "");
}
