import type { CallContext } from "./contract/tool.ts";
import { createPipeline } from "./pipeline.ts";
import { unknownToolWarnings } from "./policy/lint-rules.ts";
import { toComparable } from "./policy/path-inside.ts";
import { isOwnSecret } from "./policy/protected-paths.ts";
import { realPathOrSelf } from "./policy/real-path.ts";
import { absolutePath } from "./policy/windows-path.ts";
import type { ToolPool } from "./pool/tool-pool.ts";
import { createOutputSink } from "./results/output-sink.ts";
import { repairAfterCrash } from "./resume.ts";
import { createCallTable } from "./schedule/call-table.ts";
import { findSessionHere } from "./session/find-session.ts";
import { latestSession, type SessionFiles, sessionFiles } from "./session/session-store.ts";
import { createSpillDirectory } from "./session/spill.ts";
import { createSession, type Session } from "./session.ts";
import type { SessionDoors, SessionHome } from "./session-home.ts";
import { createRecord, policyPlaces, type SessionRecord, workingDirectories } from "./session-record.ts";
import { buildPoolStage } from "./stages/build-pool.ts";
import type { Runtime } from "./stages/runtime.ts";

/** Opens the files of a session, rebuilds what its journal holds, and puts the runtime together. */
export async function openSession(
  doors: SessionDoors,
  options: { readonly continue?: boolean; readonly resume?: string; readonly fork?: boolean },
): Promise<Session> {
  const { home } = doors;
  const files = await findFiles(doors, options);
  const isNew = options.continue !== true && options.resume === undefined;
  const record = createRecord(doors, files);
  if (!isNew) await restore(record);

  const runtime = createRuntime(doors, files, record);
  const { model, modelName, maxTokens, system } = home;
  return createSession({
    id: files.id,
    directory: files.directory,
    runtime,
    warnings: warningsOf(doors),
    pipeline: createPipeline(runtime),
    room: model && { transcript: record.transcript, model, modelName, maxTokens, system },
    subscribe: record.subscribe,
    close: record.close,
  });
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

async function findFiles(
  { home, newId }: SessionDoors,
  options: { continue?: boolean; resume?: string },
): Promise<SessionFiles> {
  if (options.resume !== undefined) return findSessionHere(home.stateDirectory, home.cwd, options.resume);
  if (options.continue) return latestSession(home.stateDirectory, home.cwd);
  return sessionFiles(home.stateDirectory, home.cwd, newId());
}

async function restore(record: SessionRecord): Promise<void> {
  try {
    await record.load();
    repairAfterCrash(record.transcript, record.write);
  } catch (thrown) {
    await record.close().catch(() => undefined);
    throw thrown;
  }
}

function createRuntime(doors: SessionDoors, files: SessionFiles, record: SessionRecord): Runtime {
  const { home, hooks, registry } = doors;
  const spills = createSpillDirectory(files.results);
  const directories = workingDirectories(home);
  const table = createCallTable();
  const { policy } = record;
  const callContext = createCallContext({ home, directories, record, files });
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
    callContext: () => callContext,
    policyContext: policy.context,
    record: record.write,
    flush: record.flush,
    show: record.show,
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

function createCallContext({
  home,
  directories,
  record: { slots, policy },
  files,
}: {
  readonly home: SessionHome;
  readonly directories: readonly string[];
  readonly record: SessionRecord;
  readonly files: SessionFiles;
}): CallContext {
  const places = policyPlaces(home, files);
  const isSecret = (path: string): boolean => isOwnSecret(toComparable(path), places);
  return Object.freeze({
    isReadDenied(path: string) {
      const real = realPathOrSelf(path);
      return policy.rules().isReadDenied(path, real) || [path, real].some(isSecret);
    },
    cwd: home.cwd,
    home: home.home,
    workingDirectories: directories,
    slots,
    resolve: (path: string) => absolutePath(path, home),
  });
}
