import { type AssistantBlock, isToolUse, type Message } from "../contract/message.ts";
import { inWords } from "../in-words.ts";

/** A use of a tool that the model server runs itself: `server_tool_use` and its like. Nobody here may answer it. */
export function isServerUse(block: AssistantBlock): boolean {
  return block.type.endsWith("_tool_use");
}

/** The server's own result, in an assistant message. */
export function isServerResult(block: AssistantBlock): boolean {
  return block.type.endsWith("_tool_result");
}

export const serverUseId = (block: AssistantBlock): string => inWords((block as { id?: unknown }).id);

export const answeredServerUse = (block: AssistantBlock): string =>
  inWords((block as { tool_use_id?: unknown }).tool_use_id);

/** The blocks without server uses that the server has not answered among them. */
export function withoutOpenServerUses(content: readonly AssistantBlock[]): readonly AssistantBlock[] {
  const answered = new Set(content.filter(isServerResult).map(answeredServerUse));
  return content.filter((block) => !isServerUse(block) || answered.has(serverUseId(block)));
}

/**
 * Blocks of server tools that make a conversation invalid: a use that the server did not answer before something else
 * was said, an answer without a use, an id that comes again. A use that is open at the end is not among them.
 */
export function strayServerBlocks(messages: readonly Message[]): ReadonlySet<AssistantBlock> {
  const ids = new Set(
    messages.flatMap(({ content }) => (content as AssistantBlock[]).filter(isToolUse)).map(({ id }) => id),
  );
  const stray = new Set<AssistantBlock>();
  let open = new Map<string, AssistantBlock>();
  for (const { role, content } of messages) {
    if (role === "user") {
      if (content.every(({ type }) => type === "tool_result")) continue;
      for (const use of open.values()) stray.add(use);
      open = new Map();
      continue;
    }
    for (const block of content) {
      if (isServerUse(block)) {
        const id = serverUseId(block);
        if (ids.has(id)) stray.add(block);
        else open.set(id, block);
        ids.add(id);
      } else if (isServerResult(block) && !open.delete(answeredServerUse(block))) stray.add(block);
    }
  }
  return stray;
}
