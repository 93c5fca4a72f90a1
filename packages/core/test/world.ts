import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ScriptedModel, type ScriptedTurn, scriptedModel } from "@gauntlet/testing";
import { onTestFinished } from "vitest";
import type { SettledCall } from "../src/contract/settled-call.ts";
import {
  definePlugin,
  defineTool,
  Gauntlet,
  type GauntletOptions,
  type Hooks,
  type JournalEntry,
  type Plugin,
  type PromptEvent,
  readJournal,
  type Session,
  type SessionEvent,
  type TObject,
  type Tool,
  type ToolSpec,
  type TurnSummary,
  Type,
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
  // Tests that break the journal close the session themselves.
  onTestFinished(() => session.close().catch(() => undefined));
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

/** A tool that takes any object; `over` replaces parts of its declaration. */
export function tool(name: string, over: Partial<ToolSpec<TObject, unknown>> = {}): Tool {
  return defineTool<TObject, unknown>({
    name,
    description: `The tool ${name} of the test.`,
    input: Type.Object({}, { additionalProperties: true }),
    execute: () => `${name} ran`,
    ...over,
  }) as Tool;
}

/** A plugin that only taps. */
export const tapping = (apply: (hooks: Hooks) => void, name = "tapper"): Plugin =>
  definePlugin({ name, apply: ({ hooks }) => apply(hooks) });

/** Runs one call without a model. */
export async function callOne(
  { session }: Pick<World, "session">,
  name: string,
  input: unknown = {},
  signal?: AbortSignal,
): Promise<SettledCall> {
  const [settled] = await session.call([{ tool: name, input }], signal ? { signal } : {});
  return settled as SettledCall;
}

/** What the model reads of a settled call. */
export const textOf = ({ block }: SettledCall): string =>
  typeof block.content === "string"
    ? block.content
    : block.content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");

/** The events of one type in a journal. */
export const eventsOf = <T extends SessionEvent["type"]>(entries: readonly JournalEntry[], type: T) =>
  entries.map(({ event }) => event).filter((event) => event.type === type) as Extract<
    SessionEvent,
    { type: T }
  >[];

/** A promise with its handle outside. */
export function latch<T = void>(): { readonly promise: Promise<T>; open(value: T): void } {
  let open = (_: T): void => {};
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
