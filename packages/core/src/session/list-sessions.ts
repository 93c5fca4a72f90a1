import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { systemReason } from "../errors.ts";
import { glanceAtHead, glanceAtTail, type HeadGlance, type SessionEnd } from "./glance.ts";
import { type FileEnds, readEnds } from "./read-ends.ts";
import { lockHolder } from "./session-lock.ts";
import { allSessions, journalsOf, type SessionFiles, sessionsOf } from "./session-store.ts";

/** A session as its files show it from outside. */
export interface SessionSummary extends SessionFiles, HeadGlance {
  /** ISO 8601: when the journal was written last; without a journal, when the directory changed last. */
  readonly lastAt: string;
  /** Its journal, those of its agents, and spilled results. */
  readonly bytes: number;
  /** Id of the living process that has it open. */
  readonly openBy?: number;
  /** Missing where the end of the journal does not show it, and while a process is at work in it. */
  readonly ended?: SessionEnd;
  /** A clause: why what the journal says is not here. */
  readonly problem?: string;
}

/** Bytes that are read of each end of a journal. */
const END_BYTES = 65_536;

/** Sessions that are looked at at once. */
const AT_ONCE = 16;

/**
 * Lists sessions, the one written last first. Reads the two ends of each journal, so that large ones cost no more than
 * small ones, and checks no chain. A session that cannot be read is listed with what is known of it.
 * @param stateDirectory absolute; one that does not exist holds nothing.
 * @param options.cwd only sessions of this working directory. Default: of all.
 */
export async function listSessions(
  stateDirectory: string,
  options: { readonly cwd?: string } = {},
): Promise<readonly SessionSummary[]> {
  const sessions =
    options.cwd === undefined
      ? await allSessions(stateDirectory)
      : await sessionsOf(stateDirectory, options.cwd);
  const summaries: SessionSummary[] = [];
  for (let start = 0; start < sessions.length; start += AT_ONCE) {
    summaries.push(...(await Promise.all(sessions.slice(start, start + AT_ONCE).map(summarizeSession))));
  }
  return summaries.sort((a, b) =>
    a.lastAt < b.lastAt ? 1 : a.lastAt > b.lastAt ? -1 : a.id < b.id ? -1 : 1,
  );
}

/** What the files of one session show; never throws. */
export async function summarizeSession(files: SessionFiles): Promise<SessionSummary> {
  const [openBy, bytes, lastAt, ends] = await Promise.all([
    lockHolder(files.directory),
    sizeOf(files),
    writtenAt(files),
    endsOf(files),
  ]);
  const known = { ...files, lastAt, bytes, ...(openBy !== undefined && { openBy }) };
  if ("problem" in ends) return { ...known, problem: ends.problem };
  const ended = glanceAtTail(ends.tail);
  const isUnderWay = openBy !== undefined && ended === "interrupted";
  const glance = glanceAtHead(ends);
  return {
    ...known,
    ...glance,
    ...(ended !== undefined && !isUnderWay && { ended }),
    ...(glance.startedAt === undefined && { problem: "the first line of its journal cannot be read" }),
  };
}

/** When a session was written last, in ISO 8601; the beginning of time when nothing of it can be looked at. */
export async function writtenAt({ journal, directory }: SessionFiles): Promise<string> {
  const found =
    (await stat(journal).catch(() => undefined)) ?? (await stat(directory).catch(() => undefined));
  return new Date(found?.mtimeMs ?? 0).toISOString();
}

/** Bytes of the journals of a session and its agents, and of its spilled results. */
export async function sizeOf(files: SessionFiles): Promise<number> {
  const names = await readdir(files.results).catch(() => []);
  const results = names.map((name) => join(files.results, name));
  const sizes = await Promise.all([...journalsOf(files), ...results].map(fileSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const fileSize = (path: string): Promise<number> =>
  lstat(path).then(
    (file) => (file.isFile() ? file.size : 0),
    () => 0,
  );

async function endsOf({ journal }: SessionFiles): Promise<FileEnds | { readonly problem: string }> {
  try {
    // Opening what is no file could wait forever.
    if (!(await stat(journal)).isFile()) return { problem: "its journal is not a file" };
    return await readEnds(journal, END_BYTES);
  } catch (thrown) {
    const isMissing = (thrown as NodeJS.ErrnoException).code === "ENOENT";
    return {
      problem: isMissing ? "it has no journal" : `its journal cannot be read: ${systemReason(thrown)}`,
    };
  }
}
