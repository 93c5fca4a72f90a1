import { signedMediaType } from "@gauntlet/core";
import { charsetOfMark } from "./charset.ts";

/** How a body is shown. */
export type BodyKind = "html" | "json" | "text" | "file";

/** The media type of a `content-type` header, without its parameters; "" when there is none. */
export const mediaTypeOf = (contentType: string): string =>
  (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();

/**
 * Judges a body: by its bytes whether it is text at all, whatever the header says, then by the header what text it is.
 * @param head the first `SNIFF_BYTES`, or all of a shorter one.
 */
export function kindOfBody(contentType: string, head: Buffer): BodyKind {
  if (isPdf(head) || (charsetOfMark(head) === undefined && holdsBinary(head))) return "file";
  const mediaType = mediaTypeOf(contentType);
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType)) return "html";
  if (/^(?:application|text)\/(?:[\w.+-]+\+)?json$/.test(mediaType)) return "json";
  if (/^(?:|application\/octet-stream|unknown\/unknown)$/.test(mediaType) && beginsAsHtml(head))
    return "html";
  return "text";
}

/** @source WHATWG MIME Sniffing, "binary data byte" */
function holdsBinary(head: Buffer): boolean {
  return head.some((byte) => byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x20 && byte !== 0x1b));
}

const isPdf = (head: Buffer): boolean => signedMediaType(head) === "application/pdf";

const beginsAsHtml = (head: Buffer): boolean =>
  /^\s*(?:<!--.{0,500}?-->\s*)?<(?:!doctype html|html|head|body)[\s>]/is.test(
    head.toString("latin1", 0, 1_024),
  );

/** As latin1. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ["png", "\x89PNG\r\n"],
  ["jpg", "\xff\xd8\xff"],
  ["gif", "GIF8"],
  ["zip", "PK\x03\x04"],
  ["gz", "\x1f\x8b"],
];

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ["application/gzip", "gz"],
  ["application/zip", "zip"],
  ["audio/mpeg", "mp3"],
  ["image/jpeg", "jpg"],
  ["image/vnd.microsoft.icon", "ico"],
  ["image/x-icon", "ico"],
  ["video/quicktime", "mov"],
]);

/** The ending for a file: by its first bytes, by the type the server named, by its URL; `bin` when nothing tells. */
export function extensionOf(head: Buffer, contentType: string, url: string): string {
  if (isPdf(head)) return "pdf";
  const start = head.toString("latin1", 0, 16);
  const signed = SIGNATURES.find(([, signature]) => start.startsWith(signature))?.[0];
  if (signed !== undefined) return signed;
  const mediaType = mediaTypeOf(contentType);
  const known =
    EXTENSIONS.get(mediaType) ?? /^(?:image|audio|video|font)\/([a-z0-9]{2,5})$/.exec(mediaType)?.[1];
  return known ?? /\.([a-z0-9]{1,6})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? "bin";
}

/** Whether a file with this ending can be shown to a model. */
export const isShowable = (extension: string): boolean =>
  /^(?:pdf|png|jpg|jpeg|gif|webp|tiff?|avif|bmp|heic)$/.test(extension);
