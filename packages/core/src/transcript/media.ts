import type { DocumentBlock, ImageBlock, Message, TextBlock } from "../contract/message.ts";
import { SIGNATURE_BYTES, signedMediaType } from "./media-signature.ts";

/** What a model server takes in one request. Bytes are those of the base64 text, which is what is sent. */
export const MEDIA_LIMITS = Object.freeze({
  /** Images and documents. */
  count: 100,
  /** Bytes of one image. */
  imageBytes: 5 * 1024 ** 2,
  /** Bytes of all of them; a whole request may have 32 MiB. */
  totalBytes: 24 * 1024 ** 2,
});

const SIGNATURE_CHARS = Math.ceil(SIGNATURE_BYTES / 3) * 4;
const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"];

export type MediaBlock = ImageBlock | DocumentBlock;

export function isMedia(block: { readonly type: string }): block is MediaBlock {
  return block.type === "image" || block.type === "document";
}

/** Bytes a medium takes in a request; 0 for one that is only referred to. */
export function mediaBytes({ source }: MediaBlock): number {
  return typeof source?.data === "string" ? source.data.length : 0;
}

/** Why a model server would refuse this one; undefined when it would not. */
export function mediaFault(block: MediaBlock): string | undefined {
  const { source } = block;
  if (typeof source !== "object" || source === null) return `${block.type} without a source`;
  if (source.type !== "base64") return undefined;
  if (typeof source.data !== "string" || source.data === "") return `empty ${block.type}`;
  // A server takes no word for it, and refuses the whole request.
  const signed = signedMediaType(Buffer.from(source.data.slice(0, SIGNATURE_CHARS), "base64"));
  if (block.type === "document")
    return signed === "application/pdf" ? undefined : "document that is not a PDF";
  if (!IMAGE_TYPES.includes(source.media_type)) return `image of the type \`${source.media_type}\``;
  if (signed !== source.media_type) return `image that is not \`${source.media_type}\``;
  return source.data.length > MEDIA_LIMITS.imageBytes ? "image above 5 MiB" : undefined;
}

/** Why a model server would refuse all of these together; undefined when it would not. */
export function mediaExcess(count: number, bytes: number): string | undefined {
  if (count > MEDIA_LIMITS.count) return `it has ${count} images and documents, above ${MEDIA_LIMITS.count}`;
  if (bytes <= MEDIA_LIMITS.totalBytes) return undefined;
  return `its images and documents have ${bytes} bytes, above ${MEDIA_LIMITS.totalBytes}`;
}

/** The text that stands where a medium was. */
export function mediaText(block: MediaBlock, why: string): TextBlock {
  const type = typeof block.source?.media_type === "string" ? block.source.media_type : "unknown type";
  return { type: "text", text: `[${block.type}: ${type}, ${mediaBytes(block)} bytes, left out: ${why}]` };
}

/** Every medium of a message: in its content, and as part of a result. */
export function mediaIn(message: Message): readonly FoundMedia[] {
  if (message.role !== "user") return [];
  return message.content.flatMap((block, at): FoundMedia[] => {
    if (isMedia(block)) return [{ media: block, block: at }];
    if (block.type !== "tool_result" || typeof block.content === "string") return [];
    return block.content.flatMap((part, index) =>
      isMedia(part) ? [{ media: part, block: at, part: index }] : [],
    );
  });
}

/** A medium and its place in a message. */
export interface FoundMedia {
  readonly media: MediaBlock;
  readonly block: number;
  readonly part?: number;
}
