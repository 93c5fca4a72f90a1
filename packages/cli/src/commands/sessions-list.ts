import { homedir } from "node:os";
import { listSessions, stateDirectory } from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { sessionTable } from "../session-text.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";
import { workingDirectory } from "../working-directory.ts";

/** Which sessions are meant: those of a directory, or all. */
export interface SessionRange {
  readonly all?: boolean;
  readonly cwd?: string;
}

/** `gauntlet sessions list`: the sessions of a directory, the one written last first. */
export async function runSessionsList(
  options: SessionRange & { readonly json?: boolean },
): Promise<ExitCode> {
  const range = rangeOf(options);
  const sessions = await listSessions(stateDirectory(process.env, homedir()), range);
  if (options.json) process.stdout.write(`${visibleJson({ sessions }, 2)}\n`);
  else if (sessions.length === 0) process.stdout.write(`there are no sessions${whereText(range)}\n`);
  else {
    const lines = sessionTable(sessions, { now: new Date(), withDirectory: range.cwd === undefined });
    process.stdout.write(`${lines.join("\n")}\n`);
  }
  return EXIT.done;
}

/** The directory whose sessions are meant; none with `--all`. */
export const rangeOf = ({ all, cwd }: SessionRange): { readonly cwd?: string } =>
  all ? {} : { cwd: workingDirectory(cwd) };

/** The end of a sentence about sessions that are not there. */
export const whereText = ({ cwd }: { readonly cwd?: string }): string =>
  cwd === undefined ? "" : ` in ${visibleLine(cwd)}; \`--all\` takes those of all directories`;
