import { randomUUID } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ExecuteContext } from "@gauntlet/core";
import { createOutputSink } from "../../core/src/results/output-sink.ts";
import { MAX_RESULT_BYTES } from "../src/limits.ts";

/** A working directory of its own with contexts for calls in it. */
export interface Workplace {
  readonly cwd: string;
  context(overrides?: Partial<ExecuteContext>): ExecuteContext;
  remove(): void;
}

/** Makes a workplace in the system's temporary directory. */
export function createWorkplace(): Workplace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "gauntlet-shell-")));
  const context = (overrides: Partial<ExecuteContext> = {}): ExecuteContext => ({
    cwd: root,
    home: root,
    workingDirectories: [root],
    options: {},
    resource: () => {
      throw new Error("no resources here");
    },
    slots: { get: () => undefined, set: () => undefined, delete: () => undefined, entries: () => [] },
    resolve: (path) => resolve(root, path),
    callId: "call-1",
    signal: new AbortController().signal,
    progress: () => undefined,
    isReadDenied: () => false,
    openOutput: () =>
      createOutputSink({
        limitBytes: MAX_RESULT_BYTES,
        openFile: () => join(root, `output-${randomUUID()}.txt`),
      }),
    call: async () => ({ outcome: "invalid", text: "no other tools here" }),
    ...overrides,
  });
  return { cwd: root, context, remove: () => rmSync(root, { recursive: true, force: true }) };
}
