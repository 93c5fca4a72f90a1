import { assembleSession, type SessionAssembly } from "./assemble-session.ts";
import type { Mode } from "./contract/decision.ts";
import { SessionError } from "./errors.ts";
import { createAgentStarter } from "./open-agent.ts";
import { unknownToolWarnings } from "./policy/lint-rules.ts";
import { toolsLoadedIn } from "./pool/pool-past.ts";
import { repairAfterCrash } from "./resume.ts";
import { findSessionHere } from "./session/find-session.ts";
import { latestSession, type SessionFiles, sessionFiles } from "./session/session-store.ts";
import type { Session } from "./session.ts";
import type { SessionDoors, SessionOptions } from "./session-home.ts";
import { forkFrom, type SessionPast, takeUp } from "./session-past.ts";
import { createRecord, type SessionRecord } from "./session-record.ts";
import { createScene } from "./session-runtime.ts";
import { nearestName } from "./tool/nearest-name.ts";
import { resolvePackOptions } from "./tool/pack-options.ts";
import { TOOL_SEARCH } from "./tool/registry.ts";
import { type ForeignMessage, isForeignMessage, repairMessages } from "./transcript/repair.ts";

/**
 * Opens the files of a session, rebuilds what its journal holds, closes what a dead process left open, and has the
 * rest put together.
 */
export async function openSession(doors: SessionDoors, options: SessionOptions): Promise<Session> {
  const { home } = doors;
  checkOptions(options);
  const packOptions = await resolvePackOptions(doors.registry.plugins, home.packs);
  const { files, past } = await findPast(doors, options);
  const record = createRecord(doors, files, { past });
  try {
    if (options.messages) loadHistory(options.messages, record);
    repairAfterCrash(record.transcript, record.write);
    // A session that goes on is on disk before it is used; a new one when something happens in it.
    if (past || options.messages) await record.flush();
  } catch (thrown) {
    await giveUp(record, thrown);
  }

  return assembleSession(doors, {
    files,
    record,
    packOptions,
    begins: beginOf(past),
    scene: createScene(doors, files, toolsLoadedIn((past?.entries ?? []).map(({ event }) => event))),
    warnings: [...warningsOf(doors), ...pastWarnings(past, record.policy.mode())],
    starterFor: (inside) => createAgentStarter(doors, inside),
  }).catch((thrown: unknown) => giveUp(record, thrown));
}

function beginOf(past: SessionPast | undefined): SessionAssembly["begins"] {
  if (past === undefined) return "startup";
  return past.goesOn ? "resume" : "fork";
}

async function giveUp(record: SessionRecord, thrown: unknown): Promise<never> {
  await record.close().catch(() => undefined);
  throw thrown;
}

function checkOptions({ continue: goOn, resume, fork, messages }: SessionOptions): void {
  const isOld = goOn === true || resume !== undefined;
  if (fork && !isOld) refuse("`fork` names no session to start from", "pass `continue` or `resume` with it");
  if (messages && isOld) refuse("`messages` are for a new session", "leave `continue` and `resume` out");
}

function refuse(message: string, hint: string): never {
  throw new SessionError("GNT_SESSION_PROMPT", message, { hint });
}

/** The session to open and what it starts from: nothing, its own past, or that of the session it is forked from. */
async function findPast(
  { home, newId }: SessionDoors,
  { continue: goOn, resume, fork }: SessionOptions,
): Promise<{ files: SessionFiles; past?: SessionPast }> {
  const { stateDirectory, cwd } = home;
  const isNew = resume === undefined && !goOn;
  if (isNew) return { files: sessionFiles(stateDirectory, cwd, newId()) };
  const found =
    resume === undefined
      ? await latestSession(stateDirectory, cwd)
      : await findSessionHere(stateDirectory, cwd, resume);
  if (!fork) return { files: found, past: await takeUp(found) };
  return { files: sessionFiles(stateDirectory, cwd, newId()), past: await forkFrom(found) };
}

function loadHistory(given: readonly ForeignMessage[], { write }: SessionRecord): void {
  const bad = given.findIndex((message) => !isForeignMessage(message));
  if (bad >= 0) {
    refuse(
      `message ${bad} of the conversation to load is not a message`,
      "give each a role, and a text or blocks",
    );
  }
  const { messages, what } = repairMessages(given);
  if (what.length > 0) write({ type: "transcript.repaired", what });
  write({ type: "history.loaded", messages });
}

/** Names of tools that no plugin has: what they were meant to allow, guard or offer does not happen. */
function warningsOf({ home, registry }: SessionDoors): readonly string[] {
  const tools = registry.all.map(({ tool }) => tool);
  const names = [TOOL_SEARCH, ...tools.flatMap(({ name, aliases }) => [name, ...aliases])];
  const isKnown = (name: string): boolean => name === TOOL_SEARCH || registry.find(name) !== undefined;
  const missing = (home.only ?? []).filter((name) => !isKnown(name));
  return [
    ...missing.map((name) => {
      const near = nearestName(name, names);
      const hint = near === undefined ? "" : `; did you mean \`${near}\`?`;
      return `no tool is named \`${name}\`, so restricting the tools to it offers nothing${hint}`;
    }),
    ...unknownToolWarnings(home.settings.current().rules, tools),
  ];
}

/** What people should know of the past a session goes on from. */
function pastWarnings(past: SessionPast | undefined, mode: Mode): readonly string[] {
  if (!past) return [];
  const before = past.entries.flatMap(({ event }) => ("mode" in event ? [event.mode] : [])).at(-1);
  const lines = past.damage.map(({ line, why }) => `line ${line} (${why})`);
  return [
    ...(lines.length > 0
      ? [`the journal of this session is damaged in ${lines.join(", ")}; what was said there is missing`]
      : []),
    ...(before !== undefined && before !== mode
      ? [`the session goes on in the mode \`${mode}\`; it was \`${before}\` before`]
      : []),
  ];
}
