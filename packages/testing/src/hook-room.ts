import { join } from "node:path";
import {
  definePlugin,
  defineTool,
  type Effect,
  Gauntlet,
  type Mode,
  type Plugin,
  type Session,
  type TObject,
  type Tool,
  Type,
} from "@gauntlet/core";
import { writeFiles } from "./scratch-files.ts";
import type { RoomCall } from "./tool-room.ts";

/** A call that taps see. A tool no pack brings is played: it declares these effects and gives this output. */
export interface PlayedCall {
  readonly tool: string;
  /** Default `{}`. */
  readonly input?: unknown;
  /** Relative paths start at the scratch directory. Default none; `"unknown"`: the tool does not say. */
  readonly effects?: readonly Effect[] | "unknown";
  /** Default `done`. */
  readonly output?: unknown;
  /** The call fails with this message. */
  readonly fails?: string;
}

/** Rules of a room. */
export interface RoomRules {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

/** What a room for a plugin is made of. */
export interface HookRoomPlan {
  readonly plugin: Plugin;
  readonly packs: readonly Plugin[];
  readonly calls: readonly PlayedCall[];
  /** Absolute; the working directory and everything the session keeps lie below it. */
  readonly root: string;
  readonly files: Readonly<Record<string, string>>;
  /** Default: every tool is allowed. */
  readonly rules?: RoomRules;
  readonly mode?: Mode;
}

/** A session with a plugin, where every question is answered yes. */
export interface HookRoom {
  readonly session: Session;
  readonly cwd: string;
}

/**
 * Makes a room; its session is to be closed.
 * @throws whatever `new Gauntlet` throws for a plugin that cannot be put together.
 */
export async function openHookRoom(plan: HookRoomPlan): Promise<HookRoom> {
  const { plugin, packs, calls, root, files, mode } = plan;
  const cwd = join(root, "work");
  await writeFiles(cwd, files);
  const known = [plugin, ...packs].flatMap(({ tools }) => tools);
  const isKnown = (name: string): boolean =>
    known.some((tool) => tool.name === name || tool.aliases.includes(name));
  const played = calls
    .filter(({ tool }, i) => !isKnown(tool) && calls.findIndex((call) => call.tool === tool) === i)
    .map(playTool);
  const gauntlet = new Gauntlet({
    plugins: [...packs, definePlugin({ name: "hook-tester", tools: played }), plugin],
    permissions: plan.rules ?? { allow: [...known, ...played].map(({ name }) => name) },
    answerers: [{ name: "hook-tester", answer: async () => ({ behavior: "allow" }) }],
    // Played tools are believed: what they declare is what the case says.
    trustEffects: ["*"],
    cwd,
    home: join(root, "home"),
    stateDirectory: join(root, "state"),
    ...(mode !== undefined && { mode }),
  });
  return { session: await gauntlet.session(), cwd };
}

export const requestOf = ({ tool, input = {} }: PlayedCall): RoomCall => ({ tool, input });

function playTool({ tool, effects = [], output = "done", fails }: PlayedCall): Tool {
  return defineTool<TObject, unknown>({
    name: tool,
    description: `The tool ${tool}, played for a test.`,
    input: Type.Object({}, { additionalProperties: true }),
    effects: (_, ctx) =>
      effects === "unknown"
        ? undefined
        : effects.map((effect) =>
            "path" in effect ? { ...effect, path: ctx.resolve(effect.path) } : effect,
          ),
    execute: () => {
      if (fails !== undefined) throw new Error(fails);
      return output;
    },
  }) as Tool;
}
