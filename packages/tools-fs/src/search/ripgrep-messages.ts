// A message grows with the line it reports; of a larger one only start and end are kept.
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
const KEPT_BYTES = 64 * 1024;

/** A match or a line around one. */
export interface LineMessage {
  readonly isMatch: boolean;
  /** Path as ripgrep names it, `./` and below. */
  readonly path: string;
  /** One line with its end, or several for a match across lines. */
  readonly lines: Buffer;
  /** 1-based number of the first line; 0 when it is not known. */
  readonly lineNumber: number;
  /** Byte offsets of the matches into `lines`. */
  readonly hits: readonly { readonly start: number; readonly end: number }[];
  /** Set when the message was too large and `lines` is empty: a piece of it, the first match if it is known. */
  readonly piece?: { readonly text: string; readonly isMatch: boolean };
}

type Text = { readonly text: string } | { readonly bytes: string };

/** Reads ripgrep's JSON lines in bounded memory. @returns a taker of chunks; false when `onLine` wants no more. */
export function createMessageReader(onLine: (message: LineMessage) => boolean): (chunk: Buffer) => boolean {
  let pieces: Buffer[] = [];
  let size = 0;
  let head: Buffer | undefined;

  function take(part: Buffer): void {
    pieces.push(part);
    size += part.length;
    if (size <= MAX_MESSAGE_BYTES) return;
    const whole = Buffer.concat(pieces);
    head ??= Buffer.from(whole.subarray(0, KEPT_BYTES));
    pieces = [Buffer.from(whole.subarray(-KEPT_BYTES))];
    size = KEPT_BYTES;
  }

  function finish(): boolean {
    const text = Buffer.concat(pieces).toString("utf8");
    const message = head === undefined ? lineMessage(text) : largeMessage(head.toString("utf8"), text);
    [pieces, size, head] = [[], 0, undefined];
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
  };
}

/** What can be told of a message from its start and its end. */
function largeMessage(head: string, tail: string): LineMessage | undefined {
  const start =
    /^\{"type":"(match|context)","data":\{"path":(\{.*?\}),"lines":\{"(?:text":"((?:[^"\\]|\\.)*))?/.exec(
      head,
    );
  if (start === null) return undefined;
  const path = JSON.parse(start[2] ?? "{}") as Text;
  const end =
    /"line_number":(\d+),"absolute_offset":\d+,"submatches":\[(?:\{"match":\{"text":"((?:[^"\\]|\\.)*)")?/.exec(
      tail,
    );
  const hit = end?.[2];
  return {
    isMatch: start[1] === "match",
    path: bytesOf(path).toString("utf8"),
    lines: Buffer.alloc(0),
    lineNumber: Number(end?.[1] ?? 0),
    hits: [],
    piece: { text: unquoted(hit ?? start[3] ?? ""), isMatch: hit !== undefined },
  };
}

/** The value of a JSON string that may have been cut inside its last escape. */
function unquoted(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return JSON.parse(`"${text.replace(/\\u?[0-9a-fA-F]{0,3}$/, "")}"`) as string;
  }
}

const bytesOf = (value: Text): Buffer =>
  "text" in value ? Buffer.from(value.text) : Buffer.from(value.bytes, "base64");
