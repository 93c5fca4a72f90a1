import { homedir } from "node:os";
import { basename, dirname } from "node:path";
import {
  ConfigError,
  findSession,
  isGauntletError,
  type JournalRead,
  journalsOf,
  listSessions,
  messageOf,
  readJournal,
  type SessionFiles,
  stateDirectory,
} from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { visibleLine } from "../visible-line.ts";
import { rangeOf, type SessionRange, whereText } from "./sessions-list.ts";

/** The flags of `sessions verify`. */
export interface VerifyOptions extends SessionRange {
  /** `<seq>:<hash>`. */
  readonly anchor?: string;
}

/** `gauntlet sessions verify`: whether the chain of each journal is whole, those of agents too, and fits a hash that was kept elsewhere. */
export async function runSessionsVerify(id: string | undefined, options: VerifyOptions): Promise<ExitCode> {
  const anchor = options.anchor === undefined ? undefined : readAnchor(options.anchor);
  if (anchor && id === undefined) {
    throw new ConfigError("GNT_CONFIG_INVALID", "`--anchor` is about one session, and none is named", {
      hint: "give the session's id before it",
    });
  }
  const state = stateDirectory(process.env, homedir());
  const range = id === undefined ? rangeOf(options) : {};
  const sessions =
    id === undefined ? await listSessions(state, range) : [await findSession(state, process.cwd(), id)];
  if (sessions.length === 0) process.stdout.write(`there are no sessions${whereText(range)}\n`);
  let code: ExitCode = EXIT.done;
  for (const session of sessions) {
    for (const journal of journalsOf(session)) {
      const { lines, isGood } = await verify(journal, {
        name: nameOf(journal, session),
        // An anchor is about the session's own entries.
        anchor: journal === session.journal ? anchor : undefined,
      });
      process.stdout.write(lines.map((line) => `${visibleLine(line)}\n`).join(""));
      if (!isGood) code = EXIT.failed;
    }
  }
  return code;
}

interface Anchor {
  readonly seq: number;
  readonly hash: string;
}

function readAnchor(text: string): Anchor {
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text) ?? [];
  if (seq !== undefined && hash !== undefined) return { seq: Number(seq), hash: hash.toLowerCase() };
  throw new ConfigError("GNT_CONFIG_INVALID", `\`${text}\` is not an anchor`, {
    hint: "write the number of an entry, a colon and its hash, as `verify` prints them",
  });
}

interface Finding {
  readonly lines: readonly string[];
  readonly isGood: boolean;
}

/** The session by its id; an agent by the session it works for and its own. */
const nameOf = (journal: string, { id, journal: own }: SessionFiles): string =>
  journal === own ? id : `${id}, its agent ${basename(dirname(journal))}`;

async function verify(
  journal: string,
  { name, anchor }: { readonly name: string; readonly anchor: Anchor | undefined },
): Promise<Finding> {
  let read: JournalRead;
  try {
    read = await readJournal(journal);
  } catch (thrown) {
    if (!isGauntletError(thrown)) throw thrown;
    return { lines: [`${name}  cannot be checked: ${messageOf(thrown)}`], isGood: false };
  }
  const { entries, damage, tornBytes } = read;
  const [first] = damage;
  const last = entries.at(-1);
  const problem = anchor && anchorProblem(anchor, entries);
  const more = damage.length > 1 ? `, and ${damage.length - 1} more` : "";
  const verdict = first ? `damaged: line ${first.line}, ${first.why}${more}` : "good";
  return {
    isGood: !first && problem === undefined,
    lines: [
      `${name}  ${verdict}`,
      `  ${entries.length} entries, the last ${last ? `${last.seq}:${last.hash}` : "none"}`,
      ...(tornBytes > 0 ? [`  a torn last line of ${tornBytes} bytes does not count`] : []),
      ...(anchor ? [`  ${problem ?? `entry ${anchor.seq} fits the anchor`}`] : []),
    ],
  };
}

function anchorProblem({ seq, hash }: Anchor, entries: JournalRead["entries"]): string | undefined {
  const entry = entries.find((candidate) => candidate.seq === seq);
  if (!entry) return `there is no entry ${seq}, which the anchor is about: lines were cut off or changed`;
  return entry.hash === hash ? undefined : `entry ${seq} has another hash than the anchor: it was rewritten`;
}
