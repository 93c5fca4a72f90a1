import type { Session, SessionOptions } from "@gauntlet/core";
import { pruneOldSessions } from "./retention.ts";
import { prepareRun, type RunExtras, type RunOptions } from "./run-options.ts";
import { openSession } from "./with-session.ts";

/** A session that a command works in and leaves behind. */
export interface StartedSession {
  readonly session: Session;
  /** Closes it, and waits for what was begun beside it. */
  end(): Promise<void>;
}

/** Opens a session as the flags and the configuration say, and deletes old ones meanwhile. */
export async function startSession(
  options: RunOptions,
  extras: RunExtras,
  which: SessionOptions = {},
): Promise<StartedSession> {
  const { gauntlet, config, stateDirectory } = await prepareRun(options, extras);
  const session = await openSession(gauntlet, which);
  // After it is open: the session that goes on may be an old one.
  const pruning = pruneOldSessions(stateDirectory, config.sessions.retentionDays ?? 0);
  return {
    session,
    async end() {
      try {
        await session.close();
      } finally {
        await pruning;
      }
    },
  };
}
