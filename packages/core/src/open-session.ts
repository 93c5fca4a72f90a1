import { join } from "node:path";
import type { Mode } from "./contract/decision.ts";
import type { CallContext, PackOptions } from "./contract/tool.ts";
import { SessionError } from "./errors.ts";
import { createPipeline } from "./pipeline.ts";
import { unknownToolWarnings } from "./policy/lint-rules.ts";
import { toComparable } from "./policy/path-inside.ts";
import { holdsOwnSecret, isOwnSecret } from "./policy/protected-paths.ts";
import { realPathOrSelf } from "./policy/real-path.ts";
import { absolutePath } from "./policy/windows-path.ts";
import type { ToolPool } from "./pool/tool-pool.ts";
import { createOutputSink } from "./results/output-sink.ts";
import { repairAfterCrash } from "./resume.ts";
import { createCallTable } from "./schedule/call-table.ts";
import { findSessionHere } from "./session/find-session.ts";
import { latestSession, type SessionFiles, sessionFiles } from "./session/session-store.ts";
import { createSpillDirectory, type SpillDirectory } from "./session/spill.ts";
import { createTold, type Told } from "./session/told.ts";
import { createSession, type Session } from "./session.ts";
import type { SessionDoors, SessionHome, SessionOptions } from "./session-home.ts";
import { forkFrom, type SessionPast, takeUp } from "./session-past.ts";
import { createRecord, type SessionRecord } from "./session-record.ts";
import { buildPoolStage } from "./stages/build-pool.ts";
import type { Runtime } from "./stages/runtime.ts";
import { type OpenResources, openResources } from "./tool/open-resources.ts";
import { resolvePackOptions } from "./tool/pack-options.ts";
import { type ForeignMessage, repairMessages } from "./transcript/repair.ts";

/**
 * Opens the files of a session, rebuilds what its journal holds, closes what a dead process left open, and puts the
 * runtime together.
 */
export async function openSession(doors: SessionDoors, options: SessionOptions): Promise<Session> {
  const { home } = doors;
  checkOptions(options);
  const packOptions = await resolvePackOptions(doors.registry.plugins, home.packs);
  const { files, past } = await findPast(doors, options);
  const record = createRecord(doors, files, past);
  try {
    if (options.messages) loadHistory(options.messages, record);
    repairAfterCrash(record.transcript, record.write);
    // A session that goes on is on disk before it is used; a new one when something happens in it.
    if (past || options.messages) await record.flush();
  } catch (thrown) {
    await giveUp(record, thrown);
  }

  const spills = createSpillDirectory(files.results);
  const told = createTold();
  const resources = await openResources(doors.registry.plugins, (plugin) => ({
    session: files.id,
    cwd: home.cwd,
    slots: record.slots,
    options: packOptions.get(plugin) ?? {},
    directory: join(home.stateDirectory, "packs", plugin.replace(/[^a-zA-Z0-9_-]/g, "_")),
    newResultFile: spills.nextPath,
    tell: told.add,
  })).catch((thrown: unknown) => giveUp(record, thrown));
  const runtime = createRuntime(doors, { record, packOptions, resources, spills, told });
  const { model, modelName, maxTokens, contextTokens, prices, system } = home;
  return createSession({
    id: files.id,
    directory: files.directory,
    runtime,
    warnings: [...warningsOf(doors), ...pastWarnings(past, record.policy.mode())],
    pipeline: createPipeline(runtime),
    room: model && {
      transcript: record.transcript,
      model,
      modelName,
      maxTokens,
      contextTokens,
      prices,
      system,
    },
    subscribe: record.subscribe,
    close: async () => {
      try {
        await resources.close();
      } finally {
        await record.close();
      }
    },
  });
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
    refuse(`message ${bad} of the conversation to load is none`, "give each a role, and a text or blocks");
  }
  const { messages, what } = repairMessages(given);
  if (what.length > 0) write({ type: "transcript.repaired", what });
  write({ type: "history.loaded", messages });
}

/** Names of tools that no plugin has: what they were meant to allow, guard or offer does not happen. */
function warningsOf({ home, registry }: SessionDoors): readonly string[] {
  const tools = registry.all.map(({ tool }) => tool);
  const missing = (home.only ?? []).filter((name) => !registry.find(name));
  return [
    ...missing.map((name) => `no tool is named \`${name}\`, so restricting the tools to it offers nothing`),
    ...unknownToolWarnings(home.rules, tools),
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

interface RuntimeParts {
  readonly record: SessionRecord;
  readonly packOptions: ReadonlyMap<string, PackOptions>;
  readonly resources: OpenResources;
  readonly spills: SpillDirectory;
  readonly told: Told;
}

function createRuntime(doors: SessionDoors, parts: RuntimeParts): Runtime {
  const { home, hooks, registry } = doors;
  const { record, spills, told } = parts;
  const table = createCallTable();
  const { policy } = record;
  const contexts = createCallContexts({ ...parts, home });
  let pool: Promise<ToolPool> | undefined;
  let questions: Promise<unknown> = Promise.resolve();

  return {
    hooks,
    table,
    limits: home.limits,
    headless: home.headless,
    answerers: home.headless ? [] : home.answerers,
    pool: () => {
      pool ??= buildPoolStage({
        registry,
        hooks,
        rules: policy.rules(),
        profile: home.profile,
        mode: policy.mode(),
        cwd: home.cwd,
        only: home.only,
      });
      return pool;
    },
    policies: home.policies,
    mode: policy.mode,
    setMode: policy.setMode,
    rules: policy.rules,
    remember: policy.remember,
    refreshSettings: policy.refresh,
    settingsProblem: policy.problem,
    callContext: (tool) => contexts(registry.find(tool.name)?.plugin),
    policyContext: policy.context,
    record: record.write,
    journalProven: record.proven,
    flush: record.flush,
    ensureJournal: record.ensureWritable,
    show: record.show,
    takeTold: told.take,
    openOutput: (call, limitBytes) =>
      createOutputSink({
        limitBytes,
        previewBytes: home.limits.previewBytes,
        openFile: () => spills.nextPath(call),
      }),
    spill: (call, text) => spills.store(call, text),
    newId: doors.newId,
    now: doors.now,
    questionTurn(work) {
      const turn = questions.then(work);
      questions = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** One context for each plugin: they differ in the options. */
function createCallContexts({
  home,
  record: { slots, policy, places },
  packOptions,
  resources,
}: Pick<RuntimeParts, "record" | "packOptions" | "resources"> & { readonly home: SessionHome }): (
  plugin: string | undefined,
) => CallContext {
  const isSecret = (path: string): boolean => isOwnSecret(toComparable(path), places);
  const common = {
    isReadDenied(path: string, realPath?: string) {
      const real = realPath ?? realPathOrSelf(path);
      return policy.rules().isReadDenied(path, real) || isSecret(path) || (real !== path && isSecret(real));
    },
    mayDenyReadsBelow(directory: string) {
      // Links to a file that is denied elsewhere may lie anywhere.
      if (policy.rules().deniesReads) return true;
      return [directory, realPathOrSelf(directory)].some((path) =>
        holdsOwnSecret(toComparable(path), places),
      );
    },
    cwd: home.cwd,
    home: home.home,
    workingDirectories: places.workingDirectories,
    slots,
    resource: resources.get,
    resolve: (path: string) => absolutePath(path, home),
  };
  const contexts = new Map<string | undefined, CallContext>();
  return (plugin) => {
    const known = contexts.get(plugin);
    if (known) return known;
    const context = Object.freeze({ ...common, options: packOptions.get(plugin ?? "") ?? {} });
    contexts.set(plugin, context);
    return context;
  };
}

const isForeignMessage = (message: unknown): boolean => {
  const { role, content } = (message ?? {}) as { role?: unknown; content?: unknown };
  if (typeof role !== "string") return false;
  return typeof content === "string" || (Array.isArray(content) && content.every(isBlock));
};

const isBlock = (block: unknown): boolean => typeof (block as { type?: unknown } | null)?.type === "string";
