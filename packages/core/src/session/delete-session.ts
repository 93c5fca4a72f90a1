import { readdir, realpath, rm, rmdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isGauntletError, messageOf, SessionError, systemReason } from "../errors.ts";
import { sizeOf, writtenAt } from "./list-sessions.ts";
import { lockHolder, lockSession } from "./session-lock.ts";
import { allSessions, isSessionId, type SessionFiles, sessionsDirectory } from "./session-store.ts";

/**
 * Deletes a session: its journal, its results, its directory. Links are removed and not followed.
 * @returns how many bytes its journals and results had.
 * @throws GNT_SESSION_BUSY when a living process has it open, GNT_SESSION_DELETE when it does not lie in the sessions
 * directory of the state directory or the system refuses.
 */
export async function deleteSession(stateDirectory: string, session: SessionFiles): Promise<number> {
  return (await deleteUnless(stateDirectory, session, () => false)) ?? 0;
}

/** What pruning did. */
export interface Pruned {
  readonly deleted: readonly PrunedSession[];
  readonly failed: readonly { readonly session: SessionFiles; readonly why: string }[];
}

/** A session that went, or would go. */
export interface PrunedSession extends SessionFiles {
  /** ISO 8601. */
  readonly lastAt: string;
  readonly bytes: number;
}

/**
 * Deletes the sessions of all working directories that were written last before a time, except those a living process
 * has open. One that cannot be deleted does not keep the others.
 * @param options.dryRun delete nothing, only say what would go. Default false.
 */
export async function pruneSessions(
  stateDirectory: string,
  before: Date,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Pruned> {
  const deleted: PrunedSession[] = [];
  const failed: { session: SessionFiles; why: string }[] = [];
  const limit = before.toISOString();
  for (const session of await allSessions(stateDirectory)) {
    const lastAt = await writtenAt(session);
    if (lastAt >= limit) continue;
    // Locking changes the directory, so what was written since then shows in the journal alone.
    const isFresh = (): Promise<boolean> =>
      stat(session.journal).then(
        ({ mtime }) => mtime >= before,
        () => false,
      );
    try {
      const bytes = dryRun
        ? await sizeUnlessOpen(session)
        : await deleteUnless(stateDirectory, session, isFresh);
      if (bytes !== undefined) deleted.push({ ...session, lastAt, bytes });
    } catch (thrown) {
      if (!isBusy(thrown)) failed.push({ session, why: messageOf(thrown) });
    }
  }
  return { deleted, failed };
}

const sizeUnlessOpen = async (session: SessionFiles): Promise<number | undefined> =>
  (await lockHolder(session.directory)) === undefined ? sizeOf(session) : undefined;

/** Undefined when it is kept. Whether it is to be is asked once nobody else can write it. */
async function deleteUnless(
  stateDirectory: string,
  session: SessionFiles,
  isKept: () => boolean | Promise<boolean>,
): Promise<number | undefined> {
  await ensureInside(stateDirectory, session.directory);
  try {
    const bytes = await emptyUnless(session, isKept);
    if (bytes !== undefined) await removeEmpty(session.directory);
    return bytes;
  } catch (thrown) {
    if (isGauntletError(thrown)) throw thrown;
    throw new SessionError(
      "GNT_SESSION_DELETE",
      `the session in \`${session.directory}\` cannot be deleted: ${systemReason(thrown)}`,
      { hint: "check permissions, and delete the directory by hand", cause: thrown },
    );
  }
}

/** The lock is held until nothing else is left: nobody begins to write what is being deleted. */
async function emptyUnless(
  session: SessionFiles,
  isKept: () => boolean | Promise<boolean>,
): Promise<number | undefined> {
  const { directory } = session;
  const lock = await lockSession(directory);
  try {
    if (await isKept()) return undefined;
    const bytes = await sizeOf(session);
    for (const name of await readdir(directory)) {
      if (name !== "lock") await rm(join(directory, name), { recursive: true, force: true });
    }
    return bytes;
  } finally {
    await lock.release();
  }
}

/** A process that waited for the lock may have it by now; what is left is not the session that was deleted. */
async function removeEmpty(directory: string): Promise<void> {
  await rmdir(directory).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== "ENOTEMPTY" && thrown.code !== "ENOENT") throw thrown;
  });
}

/** A link in the way would have something deleted that is no session. */
async function ensureInside(stateDirectory: string, directory: string): Promise<void> {
  const root = sessionsDirectory(stateDirectory);
  const way = relative(root, directory);
  const [project = "..", id = "", ...deeper] = way.split(sep);
  const isPlace = project !== ".." && isSessionId(id) && deeper.length === 0;
  const expected = join(await realpath(root).catch(() => root), way);
  const real = await realpath(directory).catch(() => undefined);
  if (isPlace && real === expected) return;
  const what = real === undefined ? "is not there" : `is not the directory of a session in \`${root}\``;
  throw new SessionError("GNT_SESSION_DELETE", `\`${directory}\` ${what}, so nothing is deleted there`, {
    hint: "look at it, and delete it by hand",
  });
}

const isBusy = (thrown: unknown): boolean => isGauntletError(thrown) && thrown.code === "GNT_SESSION_BUSY";
