import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { SessionError } from "../errors.ts";
import type { SessionFiles } from "./session-store.ts";

/** What one session may take on disk. */
export interface Quota {
  /** @throws GNT_SESSION_QUOTA when journal and spilled results have reached the limit. */
  ensureRoom(journalBytes: number): void;
  /** Bytes that are left; undefined without a limit. */
  room(journalBytes: number): number | undefined;
}

/** @param maxBytes 0 for no limit; then the disk is not looked at. */
export function createQuota({ id, results }: SessionFiles, maxBytes: number): Quota {
  return {
    room: (journalBytes) =>
      maxBytes === 0 ? undefined : Math.max(0, maxBytes - journalBytes - bytesIn(results)),
    ensureRoom(journalBytes) {
      if (maxBytes === 0) return;
      const used = journalBytes + bytesIn(results);
      if (used < maxBytes) return;
      throw new SessionError(
        "GNT_SESSION_QUOTA",
        `the session \`${id}\` takes ${used} bytes on disk, its limit is ${maxBytes}`,
        { hint: "start another session, or raise `sessions.maxBytes`" },
      );
    },
  };
}

function bytesIn(directory: string): number {
  try {
    return readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw thrown;
  }
}
