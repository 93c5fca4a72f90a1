import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { SessionError } from "../errors.ts";
import { journalsOf, type SessionFiles } from "./session-store.ts";

/** What one session may take on disk. */
export interface Quota {
  /** @throws GNT_SESSION_QUOTA when journals and spilled results have reached the limit. */
  ensureRoom(journalBytes: number): void;
  /** Bytes that are left; undefined without a limit. */
  room(journalBytes: number): number | undefined;
}

/**
 * An agent shares the quota of its session, as it shares its directory of results. Bytes of the own journal are given:
 * not all of them may be on disk yet.
 * @param maxBytes 0 for no limit; then the disk is not looked at.
 */
export function createQuota({ journal, results }: SessionFiles, maxBytes: number): Quota {
  const directory = dirname(results);
  const session = { id: basename(directory), directory, journal: join(directory, "journal.jsonl"), results };
  const usedWith = (journalBytes: number): number => {
    const others = journalsOf(session).filter((path) => path !== journal);
    return others.reduce((sum, path) => sum + bytesOf(path), journalBytes + bytesIn(results));
  };
  return {
    room: (journalBytes) => (maxBytes === 0 ? undefined : Math.max(0, maxBytes - usedWith(journalBytes))),
    ensureRoom(journalBytes) {
      if (maxBytes === 0) return;
      const used = usedWith(journalBytes);
      if (used < maxBytes) return;
      throw new SessionError(
        "GNT_SESSION_QUOTA",
        `the session \`${session.id}\` takes ${used} bytes on disk, its limit is ${maxBytes}`,
        { hint: "start another session, or raise `sessions.maxBytes`" },
      );
    },
  };
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function bytesIn(directory: string): number {
  try {
    return readdirSync(directory).reduce((sum, name) => sum + bytesOf(join(directory, name)), 0);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw thrown;
  }
}
