import { readFile } from "node:fs/promises";
import { JOURNAL_FORMAT, type JournalEntry } from "../contract/event.ts";
import { messageOf, SessionError } from "../errors.ts";
import { chainHash, type JournalTail, splitLine } from "./journal.ts";

/** A journal read from disk: its entries, and where writing goes on. */
export interface JournalRead {
  readonly entries: readonly JournalEntry[];
  readonly tail: JournalTail;
  /** Bytes of a torn last line that were left out; 0 for a journal that ended well. */
  readonly tornBytes: number;
}

/**
 * Reads a journal and checks its chain. A torn last line (the process died while writing) is left out; anything
 * else that does not fit the chain is an error that names the first bad line.
 * @throws GNT_SESSION_JOURNAL for an unreadable file, a broken chain or a newer format.
 */
export async function readJournal(path: string): Promise<JournalRead> {
  const bytes = await readFile(path).catch((thrown) => {
    throw new SessionError(
      "GNT_SESSION_JOURNAL",
      `the journal \`${path}\` cannot be read: ${messageOf(thrown)}`,
      { cause: thrown },
    );
  });
  const entries: JournalEntry[] = [];
  let hash = "";
  let start = 0;
  for (let end = bytes.indexOf(10, start); end >= 0; end = bytes.indexOf(10, start)) {
    const entry = readLine(bytes.toString("utf8", start, end), hash);
    if (!entry || entry.seq !== entries.length + 1) {
      throw new SessionError(
        "GNT_SESSION_JOURNAL",
        `line ${entries.length + 1} of the journal \`${path}\` does not fit the chain`,
        {
          hint: "the file was changed or damaged; start a new session",
        },
      );
    }
    checkFormat(entry, path);
    entries.push(entry);
    hash = entry.hash;
    start = end + 1;
  }
  return { entries, tail: { seq: entries.length, hash, bytes: start }, tornBytes: bytes.length - start };
}

function readLine(line: string, previous: string): JournalEntry | undefined {
  const parts = splitLine(line);
  if (!parts || chainHash(previous, parts.body) !== parts.hash) return undefined;
  try {
    return JSON.parse(line) as JournalEntry;
  } catch {
    return undefined;
  }
}

function checkFormat({ event }: JournalEntry, path: string): void {
  if (event.type === "session.started" && event.format > JOURNAL_FORMAT) {
    throw new SessionError(
      "GNT_SESSION_JOURNAL",
      `the journal \`${path}\` has format ${event.format}, this version reads up to ${JOURNAL_FORMAT}`,
      {
        hint: "update gauntlet",
      },
    );
  }
}
