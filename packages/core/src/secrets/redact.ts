import type { RedactedStream } from "../contract/resource.ts";
import { createSecretReader, type SecretReader } from "./read-secret.ts";
import type { CodeAt } from "./reading.ts";
import { createStartScan, NEAR, type StartScan } from "./scan-bytes.ts";
import { MASK, type SecretForm } from "./secret-forms.ts";

/** How many secrets were replaced, by the names of their forms. */
export type SecretCounts = Readonly<Record<string, number>>;

/** Replaces secrets in what tools give, before anybody reads or stores it. */
export interface Redactor {
  /** The text without its secrets; the same text when there are none. */
  text(text: string, onSecret: (name: string) => void): string;
  /** The same for output as it is produced, however it is cut into chunks. Memory is bounded. */
  stream(options: StreamOptions): RedactedStream;
}

/** Where redacted output goes. */
export interface StreamOptions {
  readonly passOn: (bytes: Buffer) => void;
  readonly onSecret: (name: string) => void;
}

/** @param forms default: those of well-known services. */
export function createRedactor(forms?: readonly SecretForm[]): Redactor {
  const reader = createSecretReader(forms);
  const scan = createStartScan(reader.starts);
  const anyStart = new RegExp(reader.starts.map(escaped).join("|"), "g");
  return {
    text: (text, onSecret) => redactText(text, { reader, anyStart, onSecret }),
    stream: (options) => new Stream(reader, scan, options),
  };
}

const escaped = (text: string): string => text.replace(/[^\w]/g, "\\$&");

interface TextRedaction {
  readonly reader: SecretReader;
  readonly anyStart: RegExp;
  readonly onSecret: (name: string) => void;
}

function redactText(text: string, { reader, anyStart, onSecret }: TextRedaction): string {
  const code: CodeAt = (at) => text.charCodeAt(at);
  const seen = { end: text.length, isWhole: true };
  const parts: string[] = [];
  let from = 0;
  anyStart.lastIndex = 0;
  for (let found = anyStart.exec(text); found !== null; found = anyStart.exec(text)) {
    const at = found.index;
    const reading = reader.mayStart(code, at, seen.end) ? reader.read(code, at, seen) : undefined;
    if (reading?.is === "secret") {
      parts.push(text.slice(from, at), MASK);
      onSecret(reading.name);
      from = reading.end;
    }
    anyStart.lastIndex = Math.max(at + 1, from);
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(from);
}

const MASK_BYTES = Buffer.from(MASK);
const NEWLINE = 0x0a;
const NO_BYTES = Buffer.alloc(0);

class Stream implements RedactedStream {
  readonly #reader: SecretReader;
  readonly #scan: StartScan;
  readonly #options: StreamOptions;
  #held: Buffer = NO_BYTES;
  /** The byte before what is held. */
  #before = NEWLINE;
  /** Set while the rest of a secret that was replaced already comes in. */
  #swallows: ((code: number) => boolean) | undefined;

  constructor(reader: SecretReader, scan: StartScan, options: StreamOptions) {
    this.#reader = reader;
    this.#scan = scan;
    this.#options = options;
  }

  write(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#take(this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]), false);
  }

  end(): void {
    this.#take(this.#held, true);
  }

  #take(bytes: Buffer, isWhole: boolean): void {
    this.#held = NO_BYTES;
    const before = this.#before;
    const code: CodeAt = (at) => (at < 0 ? before : (bytes[at] as number));
    const next = this.#scan(bytes);
    let passed = this.#swallowed(bytes);
    let at = passed;
    for (at = this.#startFrom(next, code, at, bytes.length); at >= 0; ) {
      const reading = this.#reader.read(code, at, { end: bytes.length, isWhole });
      if (reading.is === "undecided") break;
      if (reading.is === "secret") {
        this.#pass(bytes.subarray(passed, at));
        this.#options.passOn(MASK_BYTES);
        this.#options.onSecret(reading.name);
        passed = reading.end;
        this.#swallows = reading.goesOn;
      }
      at = this.#startFrom(next, code, Math.max(at + 1, passed), bytes.length);
    }
    const cut = at >= 0 ? at : bytes.length;
    this.#pass(bytes.subarray(passed, cut));
    if (cut > 0) this.#before = bytes[cut - 1] as number;
    // A copy: the chunk is its owner's.
    if (cut < bytes.length) this.#held = Buffer.from(bytes.subarray(cut));
  }

  #pass(bytes: Buffer): void {
    if (bytes.length > 0) this.#options.passOn(bytes);
  }

  /** @returns where what does not belong to the secret before begins. */
  #swallowed(bytes: Buffer): number {
    const belongs = this.#swallows;
    if (belongs === undefined) return 0;
    let at = 0;
    while (at < bytes.length && belongs(bytes[at] as number)) at += 1;
    if (at < bytes.length) this.#swallows = undefined;
    return at;
  }

  /** The first place from `from` on where a whole beginning stands; -1 if there is none. */
  #startFrom(next: (from: number) => number, code: CodeAt, from: number, end: number): number {
    for (let near = next(from); near >= 0; near = next(near + NEAR)) {
      for (let at = near; at < Math.min(near + NEAR, end); at += 1)
        if (this.#reader.mayStart(code, at, end)) return at;
    }
    return -1;
  }
}
