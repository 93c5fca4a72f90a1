import type { ForkOrigin, JournalEntry } from "./contract/event.ts";
import type { JournalTail } from "./session/journal.ts";
import { type JournalDamage, readJournal } from "./session/read-journal.ts";
import { lockSession, type SessionLock } from "./session/session-lock.ts";
import type { SessionFiles } from "./session/session-store.ts";

/** What earlier processes left of a session. */
export interface SessionPast {
  /** Of a session that is forked as well: all that its journal holds. */
  readonly entries: readonly JournalEntry[];
  readonly damage: readonly JournalDamage[];
  /** Set when the session itself goes on, unset for a fork of it. */
  readonly goesOn?: { readonly tail: JournalTail; readonly lock: SessionLock };
  /** Sessions this one was forked from, the nearest as the outermost. */
  readonly origin?: ForkOrigin;
}

/**
 * Reads what is there and makes this process its writer.
 * @throws GNT_SESSION_BUSY, GNT_SESSION_JOURNAL; the session is free again then.
 */
export async function takeUp(files: SessionFiles): Promise<SessionPast> {
  const lock = await lockSession(files.directory);
  try {
    const { entries, damage, tail } = await readJournal(files.journal);
    const origin = originIn(entries);
    return { entries, damage, goesOn: { tail, lock }, ...(origin && { origin }) };
  } catch (thrown) {
    await lock.release();
    throw thrown;
  }
}

/**
 * Reads what is there for a session of its own that starts from it. The other one may go on meanwhile: it is not
 * locked and not changed.
 * @throws GNT_SESSION_JOURNAL.
 */
export async function forkFrom(files: SessionFiles): Promise<SessionPast> {
  const { entries, damage, tail } = await readJournal(files.journal);
  const before = originIn(entries);
  const { seq, hash } = tail;
  return {
    entries,
    damage,
    origin: { session: files.id, seq, hash, ...(before && { forkedFrom: before }) },
  };
}

/** Tells whether a copy of the journal has an entry too: which session it is of and who wrote it is not true there. */
export const isCopied = ({ event }: JournalEntry): boolean =>
  event.type !== "session.started" && event.type !== "session.continued";

function originIn([first]: readonly JournalEntry[]): ForkOrigin | undefined {
  return first?.event.type === "session.started" ? first.event.forkedFrom : undefined;
}

/** Ids of all sessions a session goes back to, the nearest first. */
export function ancestorsOf(origin: ForkOrigin | undefined): readonly string[] {
  return origin === undefined ? [] : [origin.session, ...ancestorsOf(origin.forkedFrom)];
}
