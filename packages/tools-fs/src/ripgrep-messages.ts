// A message grows with the line it reports; beyond this size only its start, which names the file, is kept.
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
const KEPT_BYTES = 64 * 1024;

/** A match or a line around one. */
export interface LineMessage {
  readonly isMatch: boolean;
  /** Path as ripgrep names it, `./` and below. */
  readonly path: string;
  /** One line with its end, or several for a match across lines. */
  readonly lines: Buffer;
  /** 1-based number of the first line. */
  readonly lineNumber: number;
  /** Byte offsets of the matches into `lines`. */
  readonly hits: readonly { readonly start: number; readonly end: number }[];
  /** The message was too large; `lines` is empty. */
  readonly isTooLong: boolean;
}

type Text = { readonly text: string } | { readonly bytes: string };

/** Reads ripgrep's JSON lines in bounded memory. @returns a taker of chunks; false when `onLine` wants no more. */
export function createMessageReader(onLine: (message: LineMessage) => boolean): (chunk: Buffer) => boolean {
  let pieces: Buffer[] = [];
  let [size, skipped] = [0, false];

  function take(part: Buffer): void {
    size += part.length;
    if (skipped) return;
    pieces.push(part);
    if (size <= MAX_MESSAGE_BYTES) return;
    skipped = true;
    pieces = [Buffer.from(Buffer.concat(pieces).subarray(0, KEPT_BYTES))];
  }

  function finish(): boolean {
    const text = Buffer.concat(pieces).toString("utf8");
    const message = skipped ? tooLongMessage(text) : lineMessage(text);
    [pieces, size, skipped] = [[], 0, false];
    return message === undefined || onLine(message);
  }

  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, at));
      from = at + 1;
      if (!finish()) return false;
    }
    if (from < chunk.length) take(chunk.subarray(from));
    return true;
  };
}

function lineMessage(text: string): LineMessage | undefined {
  const { type, data } = JSON.parse(text) as {
    type: string;
    data: {
      path: Text;
      lines: Text;
      line_number: number | null;
      submatches: { start: number; end: number }[];
    };
  };
  if (type !== "match" && type !== "context") return undefined;
  return {
    isMatch: type === "match",
    path: bytesOf(data.path).toString("utf8"),
    lines: bytesOf(data.lines),
    lineNumber: data.line_number ?? 1,
    hits: data.submatches,
    isTooLong: false,
  };
}

function tooLongMessage(start: string): LineMessage | undefined {
  const head = /^\{"type":"(match|context)","data":\{"path":(\{.*?\}),"lines":/.exec(start);
  if (head === null) return undefined;
  const path = JSON.parse(head[2] ?? "{}") as Text;
  return {
    isMatch: head[1] === "match",
    path: bytesOf(path).toString("utf8"),
    lines: Buffer.alloc(0),
    lineNumber: 0,
    hits: [],
    isTooLong: true,
  };
}

const bytesOf = (value: Text): Buffer =>
  "text" in value ? Buffer.from(value.text) : Buffer.from(value.bytes, "base64");
