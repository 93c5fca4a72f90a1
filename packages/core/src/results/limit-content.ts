import type { ResultBlock } from "../contract/message.ts";
import { messageOf } from "../errors.ts";
import { previewText, splitHeadTail } from "./preview.ts";

interface Limit {
  readonly maxBytes: number;
  readonly previewBytes: number;
  /** Stores the whole text and gives the path of the file. */
  spill(text: string): Promise<string>;
}

/** Content within its limit, or with its texts spilled to a file and previewed. Images and documents stay. */
export async function limitContent(
  content: ResultBlock["content"],
  limit: Limit,
): Promise<ResultBlock["content"]> {
  if (textBytes(content) <= limit.maxBytes) return content;
  if (typeof content === "string") return preview(content, limit);
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return [
    { type: "text", text: await preview(text, limit) },
    ...content.filter((part) => part.type !== "text"),
  ];
}

/** Bytes of text in a result; images and documents are counted by their own limits. */
export function textBytes(content: ResultBlock["content"]): number {
  if (typeof content === "string") return Buffer.byteLength(content);
  return content.reduce((sum, part) => sum + (part.type === "text" ? Buffer.byteLength(part.text) : 0), 0);
}

/** Stores a text and gives its preview; where it cannot be stored the preview says so. */
export async function preview(
  text: string,
  { previewBytes, spill }: Omit<Limit, "maxBytes">,
): Promise<string> {
  const parts = { ...splitHeadTail(text, previewBytes), totalBytes: Buffer.byteLength(text), previewBytes };
  try {
    return previewText({ ...parts, path: await spill(text) });
  } catch (thrown) {
    // The call is over; a full disk must not take its result from the model.
    return previewText({ ...parts, problem: messageOf(thrown) });
  }
}
