import { isJsonObject } from "@gauntlet/core";

type Fields = Readonly<Record<string, unknown>>;

const MAX_BREAKPOINTS = 4;
const MAX_STRICT_TOOLS = 20;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const TOOL_USE_ID = /^[a-zA-Z0-9_-]+$/;

/** Members the API takes; anything else in these blocks is something of ours that leaked. */
const BLOCK_KEYS: Readonly<Record<string, readonly string[]>> = {
  text: ["type", "text", "citations", "cache_control"],
  tool_use: ["type", "id", "name", "input", "caller", "cache_control"],
  tool_result: ["type", "tool_use_id", "content", "is_error", "cache_control"],
  thinking: ["type", "thinking", "signature"],
  redacted_thinking: ["type", "data"],
};

/** Texts without which the API refuses a block. */
const NEEDED_TEXTS: Readonly<Record<string, readonly string[]>> = {
  thinking: ["thinking", "signature"],
  redacted_thinking: ["data"],
};

/**
 * Judges a request body as the Messages API does, as far as pairing, order, emptiness, names, signatures, characters,
 * deferred tools, the limits of strict ones and cache breakpoints go.
 * @returns what is wrong with it, or nothing.
 */
export function requestProblem(body: unknown): string | undefined {
  if (!isJsonObject(body)) return "the body is not a JSON object";
  const { messages, model, max_tokens: maxTokens } = body;
  if (typeof model !== "string" || model === "") return "model: field required";
  if (!Number.isInteger(maxTokens) || (maxTokens as number) < 1) return "max_tokens: must be 1 or more";
  if (!Array.isArray(messages) || messages.length === 0) return "messages: at least one message is required";
  return (
    characterProblem(body) ??
    toolsProblem(listOf(body["tools"])) ??
    firstOf(listOf(body["system"]), (block) => textProblem(block, "system")) ??
    firstOf(messages, (message, index) => messageProblem(message, `messages.${index}`)) ??
    orderProblem(messages as Fields[]) ??
    pairingProblem(messages as Fields[]) ??
    referenceProblem(messages as Fields[], listOf(body["tools"])) ??
    breakpointProblem(body)
  );
}

/** Half of a surrogate pair can be written in JSON, but is no character. */
function characterProblem(value: unknown): string | undefined {
  if (typeof value === "string")
    return value.isWellFormed()
      ? undefined
      : "the request body is not valid JSON: no low surrogate in string";
  if (Array.isArray(value)) return firstOf(value, characterProblem);
  return isJsonObject(value) ? firstOf(Object.entries(value).flat(), characterProblem) : undefined;
}

function toolsProblem(tools: readonly unknown[]): string | undefined {
  const names = new Set<string>();
  if (tools.length > 0 && tools.every((tool) => fieldsOf(tool)["defer_loading"] === true))
    return "tools: at least one tool must have defer_loading=false";
  if (tools.filter((tool) => fieldsOf(tool)["strict"] === true).length > MAX_STRICT_TOOLS)
    return `tools: at most ${MAX_STRICT_TOOLS} strict tools are supported`;
  return firstOf(tools, (tool, index) => {
    const { name, input_schema: schema, defer_loading: deferred, cache_control: breakpoint } = fieldsOf(tool);
    if (deferred === true && breakpoint !== undefined)
      return `tools.${index}: cache_control cannot be set for a tool with defer_loading`;
    if (typeof name !== "string" || !TOOL_NAME.test(name))
      return `tools.${index}.name: must match ${TOOL_NAME}`;
    if (names.has(name)) return `tools: tool names must be unique: ${name}`;
    names.add(name);
    if (isServerTool(tool)) return serverToolProblem(fieldsOf(tool), `tools.${index}`);
    return fieldsOf(schema)["type"] === "object"
      ? undefined
      : `tools.${index}.input_schema.type: must be object`;
  });
}

/** Tools that the server runs itself have a dated type and a schema of their own. */
const isServerTool = (tool: unknown): boolean => /_\d{8}$/.test(String(fieldsOf(tool)["type"]));

function serverToolProblem(tool: Fields, where: string): string | undefined {
  if (tool["input_schema"] !== undefined) return `${where}.input_schema: extra inputs are not permitted`;
  return tool["allowed_domains"] !== undefined && tool["blocked_domains"] !== undefined
    ? `${where}: only one of allowed_domains and blocked_domains can be specified`
    : undefined;
}

function messageProblem(message: unknown, where: string): string | undefined {
  const { role, content, ...rest } = fieldsOf(message);
  if (role !== "user" && role !== "assistant") return `${where}.role: must be user or assistant`;
  const extra = Object.keys(rest)[0];
  if (extra !== undefined) return `${where}.${extra}: extra inputs are not permitted`;
  if (typeof content === "string")
    return content.trim() === "" ? `${where}: text must be non-empty` : undefined;
  if (!Array.isArray(content) || content.length === 0) return `${where}: content must be non-empty`;
  return firstOf(content, (block, index) => blockProblem(block, role, `${where}.content.${index}`));
}

function blockProblem(block: unknown, role: string, where: string): string | undefined {
  const fields = fieldsOf(block);
  const { type } = fields;
  if (typeof type !== "string") return `${where}.type: field required`;
  const keys = BLOCK_KEYS[type];
  const extra = keys && Object.keys(fields).find((key) => !keys.includes(key));
  if (extra !== undefined) return `${where}.${type}.${extra}: extra inputs are not permitted`;
  const missing = NEEDED_TEXTS[type]?.find((key) => typeof fields[key] !== "string");
  if (missing !== undefined) return `${where}.${type}.${missing}: field required`;
  if (type === "text") return textProblem(fields, where);
  if (type === "tool_use") {
    if (role !== "assistant") return `${where}: tool_use blocks belong to assistant messages`;
    if (!TOOL_USE_ID.test(String(fields["id"]))) return `${where}.tool_use.id: must match ${TOOL_USE_ID}`;
    if (!TOOL_NAME.test(String(fields["name"]))) return `${where}.tool_use.name: must match ${TOOL_NAME}`;
    if (!isJsonObject(fields["input"])) return `${where}.tool_use.input: must be an object`;
  }
  if (type === "tool_result") {
    if (role !== "user") return `${where}: tool_result blocks belong to user messages`;
    return resultProblem(fields, where);
  }
  return undefined;
}

function resultProblem({ content, is_error: isError }: Fields, where: string): string | undefined {
  const blocks = listOf(content);
  if (isError === true) {
    if (content === undefined || content === "" || (Array.isArray(content) && content.length === 0))
      return `${where}.tool_result: content cannot be empty if is_error is true`;
    if (blocks.some((block) => fieldsOf(block)["type"] !== "text"))
      return `${where}.tool_result: all content must be text if is_error is true`;
  }
  return firstOf(blocks, (block, index) => textProblem(block, `${where}.tool_result.content.${index}`));
}

function textProblem(block: unknown, where: string): string | undefined {
  const { type, text, cache_control: breakpoint } = fieldsOf(block);
  if (type !== "text") return undefined;
  if (typeof text !== "string") return `${where}.text: must be a string`;
  if (text.trim() !== "") return undefined;
  return breakpoint === undefined
    ? `${where}: text content blocks must be non-empty`
    : `${where}: cache_control cannot be set for empty text blocks`;
}

function orderProblem(messages: readonly Fields[]): string | undefined {
  if (messages[0]?.["role"] !== "user") return "messages: the first message must have the role user";
  const seen = new Set<unknown>();
  return firstOf(messages.flatMap(blocksOf), (block) => {
    const { type, id } = block as Fields;
    if (type !== "tool_use") return undefined;
    if (seen.has(id)) return `messages: tool_use ids must be unique: ${id}`;
    seen.add(id);
    return undefined;
  });
}

/** Every tool use has its one result in the very next message, before anything else in it. */
function pairingProblem(messages: readonly Fields[]): string | undefined {
  return firstOf([...messages, {}], (message, index) => {
    const asked = idsIn(messages[index - 1] ?? {}, "tool_use", "id");
    const answered = idsIn(message as Fields, "tool_result", "tool_use_id");
    const stray = answered.find((id) => !asked.includes(id));
    if (stray !== undefined)
      return `messages.${index}: tool_result without a tool_use in the previous message: ${stray}`;
    const twice = answered.find((id, at) => answered.indexOf(id) !== at);
    if (twice !== undefined) return `messages.${index}: more than one tool_result for the tool_use ${twice}`;
    const missing = asked.filter((id) => !answered.includes(id));
    if (missing.length > 0)
      return `messages.${index - 1}: tool_use ids without tool_result blocks immediately after: ${missing.join(", ")}`;
    const kinds = blocksOf(message as Fields).map((block) => block["type"] === "tool_result");
    return kinds.lastIndexOf(true) >= answered.length
      ? `messages.${index}: tool_result blocks must come first in their message`
      : undefined;
  });
}

/** Every tool that a result refers to, however long ago, is defined. */
function referenceProblem(messages: readonly Fields[], tools: readonly unknown[]): string | undefined {
  const defined = new Set(tools.map((tool) => fieldsOf(tool)["name"]));
  const parts = messages.flatMap(blocksOf).flatMap((block) => listOf(block["content"]).map(fieldsOf));
  const missing = parts.find(({ type, tool_name }) => type === "tool_reference" && !defined.has(tool_name));
  return missing && `tool reference '${missing["tool_name"]}' not found in available tools`;
}

function breakpointProblem(body: Fields): string | undefined {
  const count = countBreakpoints([body["tools"], body["system"], body["messages"]]);
  return count > MAX_BREAKPOINTS
    ? `at most ${MAX_BREAKPOINTS} blocks with cache_control may be provided, found ${count}`
    : undefined;
}

/** Does not look into schemas and inputs, where the word would be data. */
function countBreakpoints(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countBreakpoints(item), 0);
  if (!isJsonObject(value)) return 0;
  return (value["cache_control"] ? 1 : 0) + countBreakpoints(value["content"]);
}

const idsIn = (message: Fields, type: string, key: string): string[] =>
  blocksOf(message)
    .filter((block) => block["type"] === type)
    .map((block) => String(block[key]));

const blocksOf = (message: Fields): readonly Fields[] => listOf(message["content"]).map(fieldsOf);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const fieldsOf = (value: unknown): Fields => (isJsonObject(value) ? value : {});

function firstOf<T>(
  items: readonly T[],
  judge: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const problem = judge(item, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
