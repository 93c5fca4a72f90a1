import type { Message } from "../../src/index.ts";

export const text = (words: string) => ({ type: "text", text: words }) as const;
export const use = (id: string, name = "T") => ({ type: "tool_use", id, name, input: {} }) as const;
export const result = (id: string, content: unknown = `of ${id}`) =>
  ({ type: "tool_result", tool_use_id: id, content }) as const;
export const reference = (tool_name: string) => ({ type: "tool_reference", tool_name }) as const;

/** A picture of so many bytes in a request. */
export const picture = (bytes = 12) =>
  ({
    type: "image",
    source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgoA".padEnd(bytes, "A") },
  }) as const;

export const user = (...content: unknown[]) => ({ role: "user", content }) as Message;
export const assistant = (...content: unknown[]) => ({ role: "assistant", content }) as Message;
