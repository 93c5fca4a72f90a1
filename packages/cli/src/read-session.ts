import { homedir } from "node:os";
import {
  findSession,
  type JournalRead,
  readJournal,
  type SessionFiles,
  stateDirectory,
} from "@gauntlet/core";
import { visibleLine } from "./visible-line.ts";

/** A session's files and what its journal holds. */
export interface ReadSession extends SessionFiles, Pick<JournalRead, "entries"> {}

/**
 * Finds a session by its id or the beginning of it and reads its journal; what is damaged in it is said.
 * @throws GNT_SESSION_NOT_FOUND, GNT_SESSION_AMBIGUOUS, GNT_SESSION_JOURNAL.
 */
export async function readSession(id: string): Promise<ReadSession> {
  const files = await findSession(stateDirectory(process.env, homedir()), process.cwd(), id);
  const { entries, damage, tornBytes } = await readJournal(files.journal);
  for (const { line, why } of damage)
    process.stderr.write(`gauntlet: line ${line} of the journal: ${visibleLine(why)}\n`);
  if (tornBytes > 0) process.stderr.write("gauntlet: the last line of the journal is torn and left out\n");
  return { ...files, entries };
}
