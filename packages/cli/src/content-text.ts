import type { ResultBlock } from "@gauntlet/core";

/** A result as text for a person: its texts, and a note in place of everything else. */
export function contentText(content: ResultBlock["content"]): string {
  if (typeof content === "string") return content;
  return content
    .map((part) => {
      if (part.type === "text") return part.text;
      if (part.type === "tool_reference") return `[tool: ${part.tool_name}]`;
      const bytes = Buffer.byteLength(part.source.data, "base64");
      return `[${part.type}: ${part.source.media_type}, ${bytes} bytes]`;
    })
    .join("\n");
}
