import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { SessionError } from "../errors.ts";

/** The files of one session. */
export interface SessionFiles {
  readonly id: string;
  readonly directory: string;
  readonly journal: string;
  /** Spilled results. */
  readonly results: string;
}

/**
 * The session of an id that was given from outside.
 * @throws GNT_SESSION_NOT_FOUND when the id cannot be one, or this directory has no such session.
 */
export async function findSession(stateDirectory: string, cwd: string, id: string): Promise<SessionFiles> {
  if (/^[a-zA-Z0-9-]{1,64}$/.test(id)) {
    const files = sessionFiles(stateDirectory, cwd, id);
    if (
      await stat(files.journal).then(
        () => true,
        () => false,
      )
    )
      return files;
  }
  throw new SessionError("GNT_SESSION_NOT_FOUND", `there is no session \`${id}\` in \`${cwd}\``, {
    hint: "the ids are the names of the directories next to the last session's journal",
  });
}

/** Where the sessions of one working directory live below the state directory. */
export function sessionFiles(stateDirectory: string, cwd: string, id: string): SessionFiles {
  const directory = join(stateDirectory, "sessions", projectKey(cwd), id);
  return { id, directory, journal: join(directory, "journal.jsonl"), results: join(directory, "results") };
}

/**
 * The session of this working directory that was written to last.
 * @throws GNT_SESSION_NOT_FOUND when there is none.
 */
export async function latestSession(stateDirectory: string, cwd: string): Promise<SessionFiles> {
  const ids = await readdir(join(stateDirectory, "sessions", projectKey(cwd))).catch(() => []);
  let latest: { files: SessionFiles; at: number } | undefined;
  for (const id of ids) {
    const files = sessionFiles(stateDirectory, cwd, id);
    const at = await stat(files.journal).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (at !== undefined && (!latest || at > latest.at)) latest = { files, at };
  }
  if (latest) return latest.files;
  throw new SessionError("GNT_SESSION_NOT_FOUND", `there is no session to continue in \`${cwd}\``, {
    hint: "leave `--continue` out to start one",
  });
}

/** A readable, unambiguous folder name for a working directory. */
function projectKey(cwd: string): string {
  const name = cwd
    .replace(/[^a-zA-Z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(-60);
  return `${name}-${createHash("sha256").update(cwd).digest("hex").slice(0, 8)}`;
}
