import type { Message } from "../contract/message.ts";
import { inWords } from "../in-words.ts";

/** Deferred tools a model has found, as the conversation tells it. */
export interface Discovery {
  /** Names in the order they were found, for good: what a compaction drops stays found. */
  readonly names: ReadonlySet<string>;
  /**
   * Those of `names` that no reference in the conversation speaks of any more. Without one a server keeps a deferred
   * definition from the model, so they have to be loaded like any tool; once here, a name stays here.
   */
  readonly unreferenced: ReadonlySet<string>;
  /** Takes in messages that were added. */
  added(messages: readonly Message[]): void;
  /** Takes in that parts of the conversation were replaced. @param messages all of them, as they are now */
  replaced(messages: readonly Message[]): void;
  /** Takes in a conversation from elsewhere: the model knows the tools it used there. */
  loaded(messages: readonly Message[]): void;
}

export function createDiscovery(): Discovery {
  const names = new Set<string>();
  const unreferenced = new Set<string>();
  const add = (found: readonly string[]): void => {
    for (const name of found) names.add(name);
  };
  const replaced = (messages: readonly Message[]): void => {
    const referenced = new Set(messages.flatMap(referencesIn));
    for (const name of names) if (!referenced.has(name)) unreferenced.add(name);
  };
  return {
    names,
    unreferenced,
    added: (messages) => add(messages.flatMap(referencesIn)),
    replaced,
    loaded(messages) {
      add(messages.flatMap(referencesIn));
      add(messages.flatMap(usesIn));
      replaced(messages);
    },
  };
}

/** Names in the tool references of a message. */
export function referencesIn({ role, content }: Message): readonly string[] {
  if (role !== "user") return [];
  return content.flatMap((block) => {
    if (block.type !== "tool_result" || typeof block.content === "string") return [];
    return block.content.flatMap((part) => (part.type === "tool_reference" ? [part.tool_name] : []));
  });
}

function usesIn({ role, content }: Message): readonly string[] {
  if (role !== "assistant") return [];
  return content.flatMap((block) =>
    block.type === "tool_use" ? [inWords((block as { name?: unknown }).name)] : [],
  );
}
