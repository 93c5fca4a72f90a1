/** The two ends of a text that is too large to show. */
export interface HeadTail {
  readonly head: string;
  readonly tail: string;
}

/** What a preview is made of. */
export interface PreviewParts {
  /** Beginning of the text; may be longer than what is shown. */
  readonly head: Uint8Array | string;
  /** End of the text, not overlapping `head` where they are shown; may be longer than what is shown. */
  readonly tail: Uint8Array | string;
  /** Size of the whole text. */
  readonly totalBytes: number;
  /** File that holds the text; left out when there is none. */
  readonly path?: string | undefined;
  /** Bytes of head and tail together. Default 2,000. */
  readonly previewBytes?: number;
  /** How much of the text the file holds, from its beginning. Default: all of it. */
  readonly storedBytes?: number;
  /** Why the file does not hold everything, as a clause without a full stop. */
  readonly problem?: string | undefined;
}

/** Bytes of head and tail together, where nobody says how many. */
export const DEFAULT_PREVIEW_BYTES = 2_000;
const NEWLINE = 0x0a;

/**
 * Shows the beginning and the end of a text with a note between them: how much is missing, where it is, how to read on.
 * Cuts fall between characters, between lines where one ends near; valid UTF-8 stays valid.
 * @returns at most `previewBytes` of the text, plus the note.
 */
export function previewText(parts: PreviewParts): string {
  const { previewBytes = DEFAULT_PREVIEW_BYTES } = parts;
  const [head, tail] = [toBuffer(parts.head), toBuffer(parts.tail)];
  const headBytes = Math.max(Math.ceil(previewBytes / 2), previewBytes - tail.length);
  const first = cutHead(head, headBytes);
  const last = cutTail(tail, previewBytes - Math.min(head.length, headBytes));
  const omitted = Math.max(0, parts.totalBytes - first.length - last.length);
  const gap = first.length === 0 || first.at(-1) === NEWLINE ? "\n" : "\n\n";
  return `${first.toString("utf8")}${gap}${note(parts, omitted)}\n\n${last.toString("utf8")}`;
}

/**
 * Takes the two ends of a text, cut as `previewText` cuts.
 * @param bytes size of head and tail together.
 * @returns the whole text as `head` when it fits.
 */
export function splitHeadTail(text: string, bytes: number): HeadTail {
  const all = Buffer.from(text, "utf8");
  if (all.length <= bytes) return { head: all.toString("utf8"), tail: "" };
  const headBytes = Math.ceil(bytes / 2);
  return {
    head: cutHead(all, headBytes).toString("utf8"),
    tail: cutTail(all, bytes - headBytes).toString("utf8"),
  };
}

function note(
  { totalBytes, path, storedBytes = totalBytes, problem }: PreviewParts,
  omitted: number,
): string {
  const why = problem === undefined ? "" : ` (${problem})`;
  const missing = `${count(omitted)} of ${count(totalBytes)} bytes are left out here.`;
  const more = "To see more, read that file in parts or search in it.";
  if (path === undefined) return `[${missing} They could not be stored${why}.]`;
  if (storedBytes >= totalBytes) return `[${missing} The whole text is in the file \`${path}\`. ${more}]`;
  return `[${missing} The file \`${path}\` holds the first ${count(storedBytes)} bytes; the rest is not stored${why}. ${more}]`;
}

function cutHead(bytes: Buffer, max: number): Buffer {
  if (bytes.length <= max) return bytes;
  let end = max;
  while (end > 0 && max - end < 3 && isContinuation(bytes[end])) end -= 1;
  const lineEnd = end === 0 ? 0 : bytes.lastIndexOf(NEWLINE, end - 1) + 1;
  return bytes.subarray(0, lineEnd >= end / 2 ? lineEnd : end);
}

function cutTail(bytes: Buffer, max: number): Buffer {
  if (bytes.length <= max) return bytes;
  const earliest = bytes.length - max;
  let start = earliest;
  while (start - earliest < 3 && isContinuation(bytes[start])) start += 1;
  if (bytes[start - 1] === NEWLINE) return bytes.subarray(start);
  const lineStart = bytes.indexOf(NEWLINE, start) + 1;
  const near = lineStart > 0 && lineStart < bytes.length && lineStart - start <= max / 2;
  return bytes.subarray(near ? lineStart : start);
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

const toBuffer = (part: Uint8Array | string): Buffer =>
  typeof part === "string"
    ? Buffer.from(part, "utf8")
    : Buffer.from(part.buffer, part.byteOffset, part.byteLength);

// Without `toLocaleString`, whose first use loads the whole locale data.
const count = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
