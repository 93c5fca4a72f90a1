import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { JournalEntry, SessionEvent } from "../contract/event.ts";
import { messageOf, SessionError } from "../errors.ts";

/** Where a journal goes on: after which entry, with which hash, at which byte. */
export interface JournalTail {
  readonly seq: number;
  readonly hash: string;
  readonly bytes: number;
}

export const EMPTY_TAIL: JournalTail = Object.freeze({ seq: 0, hash: "", bytes: 0 });

/** An append-only, hash-chained list of events on disk. */
export interface Journal {
  /** Gives the event its number and hash at once and queues it; entries reach the file in this order. */
  append(event: SessionEvent, at: Date): JournalEntry;
  /**
   * Resolves when everything appended so far is on disk.
   * @throws GNT_SESSION_JOURNAL when it could not be written; every later flush throws too.
   */
  flush(): Promise<void>;
  /**
   * Writes what is left; nothing can be appended afterwards.
   * @throws GNT_SESSION_JOURNAL when something appended did not reach the file.
   */
  close(): Promise<void>;
}

/**
 * Opens a journal for appending; the file (0600, in a 0700 directory) is made with the first event. Once something
 * could not be written, nothing more is: what came after would not fit the chain.
 * Writes are grouped: while one is under way, further events queue and go out together.
 */
export function openJournal(path: string, tail?: JournalTail): Journal {
  let { seq, hash, bytes: position } = tail ?? EMPTY_TAIL;
  let queue: string[] = [];
  let writing: Promise<void> | undefined;
  let file: FileHandle | undefined;
  let broken: SessionError | undefined;
  let closed = false;

  const openFile = async (): Promise<FileHandle> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const handle = await open(path, tail ? "r+" : "ax", 0o600);
    await handle.truncate(position);
    return handle;
  };
  const breakWith = (thrown: unknown): SessionError => {
    queue = [];
    broken ??= new SessionError(
      "GNT_SESSION_JOURNAL",
      `the journal \`${path}\` cannot be written: ${messageOf(thrown)}`,
      { hint: "free disk space or check permissions; nothing more is run in this session", cause: thrown },
    );
    return broken;
  };

  const drain = async (): Promise<void> => {
    try {
      file ??= await openFile();
      while (queue.length > 0) {
        const bytes = Buffer.from(queue.join(""));
        queue = [];
        await writeFully(file, bytes, position);
        position += bytes.length;
      }
    } catch (thrown) {
      breakWith(thrown);
    }
    // In the same breath as the last look at the queue: what is appended from now on starts a write of its own.
    writing = undefined;
  };
  const write = (): Promise<void> => {
    // The events of one turn of the event loop go out as one write.
    writing ??= new Promise((resolve) => setImmediate(resolve)).then(drain);
    return writing;
  };
  const settled = async (): Promise<void> => {
    while ((queue.length > 0 || writing) && !broken) await write();
  };

  return {
    append(event, at) {
      // May throw, and must not leave a gap in the numbers then.
      const body = lineBody({ seq: seq + 1, at: at.toISOString(), event });
      seq += 1;
      hash = chainHash(hash, body);
      if (closed) breakWith(new Error("it is closed"));
      if (!broken) {
        queue.push(sealLine(body, hash));
        void write();
      }
      return { seq, at: at.toISOString(), event, hash };
    },
    async flush() {
      await settled();
      if (!broken) await file?.datasync().catch(breakWith);
      if (broken) throw broken;
    },
    async close() {
      closed = true;
      await settled();
      await file?.close();
      file = undefined;
      if (broken) throw broken;
    },
  };
}

async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** The JSON of an entry without its hash; the hash is appended as the last member, so bytes can be checked as they are. */
function lineBody(entry: Omit<JournalEntry, "hash">): string {
  return JSON.stringify(entry);
}

const HASH_MEMBER = ',"hash":"';

function sealLine(body: string, hash: string): string {
  return `${body.slice(0, -1)}${HASH_MEMBER}${hash}"}\n`;
}

/** Splits a line into the body its hash covers and the hash. */
export function splitLine(line: string): { body: string; hash: string } | undefined {
  const at = line.lastIndexOf(HASH_MEMBER);
  if (at < 0 || !line.endsWith('"}')) return undefined;
  return { body: `${line.slice(0, at)}}`, hash: line.slice(at + HASH_MEMBER.length, -2) };
}

/** SHA-256 over the previous hash and this entry's bytes, in hex. */
export function chainHash(previous: string, body: string): string {
  return createHash("sha256").update(previous).update(body).digest("hex");
}
