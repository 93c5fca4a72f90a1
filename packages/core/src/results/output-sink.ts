import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import type { RedactedStream } from "../contract/resource.ts";
import type { CapturedText, OutputSink } from "../contract/tool.ts";
import { messageOf } from "../errors.ts";
import { DEFAULT_PREVIEW_BYTES, previewText } from "./preview.ts";

/** How much a sink keeps, and where the rest goes. */
export interface OutputSinkOptions {
  /** Up to this many bytes the text is kept whole and no file is made. */
  readonly limitBytes: number;
  /** Size of the preview of a larger text; never more than `limitBytes`. Default 2,000. */
  readonly previewBytes?: number;
  /** Names a file that does not exist yet; asked once, when the limit is crossed. The sink creates it with mode 0600. */
  readonly openFile: () => string;
  /** The file grows no further than this; later bytes are counted only. Default and most: 1 GiB. */
  readonly maxFileBytes?: number | undefined;
  /** Output passes through this first, so that text and file hold the same. Default: it stays as it is. */
  readonly redact?: (passOn: (bytes: Buffer) => void) => RedactedStream;
}

const DEFAULT_MAX_FILE_BYTES = 1024 ** 3;
const BATCH_BYTES = 64 * 1024;
/** One UTF-8 character more than shown, so that the preview can see where a character ends. */
const CHARACTER_BYTES = 4;

/**
 * Makes a collector of output in bounded memory: at most `limitBytes`, then the two ends, while the rest goes to a
 * file as it is produced. Invalid UTF-8 is replaced in the text of `close()`; the file holds the bytes as written.
 * A file that cannot be made or written never throws: the text then says what is missing and why.
 * Writes after `close()` are ignored, because late output of a process must not bring down its host.
 */
export function createOutputSink(options: OutputSinkOptions): OutputSink {
  const sink = new Sink(options);
  let captured: CapturedText | undefined;
  return {
    write: (chunk) => {
      if (captured === undefined) sink.write(chunk);
    },
    close: async () => {
      captured ??= sink.finish();
      return captured;
    },
  };
}

class Sink {
  readonly #limitBytes: number;
  readonly #previewBytes: number;
  readonly #newSpool: () => Spool;
  readonly #source: RedactedStream;
  readonly #tail: Tail;
  #kept: Buffer = Buffer.alloc(0);
  #total = 0;
  #halfPair = "";
  #spool: Spool | undefined;

  constructor(options: OutputSinkOptions) {
    const { limitBytes, previewBytes = DEFAULT_PREVIEW_BYTES, openFile } = options;
    const add = (bytes: Buffer): void => this.#add(bytes);
    this.#source = options.redact?.(add) ?? { write: add, end: () => undefined };
    this.#limitBytes = limitBytes;
    this.#previewBytes = Math.min(previewBytes, limitBytes);
    const maxFileBytes = Math.min(options.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES, DEFAULT_MAX_FILE_BYTES);
    this.#newSpool = () => new Spool(openFile, maxFileBytes);
    this.#tail = new Tail(this.#previewBytes + CHARACTER_BYTES);
  }

  write(chunk: Uint8Array | string): void {
    if (typeof chunk === "string") {
      this.#addText(chunk);
    } else {
      this.#flushHalfPair();
      this.#source.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    }
  }

  finish(): CapturedText {
    this.#flushHalfPair();
    this.#source.end();
    const bytes = this.#total;
    const spool = this.#spool;
    if (spool === undefined) return { bytes, text: this.#kept.toString("utf8", 0, bytes) };
    spool.close();
    const { path, storedBytes, problem } = spool;
    const text = previewText({
      head: this.#kept,
      tail: this.#tail.bytes(),
      totalBytes: bytes,
      previewBytes: this.#previewBytes,
      path,
      storedBytes,
      problem,
    });
    return path === undefined ? { bytes, text } : { bytes, text, path };
  }

  /** A character outside the basic plane is two code units, which two chunks may share. */
  #addText(chunk: string): void {
    const text = this.#halfPair + chunk;
    const last = text.charCodeAt(text.length - 1);
    const whole = last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
    this.#halfPair = text.slice(whole);
    this.#source.write(Buffer.from(text.slice(0, whole), "utf8"));
  }

  #flushHalfPair(): void {
    const rest = this.#halfPair;
    this.#halfPair = "";
    if (rest !== "") this.#source.write(Buffer.from(rest, "utf8"));
  }

  #add(bytes: Buffer): void {
    const before = this.#total;
    this.#total += bytes.length;
    this.#tail.push(bytes);
    if (this.#total <= this.#limitBytes) {
      this.#keep(bytes, before);
      return;
    }
    if (this.#spool === undefined) {
      this.#spool = this.#newSpool();
      this.#spool.append(this.#kept.subarray(0, before));
      this.#kept = this.#head(before, bytes);
    }
    this.#spool.append(bytes);
  }

  #keep(bytes: Buffer, at: number): void {
    if (this.#kept.length < this.#total) {
      const grown = Buffer.alloc(Math.min(this.#limitBytes, Math.max(4_096, 2 * this.#total)));
      this.#kept.copy(grown, 0, 0, at);
      this.#kept = grown;
    }
    bytes.copy(this.#kept, at);
  }

  #head(keptBytes: number, next: Buffer): Buffer {
    const size = this.#previewBytes + CHARACTER_BYTES;
    return Buffer.concat([
      this.#kept.subarray(0, Math.min(keptBytes, size)),
      next.subarray(0, size),
    ]).subarray(0, size);
  }
}

/** The last bytes of everything pushed. */
class Tail {
  readonly #ring: Buffer;
  #used = 0;

  constructor(size: number) {
    this.#ring = Buffer.alloc(size);
  }

  push(bytes: Buffer): void {
    const size = this.#ring.length;
    const stay = Math.max(0, Math.min(this.#used, size - bytes.length));
    this.#ring.copyWithin(0, this.#used - stay, this.#used);
    bytes.copy(this.#ring, stay, Math.max(0, bytes.length - size));
    this.#used = Math.min(size, stay + bytes.length);
  }

  bytes(): Buffer {
    return this.#ring.subarray(0, this.#used);
  }
}

/**
 * The file behind a sink. It is written synchronously in batches: `write` has no way to hold its caller back, so a
 * stream would queue without bound whenever the disk is slower than the producer. Waiting here lets the pipe fill up.
 */
class Spool {
  readonly #maxBytes: number;
  readonly #batch = Buffer.alloc(BATCH_BYTES);
  #used = 0;
  #file: number | undefined;
  path: string | undefined;
  storedBytes = 0;
  problem: string | undefined;

  constructor(openFile: () => string, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#guard(() => {
      const path = openFile();
      // Exclusive creation also refuses a link planted under that name.
      this.#file = openSync(path, "wx", 0o600);
      this.path = path;
    });
  }

  append(bytes: Buffer): void {
    if (this.#file === undefined) return;
    const room = this.#maxBytes - this.storedBytes - this.#used;
    if (bytes.length > room) this.problem ??= `a file of output ends at ${this.#maxBytes} bytes`;
    const fitting = bytes.subarray(0, room);
    if (this.#used + fitting.length > BATCH_BYTES) this.#flush();
    if (fitting.length > BATCH_BYTES / 2) {
      this.#flush();
      this.#store(fitting);
    } else {
      fitting.copy(this.#batch, this.#used);
      this.#used += fitting.length;
    }
  }

  close(): void {
    this.#flush();
    this.#release();
    const path = this.path;
    if (path === undefined || this.storedBytes > 0) return;
    this.path = undefined;
    this.#guard(() => rmSync(path, { force: true }));
  }

  #flush(): void {
    const waiting = this.#batch.subarray(0, this.#used);
    this.#used = 0;
    this.#store(waiting);
  }

  #store(bytes: Buffer): void {
    this.#guard(() => {
      for (let at = 0; at < bytes.length && this.#file !== undefined; ) {
        const written = writeSync(this.#file, bytes, at);
        at += written;
        this.storedBytes += written;
      }
    });
  }

  #guard(act: () => void): void {
    try {
      act();
    } catch (cause) {
      this.problem = messageOf(cause);
      this.#release();
    }
  }

  #release(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) this.#guard(() => closeSync(file));
  }
}
