import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  Gauntlet,
  type GauntletOptions,
  type ModelPort,
  type ModelRequest,
  type PromptEvent,
  readJournal,
  type Session,
  type SessionEvent,
  type TurnSummary,
} from "@gauntlet/core";
import { type ScriptedTurn, scriptedModel } from "@gauntlet/testing";
import toolsFs from "@gauntlet/tools-fs";
import { onTestFinished } from "vitest";
import toolsAgent from "../src/index.ts";

/** A session with the agent tools over a scratch directory. */
export interface World {
  readonly root: string;
  readonly cwd: string;
  readonly home: string;
  readonly session: Session;
  readonly requests: readonly ModelRequest[];
  call(tool: string, input: unknown): Promise<Called>;
  prompt(text?: string): Promise<{ events: PromptEvent[]; summary: TurnSummary }>;
  events(): Promise<readonly SessionEvent[]>;
}

/** How a call ended, and what the model reads. */
export interface Called {
  readonly outcome: string;
  readonly text: string;
}

export interface WorldOptions extends Partial<GauntletOptions> {
  /** Files by path below the working directory; `~/` is the home. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the model says, by a piece of the system prompt; `main` is the session itself. */
  readonly scripts?: Readonly<Record<string, readonly ScriptedTurn[]>>;
  /** Goes on with the session of this id of another world, whose directories it takes over. */
  readonly resume?: string;
  readonly stateOf?: World;
}

export const says = (text: string): ScriptedTurn => ({ blocks: [{ type: "text", text }] });
export const uses = (name: string, input: unknown = {}): ScriptedTurn => ({
  blocks: [{ type: "tool_use", name, input }],
});

export async function createWorld({
  files = {},
  scripts = {},
  resume,
  stateOf,
  ...options
}: WorldOptions = {}): Promise<World> {
  const root = stateOf?.root ?? (await realpath(await mkdtemp(join(tmpdir(), "gauntlet-agent-"))));
  if (!stateOf) onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [cwd, home] = [join(root, "work"), join(root, "home")];
  await mkdir(cwd, { recursive: true });
  await mkdir(home, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const path = name.startsWith("~/") ? join(home, name.slice(2)) : join(cwd, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const requests: ModelRequest[] = [];
  const gauntlet = new Gauntlet({
    plugins: [toolsFs, toolsAgent],
    cwd,
    home,
    isTrusted: true,
    stateDirectory: join(root, "state"),
    model: modelFor(scripts, requests),
    system: "main",
    ...options,
  });
  const session = await gauntlet.session(resume === undefined ? {} : { resume });
  onTestFinished(() => session.close().catch(() => undefined));
  return {
    root,
    cwd,
    home,
    session,
    requests,
    async call(tool, input) {
      const [settled] = await session.call([{ tool, input }]);
      const { content = "" } = settled?.block ?? {};
      return {
        outcome: settled?.outcome ?? "",
        text: typeof content === "string" ? content : JSON.stringify(content),
      };
    },
    async prompt(text = "go") {
      const events: PromptEvent[] = [];
      const running = session.prompt(text);
      for (;;) {
        const next = await running.next();
        if (next.done) return { events, summary: next.value };
        events.push(next.value);
      }
    },
    events: async () =>
      (await readJournal(join(session.directory, "journal.jsonl"))).entries.map(({ event }) => event),
  };
}

/** Each conversation plays the script whose key its system prompt holds. */
function modelFor(scripts: NonNullable<WorldOptions["scripts"]>, requests: ModelRequest[]): ModelPort {
  const models = Object.entries(scripts).map(([key, turns]) => [key, scriptedModel(turns)] as const);
  const silent = scriptedModel([]);
  return {
    name: "scripted",
    stream(request, options) {
      requests.push({ ...request, messages: [...request.messages] });
      const found = models.find(([key]) => request.system.includes(key));
      return (found?.[1] ?? silent).stream(request, options);
    },
  };
}
