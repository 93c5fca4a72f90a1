import type { ResultBlock, ResultContent } from "../contract/message.ts";

/**
 * A copy of the content of a result with nothing in it but what can be sent and journalled: other members of a part
 * would have every later request of the session refused.
 * @returns undefined for what is neither a text nor a list of parts that are known.
 */
export function sealContent(given: unknown): ResultBlock["content"] | undefined {
  if (typeof given === "string") return given;
  if (!Array.isArray(given)) return undefined;
  const parts: ResultContent[] = [];
  for (const part of given as readonly unknown[]) {
    const sealed = sealPart(part);
    if (sealed === undefined) return undefined;
    parts.push(sealed);
  }
  return parts;
}

function sealPart(part: unknown): ResultContent | undefined {
  if (typeof part !== "object" || part === null) return undefined;
  const { type, text, source, tool_name: name } = part as Readonly<Record<string, unknown>>;
  if (type === "text") return typeof text === "string" ? { type, text } : undefined;
  if (type === "tool_reference") return typeof name === "string" ? { type, tool_name: name } : undefined;
  if (type !== "image" && type !== "document") return undefined;
  const sealed = sealSource(source);
  return sealed && ({ type, source: sealed } as ResultContent);
}

/** Members of a source, of whichever type it is. */
const SOURCE_MEMBERS = ["type", "media_type", "data", "url", "file_id"];

function sealSource(source: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof source !== "object" || source === null) return undefined;
  const known = Object.entries(source).filter(([member]) => SOURCE_MEMBERS.includes(member));
  return known.every(([, value]) => typeof value === "string") ? Object.fromEntries(known) : undefined;
}
