import { homedir } from "node:os";
import {
  ConfigError,
  findSession,
  type JournalEntry,
  maskSecrets,
  type Rejudged,
  readJournal,
  replayPolicy,
  type SessionFiles,
  stateDirectory,
  type Tool,
} from "@gauntlet/core";
import { BUILTIN_PACKS } from "../builtin-packs.ts";
import { viewJudgement } from "../decision-view.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { loadLoneSettings } from "../lone-settings.ts";
import { shortId } from "../session-text.ts";
import { shortJson } from "../short-json.ts";
import { groundsOf } from "../verdict.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";

/** A past decision with the session it was made in. */
interface Found extends Rejudged {
  readonly session: string;
}

/**
 * `gauntlet replay … --policy`: the calls of sessions that a policy would decide otherwise than they were. Runs
 * nothing.
 */
export async function replayUnderPolicy(
  ids: readonly string[],
  { policy, json }: { readonly policy: string; readonly json?: boolean },
): Promise<ExitCode> {
  const found: Found[] = [];
  for (const files of await sessionsNamed(ids)) found.push(...(await judged(files, policy)));
  const changed = found.filter(({ from, to }) => to !== undefined && to.behavior !== from.behavior);
  const unclear = found.filter(({ to }) => to === undefined);
  if (json) {
    const view = { decisions: found.length, changes: changed.map(viewOf), unclear: unclear.map(viewOf) };
    process.stdout.write(`${visibleJson(view, 2)}\n`);
  } else process.stdout.write(textOf(found.length, changed, unclear));
  return changed.length > 0 ? EXIT.failed : EXIT.done;
}

/** All are found before one is read, so that a wrong name costs nothing. */
async function sessionsNamed(ids: readonly string[]): Promise<readonly SessionFiles[]> {
  const state = stateDirectory(process.env, homedir());
  const files: SessionFiles[] = [];
  for (const id of new Set(ids)) files.push(await findSession(state, process.cwd(), id));
  return files;
}

async function judged({ id, journal }: SessionFiles, policy: string): Promise<readonly Found[]> {
  const { entries, damage } = await readJournal(journal);
  for (const { line, why } of damage)
    process.stderr.write(`gauntlet: ${shortId(id)} line ${line} of the journal: ${visibleLine(why)}\n`);
  const cwd = directoryOf(id, entries);
  const settings = await loadLoneSettings(policy, cwd);
  if (settings.mode !== undefined)
    process.stderr.write(
      "gauntlet: the mode of the policy does not count: each call keeps the mode it had\n",
    );
  return replayPolicy(entries, {
    rules: settings.rules,
    cwd,
    home: homedir(),
    trustEffects: ["@gauntlet/*", ...settings.trustEffects],
    forbidBypass: settings.bypassDisabled,
    toolOf: builtinTool,
  }).map((one) => ({ ...one, session: id }));
}

function directoryOf(id: string, entries: readonly JournalEntry[]): string {
  const started = entries.find(({ event }) => event.type === "session.started")?.event;
  if (started?.type === "session.started") return started.cwd;
  throw new ConfigError(
    "GNT_CONFIG_INVALID",
    `the journal of session \`${id}\` does not say where it works`,
    {
      hint: "leave this session out",
    },
  );
}

const builtinTool = (name: string): Tool | undefined =>
  BUILTIN_PACKS.flatMap(({ tools }) => tools).find((tool) => tool.name === name);

function viewOf({ session, seq, at, call, tool, from, to, unclear, ...rest }: Found): object {
  return {
    ...{ session, seq, at, call, tool },
    ...("input" in rest && { input: maskSecrets(rest.input).value }),
    from: viewJudgement(from),
    ...(to && { to: viewJudgement(to) }),
    ...(unclear !== undefined && { unclear }),
  };
}

const LONGEST_INPUT = 120;

function textOf(count: number, changed: readonly Found[], unclear: readonly Found[]): string {
  const about = ({ session, seq, tool, ...rest }: Found): string => {
    const input = "input" in rest ? ` ${shortJson(maskSecrets(rest.input).value, LONGEST_INPUT)}` : "";
    return `${shortId(session)} entry ${seq}: ${tool}${input}`;
  };
  const lines = [
    ...changed.flatMap((one) => [
      about(one),
      `  ${one.from.behavior} → ${one.to?.behavior}`,
      `  then  ${groundsOf(viewJudgement(one.from))}`,
      ...(one.to ? [`  now   ${groundsOf(viewJudgement(one.to))}`] : []),
    ]),
    ...unclear.flatMap((one) => [about(one), `  cannot be judged: ${one.unclear}`]),
    `${changed.length} of ${count} decisions would be others${unclear.length > 0 ? `; ${unclear.length} cannot be judged` : ""}`,
  ];
  return lines.map((line) => `${visibleLine(line)}\n`).join("");
}
