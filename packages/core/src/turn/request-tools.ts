import type { ToolDefinition } from "../contract/definition.ts";
import type { Message, ResultContent, UserBlock } from "../contract/message.ts";
import { messages as texts } from "../messages.ts";
import type { ModelFeatures, ModelRequest } from "../model/port.ts";
import { markStrict, type StrictChoice } from "../pool/strict-tools.ts";
import type { ToolPool } from "../pool/tool-pool.ts";
import { referencesIn } from "../transcript/discovery.ts";
import type { Transcript } from "../transcript/transcript.ts";

/** What the tools of a request follow from. */
export interface RequestToolsNeeds {
  readonly pool: ToolPool;
  readonly transcript: Pick<Transcript, "messages" | "discovery">;
  readonly features: ModelFeatures;
  readonly strict: StrictChoice;
}

/**
 * The tools of a request and the messages that fit them. The definitions of the pool come first, always with the same
 * bytes; behind them stand the tools the model has found, in the order it found them. Every tool a message refers to is
 * defined; one that is gone is said to be gone. Where the model takes no references, words stand in their place.
 */
export function requestTools(needs: RequestToolsNeeds): Pick<ModelRequest, "tools" | "messages"> {
  const { pool, transcript, features } = needs;
  const strict = features.strictTools ? needs.strict : "off";
  const { names, unreferenced } = transcript.discovery;
  const messages = [...transcript.messages];
  if (names.size === 0) return { tools: markStrict(pool.definitions, strict), messages };
  const found = [...names].filter((name) => pool.isDeferred(name));
  const tools = found.flatMap((name): readonly ToolDefinition[] => {
    const definition = pool.definitionOf(name);
    if (definition === undefined) return [];
    return [features.toolReferences && !unreferenced.has(name) ? deferred(definition) : definition];
  });
  const partFor = (name: string): ResultContent | undefined => {
    const isUsable = pool.find(name) !== undefined;
    if (isUsable && features.toolReferences) return undefined;
    const definition = isUsable ? pool.definitionOf(name) : undefined;
    const text = definition ? texts.referencedTool(JSON.stringify(definition)) : texts.referenceGone(name);
    return { type: "text", text };
  };
  return {
    tools: markStrict([...pool.definitions, ...tools], strict),
    messages: messages.map((message) => withParts(message, partFor)),
  };
}

const deferredForms = new WeakMap<ToolDefinition, ToolDefinition>();

/** The same object for the same definition, so that its bytes are the same. */
function deferred(definition: ToolDefinition): ToolDefinition {
  const known = deferredForms.get(definition);
  if (known) return known;
  const form = Object.freeze({ ...definition, defer_loading: true as const });
  deferredForms.set(definition, form);
  return form;
}

/** The message with another part in place of each reference that has one. */
function withParts(message: Message, partFor: (name: string) => ResultContent | undefined): Message {
  if (message.role !== "user" || !referencesIn(message).some((name) => partFor(name))) return message;
  const content = message.content.map((block): UserBlock => {
    if (block.type !== "tool_result" || typeof block.content === "string") return block;
    const parts = block.content.map((part) =>
      part.type === "tool_reference" ? (partFor(part.tool_name) ?? part) : part,
    );
    return { ...block, content: parts };
  });
  return { role: "user", content };
}
