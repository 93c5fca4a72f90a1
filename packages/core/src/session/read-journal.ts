import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { JOURNAL_FORMAT, type JournalEntry } from "../contract/event.ts";
import { SessionError, systemReason } from "../errors.ts";
import { isWhole } from "./event-shape.ts";
import { EMPTY_TAIL, type JournalTail } from "./journal.ts";
import { chainHash, splitLine } from "./journal-line.ts";
import { migrateEvent } from "./migrate-event.ts";

/** A line that does not fit, counted from 1. */
export interface JournalDamage {
  readonly line: number;
  /** A clause: what is wrong with it. */
  readonly why: string;
}

/** A journal read from disk: what can be read of it, what cannot, and where writing goes on. */
export interface JournalRead {
  /** In the current format, whichever format they were written in. */
  readonly entries: readonly JournalEntry[];
  readonly tail: JournalTail;
  /** Bytes of a torn last line that were left out; 0 for a journal that ended well. */
  readonly tornBytes: number;
  /** Empty for a journal whose chain is whole. Lines that cannot be read, or were changed, are not in `entries`. */
  readonly damage: readonly JournalDamage[];
}

/**
 * Reads a journal and checks its chain. What is damaged is left out and listed, the rest is kept, so that one bad line
 * does not take a session. A torn last line, which a process leaves that dies while it writes, is no damage.
 * @throws GNT_SESSION_JOURNAL for an unreadable file or a newer format.
 */
export async function readJournal(path: string): Promise<JournalRead> {
  const bytes = await readRegularFile(path).catch((thrown) => {
    throw new SessionError(
      "GNT_SESSION_JOURNAL",
      `the journal \`${path}\` cannot be read: ${systemReason(thrown)}`,
      { hint: "`gauntlet sessions --all` lists the sessions that can be read", cause: thrown },
    );
  });
  const chain = createChain(path);
  let start = 0;
  for (let end = bytes.indexOf(10, start); end >= 0; end = bytes.indexOf(10, start)) {
    chain.take(bytes.toString("utf8", start, end));
    start = end + 1;
  }
  // A line that is whole but for its end counts: only the last byte of a write is missing.
  const isUnended = start < bytes.length && chain.takeIfWhole(bytes.toString("utf8", start));
  const { entries, damage, last } = chain;
  const tail = isUnended
    ? { ...last(), bytes: bytes.length, isUnended: true as const }
    : { ...last(), bytes: start };
  return { entries, damage, tail, tornBytes: isUnended ? 0 : bytes.length - start };
}

/** Anything else, a pipe say, would be waited for without end. */
async function readRegularFile(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw new Error("it is not a regular file");
    return await file.readFile();
  } finally {
    await file.close();
  }
}

interface Chain {
  readonly entries: readonly JournalEntry[];
  readonly damage: readonly JournalDamage[];
  take(line: string): void;
  /** Takes a line only when it fits the chain. */
  takeIfWhole(line: string): boolean;
  last(): Pick<JournalTail, "seq" | "hash">;
}

function createChain(path: string): Chain {
  const entries: JournalEntry[] = [];
  const damage: JournalDamage[] = [];
  let lines = 0;
  let last: Pick<JournalTail, "seq" | "hash"> = EMPTY_TAIL;
  let isAfterGap = false;
  let format = 1;

  const accept = (entry: JournalEntry): void => {
    format = formatAfter(entry, format, path);
    const event = format === JOURNAL_FORMAT ? entry.event : migrateEvent(entry.event, format);
    if (isWhole(event)) entries.push(event === entry.event ? entry : { ...entry, event });
    else damage.push({ line: lines, why: `its event \`${event.type}\` is not of the shape it should have` });
    last = { seq: entry.seq, hash: entry.hash };
    isAfterGap = false;
  };
  const spoil = (why: string): void => {
    damage.push({ line: lines, why });
    isAfterGap = true;
  };
  return {
    entries,
    damage,
    last: () => last,
    take(line) {
      lines += 1;
      const read = readLine(line, last.hash);
      if (!read) return spoil("it cannot be read");
      const { entry, fits } = read;
      if (entry.seq <= last.seq) return spoil(`it has the number ${entry.seq}, which was there before`);
      const isGap = isAfterGap || entry.seq > last.seq + 1;
      if (!fits && !isGap) return spoil("it was changed: its hash does not fit");
      // Behind a gap nothing can be checked but what follows.
      if (!fits && !isAfterGap) damage.push({ line: lines, why: "lines before it are missing" });
      accept(entry);
    },
    takeIfWhole(line) {
      const read = readLine(line, last.hash);
      if (!read?.fits || read.entry.seq !== last.seq + 1) return false;
      lines += 1;
      accept(read.entry);
      return true;
    },
  };
}

function readLine(line: string, previous: string): { entry: JournalEntry; fits: boolean } | undefined {
  const parts = splitLine(line);
  if (!parts) return undefined;
  try {
    const entry = JSON.parse(line) as JournalEntry;
    if (!Number.isInteger(entry.seq) || typeof entry.event?.type !== "string") return undefined;
    return { entry, fits: chainHash(previous, parts.body) === parts.hash };
  } catch {
    return undefined;
  }
}

/** Each process says the format it writes. */
function formatAfter({ event }: JournalEntry, format: number, path: string): number {
  if (event.type !== "session.started" && event.type !== "session.continued") return format;
  const said = event.format ?? 1;
  // What is no number is told as damage, like any event of another shape.
  if (!Number.isInteger(said)) return format;
  if (said <= JOURNAL_FORMAT) return said;
  throw new SessionError(
    "GNT_SESSION_JOURNAL",
    `the journal \`${path}\` has format ${said}, this version reads up to ${JOURNAL_FORMAT}`,
    { hint: "update gauntlet" },
  );
}
