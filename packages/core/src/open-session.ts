import { isAbsolute, join, resolve } from "node:path";
import type { Mode } from "./contract/decision.ts";
import { JOURNAL_FORMAT, type PromptEvent, type SessionEvent } from "./contract/event.ts";
import type { CallContext } from "./contract/tool.ts";
import type { HookTable } from "./hooks.ts";
import type { ModelPort } from "./model/port.ts";
import { createPipeline } from "./pipeline.ts";
import { isCaseInsensitive } from "./policy/case-sensitivity.ts";
import type { PolicyContext, RuleSource } from "./policy/policy.ts";
import { realPathOrSelf } from "./policy/real-path.ts";
import { compileRules, type RuleSet } from "./policy/rules.ts";
import type { ToolPool } from "./pool/tool-pool.ts";
import { createOutputSink } from "./results/output-sink.ts";
import { repairAfterCrash } from "./resume.ts";
import { createCallTable } from "./schedule/call-table.ts";
import { type Journal, openJournal } from "./session/journal.ts";
import { readJournal } from "./session/read-journal.ts";
import { lockSession, type SessionLock } from "./session/session-lock.ts";
import { findSession, latestSession, type SessionFiles, sessionFiles } from "./session/session-store.ts";
import { createSlots, type SessionSlots } from "./session/slots.ts";
import { createSpillDirectory } from "./session/spill.ts";
import { createSession, type Session } from "./session.ts";
import { buildPoolStage } from "./stages/build-pool.ts";
import type { Answerer, Limits, Runtime } from "./stages/runtime.ts";
import type { Registry } from "./tool/registry.ts";
import { createTranscript, type Transcript } from "./transcript/transcript.ts";

/** What every session of one Gauntlet starts from. */
export interface SessionHome {
  readonly cwd: string;
  readonly home: string;
  readonly stateDirectory: string;
  readonly ownDirectories: readonly string[];
  readonly additionalDirectories: readonly string[];
  readonly rules: readonly RuleSource[];
  readonly mode: Mode;
  readonly headless: boolean;
  readonly answerers: readonly Answerer[];
  readonly limits: Limits;
  readonly trustEffects: readonly string[];
  readonly only: readonly string[] | undefined;
  readonly profile: string;
  readonly model: ModelPort | undefined;
  readonly modelName: string;
  readonly maxTokens: number;
  readonly system: string;
}

export interface SessionDoors {
  readonly hooks: HookTable;
  readonly registry: Registry;
  readonly home: SessionHome;
  readonly newId: () => string;
  readonly now: () => Date;
}

/** Opens the files of a session, rebuilds what its journal holds, and puts the runtime together. */
export async function openSession(
  doors: SessionDoors,
  options: { readonly continue?: boolean; readonly resume?: string },
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
    pipeline: createPipeline(runtime),
    room: model && { transcript: record.transcript, model, modelName, maxTokens, system },
    subscribe: record.subscribe,
    close: record.close,
  });
}

async function findFiles(
  { home, newId }: SessionDoors,
  options: { continue?: boolean; resume?: string },
): Promise<SessionFiles> {
  if (options.resume !== undefined) return findSession(home.stateDirectory, home.cwd, options.resume);
  if (options.continue) return latestSession(home.stateDirectory, home.cwd);
  return sessionFiles(home.stateDirectory, home.cwd, newId());
}

/** The journal with its readings: every event is written, applied and told in one place. */
interface Record {
  readonly transcript: Transcript;
  readonly slots: SessionSlots;
  readonly write: (event: SessionEvent) => void;
  readonly show: (event: PromptEvent) => void;
  readonly flush: () => Promise<void>;
  readonly subscribe: (listener: (event: PromptEvent) => void) => () => void;
  readonly close: () => Promise<void>;
  /** Reads the journal of an earlier run and goes on from its end. */
  readonly load: () => Promise<void>;
}

function createRecord({ home, now }: SessionDoors, files: SessionFiles): Record {
  const listeners = new Set<(event: PromptEvent) => void>();
  const transcript = createTranscript();
  let journal: Journal | undefined;
  let lock: Promise<SessionLock> | undefined;

  const show = (event: PromptEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const begin = (): void => {
    const { cwd, mode } = home;
    write({ type: "session.started", format: JOURNAL_FORMAT, session: files.id, cwd, mode });
  };
  const write = (event: SessionEvent): void => {
    if (!journal) {
      journal = openJournal(files.journal);
      lock = lockSession(files.directory);
      lock.catch(() => undefined);
      begin();
    }
    journal.append(event, now());
    transcript.apply(event);
    show(event);
  };
  const slots = createSlots(write);
  return {
    transcript,
    slots,
    write,
    show,
    flush: async () => {
      await lock;
      await journal?.flush();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      try {
        await journal?.close();
      } finally {
        await (await lock?.catch(() => undefined))?.release();
        lock = undefined;
      }
    },
    async load() {
      lock = lockSession(files.directory);
      await lock;
      const read = await readJournal(files.journal);
      for (const { event } of read.entries) {
        transcript.apply(event);
        slots.apply(event);
      }
      journal = openJournal(files.journal, read.tail);
      if (read.entries.length === 0) begin();
      else write({ type: "session.continued", mode: home.mode });
    },
  };
}

async function restore(record: Record): Promise<void> {
  try {
    await record.load();
    repairAfterCrash(record.transcript, record.write);
  } catch (thrown) {
    await record.close().catch(() => undefined);
    throw thrown;
  }
}

function createRuntime(doors: SessionDoors, files: SessionFiles, record: Record): Runtime {
  const { home, hooks, registry } = doors;
  const rules = compileRules(home.rules, {
    cwd: home.cwd,
    home: home.home,
    caseInsensitive: isCaseInsensitive(home.cwd),
    unicodeNormalizing: process.platform === "darwin",
    realPathOf: realPathOrSelf,
  });
  const spills = createSpillDirectory(files.results);
  const directories = workingDirectories(home);
  const table = createCallTable();
  const callContext = createCallContext({ home, directories, slots: record.slots, rules });
  const policyContext: PolicyContext = {
    mode: home.mode,
    cwd: home.cwd,
    home: home.home,
    workingDirectories: directories,
    resultsDirectory: realPathOrSelf(files.results),
    ownDirectories: home.ownDirectories.map(realPathOrSelf),
    trustEffects: home.trustEffects,
  };
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
        rules,
        profile: home.profile,
        mode: home.mode,
        cwd: home.cwd,
        only: home.only,
      });
      return pool;
    },
    mode: () => home.mode,
    rules: () => rules,
    callContext: () => callContext,
    policyContext: () => policyContext,
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
  slots,
  rules,
}: {
  readonly home: SessionHome;
  readonly directories: readonly string[];
  readonly slots: SessionSlots;
  readonly rules: RuleSet;
}): CallContext {
  return Object.freeze({
    isReadDenied: (path: string) => rules.isReadDenied(path, realPathOrSelf(path)),
    cwd: home.cwd,
    home: home.home,
    workingDirectories: directories,
    slots,
    resolve(path: string) {
      if (path === "~" || path.startsWith("~/")) return join(home.home, path.slice(1));
      return isAbsolute(path) ? resolve(path) : resolve(home.cwd, path);
    },
  });
}

function workingDirectories({ cwd, additionalDirectories }: SessionHome): readonly string[] {
  return [cwd, ...additionalDirectories.map((directory) => realPathOrSelf(resolve(cwd, directory)))];
}
