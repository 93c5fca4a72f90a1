import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ScriptedModel, type ScriptedTurn, scriptedModel } from "@gauntlet/testing";
import { onTestFinished } from "vitest";
import {
  definePlugin,
  Gauntlet,
  type GauntletOptions,
  type JournalEntry,
  type PromptEvent,
  readJournal,
  type Session,
  type Tool,
  type TurnSummary,
} from "../src/index.ts";

/** A Gauntlet over a scratch directory and a scripted model. */
export interface World {
  readonly cwd: string;
  readonly state: string;
  readonly gauntlet: Gauntlet;
  readonly session: Session;
  readonly model: ScriptedModel;
  /** Runs a prompt to its end. */
  prompt(text?: string, signal?: AbortSignal): Promise<{ events: PromptEvent[]; summary: TurnSummary }>;
  /** The journal so far. */
  journal(): Promise<readonly JournalEntry[]>;
}

export interface WorldOptions extends Partial<GauntletOptions> {
  readonly toolList?: readonly Tool[];
  readonly turns?: readonly ScriptedTurn[];
}

export async function scratchDirectory(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-core-")));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
}

export async function createWorld({
  toolList = [],
  turns = [],
  ...options
}: WorldOptions = {}): Promise<World> {
  const root = await scratchDirectory();
  const state = join(root, "state");
  const model = scriptedModel(turns);
  const gauntlet = new Gauntlet({
    plugins: [definePlugin({ name: "test-pack", tools: toolList }), ...(options.plugins ?? [])],
    permissions: { allow: toolList.map(({ name }) => name) },
    cwd: root,
    home: join(root, "home"),
    stateDirectory: state,
    model,
    ...Object.fromEntries(Object.entries(options).filter(([key]) => key !== "plugins")),
  });
  const session = await gauntlet.session();
  onTestFinished(() => session.close());
  return {
    cwd: root,
    state,
    gauntlet,
    session,
    model,
    async prompt(text = "go", signal) {
      const events: PromptEvent[] = [];
      const running = session.prompt(text, signal ? { signal } : {});
      for (;;) {
        const next = await running.next();
        if (next.done) return { events, summary: next.value };
        events.push(next.value);
      }
    },
    journal: async () => (await readJournal(join(session.directory, "journal.jsonl"))).entries,
  };
}
