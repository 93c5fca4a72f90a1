import { kindOfBody } from "./body-kind.ts";
import { type DecodedText, decodeBody } from "./charset.ts";
import { convertHtml } from "./html/convert-html.ts";
import { layOutJson } from "./json-layout.ts";
import { MAX_ERROR_BYTES, MAX_ERROR_CHARS, MAX_HTML_BYTES, MAX_TEXT_BYTES } from "./limits.ts";
import { messages } from "./messages.ts";
import type { BodyReader } from "./read-body.ts";

/** A body that is a text, and what is known of it. */
export interface TextBody {
  readonly reader: BodyReader;
  readonly head: Buffer;
  /** Value of the header `content-type`. */
  readonly contentType: string;
  readonly url: string;
  readonly signal: AbortSignal;
}

/** A text as the model gets it. */
export interface BodyText {
  readonly text: string;
  /** Size as it was read, decompressed. */
  readonly bytes: number;
  readonly notes: readonly string[];
}

/** Reads a body that is a text: HTML becomes Markdown, JSON in one line is laid out, other text stays as it is. */
export async function textOfBody({ reader, head, contentType, url, signal }: TextBody): Promise<BodyText> {
  const kind = kindOfBody(contentType, head);
  const maxBytes = kind === "html" ? MAX_HTML_BYTES : MAX_TEXT_BYTES;
  const { bytes, isCut } = await reader.upTo(maxBytes);
  const decoded = decodeBody(bytes, { contentType, isHtml: kind === "html" });
  const general = [
    ...(isCut ? [messages.cut(maxBytes)] : []),
    ...(decoded.charset === "utf-8" ? [] : [messages.charset(decoded.charset)]),
  ];
  const shaped = await shapedText(decoded, { kind, url, signal });
  const text = shaped.text.trim() === "" ? emptyText(kind, bytes) : shaped.text;
  return { text, bytes: bytes.length, notes: [...general, ...shaped.notes] };
}

type Shaped = Pick<BodyText, "text" | "notes">;

async function shapedText(
  { text }: DecodedText,
  { kind, url, signal }: { readonly kind: string } & Pick<TextBody, "url" | "signal">,
): Promise<Shaped> {
  if (kind === "html") {
    const { markdown, notes } = await convertHtml(text, url, signal);
    return { text: markdown, notes };
  }
  return kind === "json" ? jsonText(text) : { text, notes: [] };
}

function jsonText(text: string): Shaped {
  try {
    JSON.parse(text);
  } catch (thrown) {
    return { text, notes: [messages.badJson((thrown as Error).message.slice(0, 100))] };
  }
  return { text: text.trim().includes("\n") ? text : layOutJson(text), notes: [] };
}

const emptyText = (kind: string, bytes: Buffer): string =>
  kind === "html" && bytes.length > 0 ? messages.noReadable : messages.noContent;

/** The beginning of what an error reply says; "" when it says nothing that can be read. Never throws. */
export async function bodyOfError(body: Omit<TextBody, "head">): Promise<string> {
  try {
    const { bytes } = await body.reader.upTo(MAX_ERROR_BYTES);
    const kind = kindOfBody(body.contentType, bytes);
    if (kind === "file") return "";
    const decoded = decodeBody(bytes, { contentType: body.contentType, isHtml: kind === "html" });
    const { text } = await shapedText(decoded, { kind, url: body.url, signal: body.signal });
    const shown = text.trim();
    return shown.length > MAX_ERROR_CHARS ? `${shown.slice(0, MAX_ERROR_CHARS)}…` : shown;
  } catch {
    return "";
  }
}
