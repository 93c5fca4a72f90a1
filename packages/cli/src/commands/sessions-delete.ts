import { homedir } from "node:os";
import { deleteSession, findSession, type SessionFiles, stateDirectory } from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { reportError } from "../report-error.ts";

/** `gauntlet sessions delete`: nothing goes when one of the ids is unknown; one that is open keeps no other. */
export async function runSessionsDelete(ids: readonly string[]): Promise<ExitCode> {
  const state = stateDirectory(process.env, homedir());
  const sessions = new Map<string, SessionFiles>();
  for (const id of ids) {
    const session = await findSession(state, process.cwd(), id);
    sessions.set(session.directory, session);
  }
  let code: ExitCode = EXIT.done;
  for (const session of sessions.values()) {
    try {
      const bytes = await deleteSession(state, session);
      process.stdout.write(`deleted ${session.id}, ${bytes} bytes\n`);
    } catch (thrown) {
      reportError(thrown, process.stderr);
      code = EXIT.failed;
    }
  }
  return code;
}
