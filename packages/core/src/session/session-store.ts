import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
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

/** Tells whether a name can be the id of a session. */
export const isSessionId = (name: string): boolean => /^[a-zA-Z0-9-]{1,64}$/.test(name);

/** Where the sessions of one working directory live below the state directory. */
export function sessionFiles(stateDirectory: string, cwd: string, id: string): SessionFiles {
  return filesIn(join(sessionsDirectory(stateDirectory), projectKey(cwd)), id);
}

/** Where all sessions live, each in the directory of its project. */
export const sessionsDirectory = (stateDirectory: string): string => join(stateDirectory, "sessions");

/** The sessions of one working directory, by what directories there are; in no order. */
export function sessionsOf(stateDirectory: string, cwd: string): Promise<readonly SessionFiles[]> {
  return sessionsIn(join(sessionsDirectory(stateDirectory), projectKey(cwd)));
}

/** The sessions of all working directories, by what directories there are; in no order. */
export async function allSessions(stateDirectory: string): Promise<readonly SessionFiles[]> {
  const root = sessionsDirectory(stateDirectory);
  const projects = await namesIn(root);
  return (await Promise.all(projects.map((project) => sessionsIn(join(root, project))))).flat();
}

/** The journal of a session, and those of its agents and of theirs, by what directories there are. */
export function journalsOf({ directory, journal }: SessionFiles): readonly string[] {
  const agents = join(directory, "agents");
  return [journal, ...agentIds(agents).flatMap((id) => journalsOf(filesIn(agents, id)))];
}

function agentIds(directory: string): readonly string[] {
  try {
    const found = readdirSync(directory, { withFileTypes: true });
    return found.flatMap((entry) => (entry.isDirectory() && isSessionId(entry.name) ? [entry.name] : []));
  } catch {
    return [];
  }
}

/** Those of the sessions that have a journal, the one written last first. */
export async function newestFirst(sessions: readonly SessionFiles[]): Promise<readonly SessionFiles[]> {
  const written = await Promise.all(
    sessions.map(async (files) => ({ files, at: await journalWrittenAt(files) })),
  );
  return written
    .flatMap(({ files, at }) => (at === undefined ? [] : [{ files, at }]))
    .sort((a, b) => b.at - a.at || (a.files.journal < b.files.journal ? -1 : 1))
    .map(({ files }) => files);
}

/**
 * The session of this working directory that was written to last.
 * @throws GNT_SESSION_NOT_FOUND when there is none.
 */
export async function latestSession(stateDirectory: string, cwd: string): Promise<SessionFiles> {
  const [latest] = await newestFirst(await sessionsOf(stateDirectory, cwd));
  if (latest) return latest;
  throw new SessionError("GNT_SESSION_NOT_FOUND", `there is no session to continue in \`${cwd}\``, {
    hint: "leave `--continue` out to start one",
  });
}

async function sessionsIn(project: string): Promise<readonly SessionFiles[]> {
  const found = await Promise.all(
    (await namesIn(project)).filter(isSessionId).map(async (id) => {
      const files = filesIn(project, id);
      const isDirectory = await stat(files.directory).then(
        (there) => there.isDirectory(),
        () => false,
      );
      return isDirectory ? [files] : [];
    }),
  );
  return found.flat();
}

function filesIn(project: string, id: string): SessionFiles {
  const directory = join(project, id);
  return { id, directory, journal: join(directory, "journal.jsonl"), results: join(directory, "results") };
}

const journalWrittenAt = ({ journal }: SessionFiles): Promise<number | undefined> =>
  stat(journal).then(
    (file) => (file.isFile() ? file.mtimeMs : undefined),
    () => undefined,
  );

const namesIn = (directory: string): Promise<string[]> => readdir(directory).catch(() => []);

/** A readable, unambiguous folder name for a working directory. */
function projectKey(cwd: string): string {
  const name = cwd
    .replace(/[^a-zA-Z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(-60);
  return `${name}-${createHash("sha256").update(cwd).digest("hex").slice(0, 8)}`;
}
