import { dirname, join, resolve } from "node:path";
import { type AgentOrigin, JOURNAL_FORMAT, type SessionEvent } from "./contract/event.ts";
import type { PromptEvent } from "./contract/prompt-event.ts";
import type { PolicyContext } from "./policy/policy.ts";
import { realPathOrSelf } from "./policy/real-path.ts";
import { createQuota } from "./session/disk-quota.ts";
import { type Journal, openJournal } from "./session/journal.ts";
import { lockSession, type SessionLock } from "./session/session-lock.ts";
import type { SessionFiles } from "./session/session-store.ts";
import { createSlots, type SessionSlots } from "./session/slots.ts";
import type { SessionDoors, SessionHome } from "./session-home.ts";
import { ancestorsOf, isCopied, type SessionPast } from "./session-past.ts";
import { createSessionPolicy, type SessionPolicy } from "./session-policy.ts";
import { createTranscript, type Transcript } from "./transcript/transcript.ts";

/** The journal with its readings: every event is written, applied and told in one place. */
export interface SessionRecord {
  readonly transcript: Transcript;
  readonly slots: SessionSlots;
  readonly policy: SessionPolicy;
  readonly places: Omit<PolicyContext, "mode">;
  readonly write: (event: SessionEvent) => void;
  readonly show: (event: PromptEvent) => void;
  readonly proven: () => Promise<void>;
  readonly flush: () => Promise<void>;
  /** @throws SessionError when nothing more may happen: the journal broke, or the session's disk quota is used up. */
  readonly ensureWritable: () => void;
  /** What the disk quota leaves for results, in bytes; undefined without one. */
  readonly roomOnDisk: () => number | undefined;
  readonly subscribe: (listener: (event: PromptEvent) => void) => () => void;
  readonly close: () => Promise<void>;
}

/** What a record starts from; nothing named: empty. */
export interface RecordStart {
  /** What earlier processes left. */
  readonly past?: SessionPast | undefined;
  /** For a subagent: whose it is, and its narrowed policy. */
  readonly agent?: { readonly of: AgentOrigin; readonly policy: SessionPolicy };
}

export function createRecord(
  { home, now }: SessionDoors,
  files: SessionFiles,
  { past, agent }: RecordStart = {},
): SessionRecord {
  const listeners = new Set<(event: PromptEvent) => void>();
  const transcript = createTranscript();
  const quota = createQuota(files, home.maxSessionBytes);
  let journal: Journal | undefined;
  let lock: Promise<SessionLock> | undefined;

  const show = (event: PromptEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const begin = (): Journal => {
    lock ??= lockSession(files.directory);
    lock.catch(() => undefined);
    const begun = openJournal(files.journal, past?.goesOn?.tail, lock);
    journal = begun;
    const { cwd } = home;
    write({
      type: "session.started",
      format: JOURNAL_FORMAT,
      session: files.id,
      cwd,
      mode: policy.mode(),
      ...(past?.origin && { forkedFrom: past.origin }),
      ...(agent && { agentOf: agent.of }),
    });
    return begun;
  };
  const write = (event: SessionEvent): void => {
    (journal ?? begin()).append(event, now());
    transcript.apply(event);
    show(event);
  };
  const slots = createSlots((event) => write(event));
  const places = policyPlaces(home, files, past);
  const policy = agent?.policy ?? createSessionPolicy(home, places, { record: write, now });

  const goOn = ({ entries, goesOn }: SessionPast): void => {
    for (const { event } of entries) {
      transcript.apply(event);
      slots.apply(event);
      policy.apply(event);
    }
    if (goesOn) lock = Promise.resolve(goesOn.lock);
    const kept = goesOn ? entries : entries.filter(isCopied);
    if (goesOn && kept.length > 0) journal = openJournal(files.journal, goesOn.tail);
    else {
      const begun = begin();
      for (const { event, at } of kept) begun.append(event, new Date(at));
    }
    if (kept.length > 0) {
      write({ type: "session.continued", format: JOURNAL_FORMAT, mode: policy.mode() });
    }
  };
  if (past) goOn(past);

  return {
    transcript,
    slots,
    policy,
    places,
    write,
    show,
    proven: async () => {
      await lock;
      await journal?.proven();
    },
    flush: async () => {
      await lock;
      await journal?.flush();
    },
    ensureWritable() {
      journal?.ensureWritable();
      quota.ensureRoom(journal?.bytes ?? 0);
    },
    roomOnDisk: () => quota.room(journal?.bytes ?? 0),
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
  };
}

/** What rules and built-in voters know of the session's places. */
function policyPlaces(
  home: SessionHome,
  files: SessionFiles,
  past: SessionPast | undefined,
): Omit<PolicyContext, "mode"> {
  const siblings = dirname(files.directory);
  const results = [files.results, ...ancestorsOf(past?.origin).map((id) => join(siblings, id, "results"))];
  return {
    cwd: home.cwd,
    home: home.home,
    workingDirectories: workingDirectories(home),
    resultsDirectories: results.map(realPathOrSelf),
    ownDirectories: home.ownDirectories.map(realPathOrSelf),
    trustEffects: home.trustEffects,
  };
}

/** Real paths: the working directory, then those added to it. */
function workingDirectories({ cwd, additionalDirectories }: SessionHome): readonly string[] {
  return [cwd, ...additionalDirectories.map((directory) => realPathOrSelf(resolve(cwd, directory)))];
}
