import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ExecuteContext, Json, Slots } from "@gauntlet/core";
import { createOutputSink } from "../../core/src/results/output-sink.ts";
import { MAX_RESULT_BYTES } from "../src/limits.ts";
import { type ShellSession, shellSession } from "../src/shell-session.ts";

/** A working directory of its own with contexts for calls in it, as one session. */
export interface Workplace {
  readonly cwd: string;
  /** Where the pack keeps what all sessions share. */
  readonly directory: string;
  readonly slots: Slots;
  /** What was told to the model beside results. */
  readonly told: readonly string[];
  readonly shell: ShellSession;
  context(overrides?: Partial<ExecuteContext>): ExecuteContext;
  /** Ends the session and opens another one over the same state. */
  reopen(): Promise<void>;
  close(): Promise<void>;
  remove(): Promise<void>;
}

/** Makes a workplace in the system's temporary directory. */
export async function createWorkplace(options: ExecuteContext["options"] = {}): Promise<Workplace> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "gauntlet-shell-")));
  const [root, state] = [join(base, "work"), join(base, "state")];
  for (const directory of [root, state]) mkdirSync(directory);
  const slots = memorySlots();
  const told: string[] = [];
  const open = async (): Promise<ShellSession> =>
    await shellSession.open({
      session: "session-1",
      cwd: root,
      home: root,
      isTrusted: true,
      slots,
      options,
      log: { info: () => undefined, warn: () => undefined },
      directory: state,
      redact: (passOn) => ({ write: passOn, end: () => undefined }),
      newResultFile: (name) => join(base, `${name}-${randomUUID()}.txt`),
      tools: {
        offer: () => [],
        withhold: () => {},
        waitFor: () => {},
        seekWith: () => {},
        deniedBy: () => undefined,
      },
      tell: (text) => void told.push(text),
      watch: () => undefined,
    });
  let shell = await open();
  const context = (overrides: Partial<ExecuteContext> = {}): ExecuteContext => ({
    cwd: root,
    home: root,
    workingDirectories: [root],
    options,
    resource: () => shell as never,
    slots,
    resolve: (path) => resolve(root, path),
    callId: "call-1",
    effects: [],
    signal: new AbortController().signal,
    progress: () => undefined,
    deniedBy: () => undefined,
    isReadDenied: () => false,
    mayDenyReadsBelow: () => false,
    openOutput: () =>
      createOutputSink({
        limitBytes: MAX_RESULT_BYTES,
        openFile: () => join(base, `output-${randomUUID()}.txt`),
      }),
    original: {},
    mode: () => "default",
    changeMode: () => undefined,
    moveTo: () => undefined,
    startAgent: () => Promise.reject(new Error("no agents here")),
    askModel: () => Promise.reject(new Error("no model here")),
    ask: async () => ({ action: "decline" }),
    call: async () => ({ outcome: "invalid", text: "no other tools here", content: "" }),
    ...overrides,
  });
  return {
    cwd: root,
    directory: state,
    slots,
    told,
    get shell() {
      return shell;
    },
    context,
    async reopen() {
      await shellSession.close(shell);
      shell = await open();
    },
    close: () => shellSession.close(shell),
    async remove() {
      await shellSession.close(shell);
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function memorySlots(): Slots {
  const tables = new Map<string, Map<string, Json>>();
  const table = (name: string): Map<string, Json> => {
    const known = tables.get(name) ?? new Map<string, Json>();
    tables.set(name, known);
    return known;
  };
  return {
    get: (slot, key) => table(slot.name).get(key) as never,
    set: (slot, key, value) => void table(slot.name).set(key, structuredClone(value) as Json),
    delete: (slot, key) => void table(slot.name).delete(key),
    entries: (slot) => [...table(slot.name)] as never,
  };
}
