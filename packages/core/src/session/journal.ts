import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { JournalEntry, SessionEvent } from "../contract/event.ts";
import { SessionError, systemReason } from "../errors.ts";
import { closedSession } from "./closed-session.ts";
import { chainHash, lineBody, sealLine } from "./journal-line.ts";

/** Where a journal goes on: after which entry, with which hash, at which byte. */
export interface JournalTail {
  readonly seq: number;
  readonly hash: string;
  readonly bytes: number;
  /** The last line lacks its end, which is written before anything else. */
  readonly isUnended?: true;
}

export const EMPTY_TAIL: JournalTail = Object.freeze({ seq: 0, hash: "", bytes: 0 });

/** An append-only, hash-chained list of events on disk. */
export interface Journal {
  /**
   * Gives the event its number and hash at once and queues it; entries reach the file in this order.
   * @throws GNT_SESSION_CLOSED after `close`.
   */
  append(event: SessionEvent, at: Date): JournalEntry;
  /** @throws GNT_SESSION_JOURNAL once something could not be written. Looks at nothing but what is known. */
  ensureWritable(): void;
  /**
   * Resolves when something was written, so that the file is known to take what comes; from then on at once.
   * @throws GNT_SESSION_JOURNAL once something could not be written.
   */
  proven(): Promise<void>;
  /**
   * Resolves when everything appended so far is on disk, where it outlives the machine.
   * @throws GNT_SESSION_JOURNAL when it could not be written, or somebody else wrote to the file or removed it; every
   * later flush throws too.
   */
  flush(): Promise<void>;
  /** Bytes in the file and on their way there. */
  readonly bytes: number;
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
 * @param right awaited before the file is touched: the right to be its writer. Without it nothing is written.
 */
export function openJournal(path: string, tail?: JournalTail, right?: Promise<unknown>): Journal {
  // Told by whoever awaits a write.
  right?.catch(() => undefined);
  let { seq, hash } = tail ?? EMPTY_TAIL;
  let queue: string[] = tail?.isUnended ? ["\n"] : [];
  let queuedBytes = queue.length;
  let written = tail?.bytes ?? 0;
  let writing: Promise<void> | undefined;
  let file: FileHandle | undefined;
  let syncing: Promise<unknown> = Promise.resolve();
  let broken: SessionError | undefined;
  let isProven = false;
  let closed = false;

  const breakWith = (thrown: unknown): void => {
    queue = [];
    broken ??= cannotWrite(path, thrown);
  };
  const ensureWritable = (): void => {
    if (broken) throw broken;
  };
  const drain = async (): Promise<void> => {
    try {
      await right;
      file ??= await openFile(path, tail);
      while (queue.length > 0) {
        const bytes = Buffer.from(queue.join(""));
        queue = [];
        await writeFully(file, bytes);
        isProven = true;
        written += bytes.length;
        queuedBytes -= bytes.length;
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
  const sync = async (handle: FileHandle): Promise<void> => {
    const before = written;
    await handle.datasync();
    const { size, nlink } = await handle.stat();
    if (nlink === 0) throw new Error("it was removed");
    // What this process wrote in the meantime is not foreign.
    if (size < before || size > written + queuedBytes) throw new Error("another process changed it");
  };

  return {
    append(event, at) {
      if (closed) throw closedSession(`the journal \`${path}\``);
      // May throw, and must not leave a gap in the numbers then.
      const entry = { seq: seq + 1, at: at.toISOString(), event };
      const body = lineBody(entry);
      seq += 1;
      hash = chainHash(hash, body);
      if (!broken) {
        const line = sealLine(body, hash);
        queue.push(line);
        queuedBytes += Buffer.byteLength(line);
        void write();
      }
      return { ...entry, hash };
    },
    ensureWritable,
    async proven() {
      if (!isProven) await settled();
      ensureWritable();
    },
    async flush() {
      await settled();
      if (!broken && file) {
        const synced = sync(file).catch(breakWith);
        syncing = Promise.all([syncing, synced]);
        await synced;
      }
      ensureWritable();
    },
    get bytes() {
      return written + queuedBytes;
    },
    async close() {
      closed = true;
      await settled();
      await syncing;
      const handle = file;
      file = undefined;
      await handle?.close();
      ensureWritable();
    },
  };
}

function cannotWrite(path: string, thrown: unknown): SessionError {
  return new SessionError(
    "GNT_SESSION_JOURNAL",
    `the journal \`${path}\` cannot be written: ${systemReason(thrown)}`,
    { hint: "free disk space or check permissions; nothing more is run in this session", cause: thrown },
  );
}

/** A torn end is cut off. The directory is synced as well: a new file is on disk only when its name is. */
async function openFile(path: string, tail: JournalTail | undefined): Promise<FileHandle> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (tail) await cut(path, tail.bytes);
  const file = await open(path, tail ? "a" : "ax", 0o600);
  if (!tail && process.platform !== "win32") await syncDirectory(directory);
  return file;
}

async function cut(path: string, bytes: number): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.truncate(bytes);
  } finally {
    await file.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function writeFully(file: FileHandle, bytes: Buffer): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done);
    done += bytesWritten;
  }
}
