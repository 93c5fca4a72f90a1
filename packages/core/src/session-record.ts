import { resolve } from "node:path";
import { JOURNAL_FORMAT, type PromptEvent, type SessionEvent } from "./contract/event.ts";
import type { PolicyContext } from "./policy/policy.ts";
import { realPathOrSelf } from "./policy/real-path.ts";
import { type Journal, openJournal } from "./session/journal.ts";
import { readJournal } from "./session/read-journal.ts";
import { lockSession, type SessionLock } from "./session/session-lock.ts";
import type { SessionFiles } from "./session/session-store.ts";
import { createSlots, type SessionSlots } from "./session/slots.ts";
import type { SessionDoors, SessionHome } from "./session-home.ts";
import { createSessionPolicy, type SessionPolicy } from "./session-policy.ts";
import { createTranscript, type Transcript } from "./transcript/transcript.ts";

/** The journal with its readings: every event is written, applied and told in one place. */
export interface SessionRecord {
  readonly transcript: Transcript;
  readonly slots: SessionSlots;
  readonly policy: SessionPolicy;
  readonly write: (event: SessionEvent) => void;
  /** @throws GNT_SESSION_JOURNAL once something could not be written. */
  readonly ensureWritable: () => void;
  readonly show: (event: PromptEvent) => void;
  readonly flush: () => Promise<void>;
  readonly subscribe: (listener: (event: PromptEvent) => void) => () => void;
  readonly close: () => Promise<void>;
  /** Reads the journal of an earlier run and goes on from its end. */
  readonly load: () => Promise<void>;
}

export function createRecord({ home, now }: SessionDoors, files: SessionFiles): SessionRecord {
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
  const policy = createSessionPolicy(home, policyPlaces(home, files), { record: write, now });
  return {
    transcript,
    slots,
    policy,
    write,
    ensureWritable: () => {},
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
        policy.apply(event);
      }
      journal = openJournal(files.journal, read.tail);
      if (read.entries.length === 0) begin();
      else write({ type: "session.continued", format: JOURNAL_FORMAT, mode: policy.mode() });
    },
  };
}

/** What rules and built-in voters know of the session's places. */
export function policyPlaces(home: SessionHome, files: SessionFiles): Omit<PolicyContext, "mode"> {
  return {
    cwd: home.cwd,
    home: home.home,
    workingDirectories: workingDirectories(home),
    resultsDirectory: realPathOrSelf(files.results),
    ownDirectories: home.ownDirectories.map(realPathOrSelf),
    trustEffects: home.trustEffects,
  };
}

/** Real paths: the working directory, then those added to it. */
export function workingDirectories({ cwd, additionalDirectories }: SessionHome): readonly string[] {
  return [cwd, ...additionalDirectories.map((directory) => realPathOrSelf(resolve(cwd, directory)))];
}
