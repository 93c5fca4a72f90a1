import type { ToolDefinition } from "../contract/definition.ts";
import type { Message } from "../contract/message.ts";
import type { ModelRequest } from "./port.ts";

const BREAKPOINT = Object.freeze({ type: "ephemeral" });

/** A request in the shape of the Messages API. */
export interface RequestBody {
  readonly model: string;
  readonly max_tokens: number;
  readonly stream: true;
  readonly tools?: readonly object[];
  readonly system?: readonly object[];
  readonly messages: readonly Message[];
  readonly tool_choice?: { readonly type: "none" };
}

/**
 * Puts a request into wire shape and marks what the server may cache: the tools, the system text, and the
 * conversation up to its last block, so at most three breakpoints of the four the API takes. Tools and system come
 * out byte for byte the same for the same request parts. Nothing given is changed; of the messages only the last
 * one is copied.
 */
export function toRequestBody(request: ModelRequest): RequestBody {
  const { system, tools, messages, serverTools = [] } = request;
  return {
    model: request.model,
    max_tokens: request.maxTokens,
    stream: true,
    ...(tools.length + serverTools.length === 0 ? {} : { tools: [...wireTools(tools), ...serverTools] }),
    ...(system.trim() === "" ? {} : { system: [{ type: "text", text: system, cache_control: BREAKPOINT }] }),
    messages: markedMessages(messages),
    ...(request.mayUseTools === false && tools.length > 0 && { tool_choice: { type: "none" as const } }),
  };
}

/** What of a request its tokens are counted by. */
export function toCountBody(request: ModelRequest): Omit<RequestBody, "max_tokens" | "stream"> {
  const { max_tokens: _, stream: __, ...counted } = toRequestBody(request);
  return counted;
}

/** The last definition that is not deferred ends what the server caches: deferred ones are not part of it. */
function wireTools(tools: readonly ToolDefinition[]): readonly object[] {
  const last = tools.findLastIndex(({ defer_loading }) => !defer_loading);
  return tools.map(({ name, description, input_schema, defer_loading, strict }, index) => ({
    name,
    description,
    input_schema,
    ...(strict && { strict }),
    ...(defer_loading && { defer_loading }),
    ...(index === last && { cache_control: BREAKPOINT }),
  }));
}

/** Breakpoints that come with a message (from a foreign transcript) are dropped: the API counts them all. */
function markedMessages(messages: readonly Message[]): readonly Message[] {
  const marked = messages.map(withoutBreakpoints);
  const last = marked.at(-1);
  if (last !== undefined) marked[marked.length - 1] = withBreakpoint(last);
  return marked;
}

type Block = Message["content"][number];

function withoutBreakpoints(message: Message): Message {
  if (!message.content.some((block) => "cache_control" in block)) return message;
  const content = message.content.map((block) => {
    const { cache_control: _, ...rest } = block as Block & { cache_control?: unknown };
    return rest;
  });
  return { ...message, content } as Message;
}

function withBreakpoint(message: Message): Message {
  const at = message.content.findLastIndex((block) => takesBreakpoint(block));
  if (at === -1) return message;
  const content: object[] = [...message.content];
  content[at] = { ...message.content[at], cache_control: BREAKPOINT };
  return { ...message, content } as unknown as Message;
}

/** The API refuses a breakpoint on a thinking block and on an empty text. */
function takesBreakpoint(block: Block): boolean {
  if (block.type === "thinking" || block.type === "redacted_thinking") return false;
  return block.type !== "text" || (block as { text: string }).text.trim() !== "";
}
