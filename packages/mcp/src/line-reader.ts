/** What comes out of a stream of lines. */
export interface LineEvents {
  /** A line without its end. */
  line(text: string): void;
  /** A line that was longer than the limit: only its first and last part are left. */
  tooLong(head: string, tail: string): void;
}

/** Parts that are kept of a line that is too long: what stands in them tells which request it answers. */
const ENDS = 2_048;

/**
 * Cuts a stream of bytes into lines while it arrives. What is longer than the limit is let go as it comes, so that a
 * line of any length costs no more memory than the limit.
 */
export class LineReader {
  readonly #events: LineEvents;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #head: Buffer | undefined;
  #tail: Buffer = Buffer.alloc(0);
  /** Bytes let go so far of the line that is being read. */
  dropped = 0;

  constructor(maxBytes: number, events: LineEvents) {
    this.#maxBytes = maxBytes;
    this.#events = events;
  }

  write(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      this.#take(chunk.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    if (from < chunk.length) this.#take(chunk.subarray(from));
  }

  /** The last line, when it had no end. */
  end(): void {
    if (this.#bytes > 0 || this.#head !== undefined) this.#finish();
  }

  #take(part: Buffer): void {
    if (this.#head === undefined && this.#bytes + part.length <= this.#maxBytes) {
      this.#parts.push(part);
      this.#bytes += part.length;
      return;
    }
    if (this.#head === undefined) {
      const all = Buffer.concat([...this.#parts, part.subarray(0, ENDS)]);
      // A copy: a view would keep everything that was read.
      this.#head = Buffer.from(all.subarray(0, ENDS));
      this.dropped = this.#bytes;
      this.#parts = [];
      this.#bytes = 0;
    }
    this.dropped += part.length;
    this.#tail = Buffer.from(Buffer.concat([this.#tail, part.subarray(-ENDS)]).subarray(-ENDS));
  }

  #finish(): void {
    if (this.#head !== undefined) {
      const [head, tail] = [this.#head.toString("utf8"), this.#tail.toString("utf8")];
      this.#head = undefined;
      this.#tail = Buffer.alloc(0);
      this.dropped = 0;
      this.#events.tooLong(head, tail);
      return;
    }
    const text = Buffer.concat(this.#parts).toString("utf8");
    this.#parts = [];
    this.#bytes = 0;
    this.#events.line(text.endsWith("\r") ? text.slice(0, -1) : text);
  }
}
