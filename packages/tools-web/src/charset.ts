import { isUtf8 } from "node:buffer";
import { Parser } from "htmlparser2";

/** Where a page may say what its charset is. @source WHATWG HTML, "prescan a byte stream" */
const PRESCAN_BYTES = 1_024;

/** What is known about a body before it is decoded. */
export interface BodyClaims {
  /** Value of the header `content-type`; "" when there is none. */
  readonly contentType: string;
  readonly isHtml: boolean;
}

/** A text and the charset it was written in. */
export interface DecodedText {
  readonly text: string;
  /** WHATWG name in lower case. */
  readonly charset: string;
}

/**
 * Decodes a body as browsers do: a byte order mark counts first, then the header, then what a page says of itself; a name
 * nobody knows counts as none. Without any it is UTF-8 where it is valid as such, else windows-1252.
 */
export function decodeBody(bytes: Buffer, { contentType, isHtml }: BodyClaims): DecodedText {
  const declared =
    charsetOfMark(bytes) ??
    knownCharset(/charset\s*=\s*["']?\s*([^\s;"']+)/i.exec(contentType)?.[1]) ??
    (isHtml ? charsetOfPage(bytes) : undefined);
  if (declared !== undefined) return decodeAs(bytes, declared);
  return isUtf8Text(bytes) ? decodeAs(bytes, "utf-8") : decodeAs(bytes, "windows-1252");
}

const decodeAs = (bytes: Buffer, charset: string): DecodedText => ({
  text: new TextDecoder(charset).decode(bytes),
  charset,
});

/** The charset that a byte order mark stands for. */
export function charsetOfMark(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

function knownCharset(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** What the `meta` elements at the beginning say. */
function charsetOfPage(bytes: Buffer): string | undefined {
  let found: string | undefined;
  const parser = new Parser({
    onopentag(name, { charset, content = "", "http-equiv": kind = "" }) {
      if (name !== "meta") return;
      const inContent = /^content-type$/i.test(kind)
        ? /charset\s*=\s*["']?\s*([^\s;"']+)/i.exec(content)?.[1]
        : undefined;
      found ??= knownCharset(charset ?? inContent);
    },
  });
  parser.end(bytes.toString("latin1", 0, PRESCAN_BYTES));
  // It could be read byte by byte so far, so it is none of these, whatever it says.
  return found?.startsWith("utf-16") ? "utf-8" : found;
}

/** A character that is cut off at the end of the bytes is no fault: a long body is read in part. */
function isUtf8Text(bytes: Buffer): boolean {
  const cut = /[\xc2-\xf4][\x80-\xbf]{0,2}$/.exec(bytes.toString("latin1", Math.max(0, bytes.length - 3)));
  return isUtf8(bytes.subarray(0, bytes.length - (cut?.[0].length ?? 0))) || isUtf8(bytes);
}
