import { utimes } from "node:fs/promises";
import { join } from "node:path";
import {
  definePlugin,
  Gauntlet,
  type LocatedEffect,
  type Resource,
  type Session,
  type Tool,
} from "@gauntlet/core";
import { writeFiles } from "./scratch-files.ts";

/** A call that is made in a room. */
export interface RoomCall {
  readonly tool: string;
  readonly input: unknown;
}

/** A session in a scratch directory, where rules allow every call of the given tools and every question is answered yes. */
export interface ToolRoom {
  readonly session: Session;
  readonly cwd: string;
  /** What the last call of the tool declared, and the calls it made. */
  readonly effects: LocatedEffect[];
  /** The input as it passed the gate, and what the tool gave back; each only when it came so far. */
  readonly seen: { input?: unknown; output?: { readonly value: unknown } };
}

/** What a tool needs around it. */
export interface ToolNeeds {
  /** Tools that the tool calls, or that cases call first. */
  readonly others?: readonly Tool[];
  /** What tools take from `ctx.resource`. */
  readonly resources?: readonly Resource<unknown>[];
}

/** What a room is made of. */
export interface ToolRoomPlan extends ToolNeeds {
  readonly tool: Tool;
  /** Absolute; the working directory and everything the session keeps lie below it. */
  readonly root: string;
  readonly files: Readonly<Record<string, string>>;
  /** Calls made before the one that counts. */
  readonly first: readonly RoomCall[];
  /** Told of each input of the tool that passed validation. */
  readonly onValid?: (input: unknown) => void;
}

// All files of a room are of one age, so that a tool that sorts by time gives the same result every time.
const FILE_TIME = new Date("2026-01-01T00:00:00Z");

/** Makes a room; its session is to be closed. */
export async function openToolRoom(plan: ToolRoomPlan): Promise<ToolRoom> {
  const { tool, others = [], resources = [], root, files, first } = plan;
  const cwd = join(root, "work");
  await writeFiles(cwd, files);
  for (const path of Object.keys(files)) await utimes(join(cwd, path), FILE_TIME, FILE_TIME);
  const tools = [tool, ...others];
  const gauntlet = new Gauntlet({
    plugins: [definePlugin({ name: "tool-tester", tools, resources })],
    permissions: { allow: tools.map(({ name }) => name) },
    answerers: [{ name: "tool-tester", answer: async () => ({ behavior: "allow" }) }],
    cwd,
    home: join(root, "home"),
    stateDirectory: join(root, "state"),
  });
  const effects: LocatedEffect[] = [];
  const seen: ToolRoom["seen"] = {};
  gauntlet.hooks.preToolUse.tap("tool-tester", ({ call }) => {
    if (call.tool !== tool) return;
    seen.input = call.input;
    plan.onValid?.(call.input);
  });
  gauntlet.hooks.permission.tap("tool-tester", (ballot) => void effects.push(...ballot.effects));
  gauntlet.hooks.postToolUse.tap("tool-tester", ({ call, outcome }) => {
    if (call.tool === tool && outcome.kind === "succeeded") seen.output = { value: outcome.output };
  });
  const session = await gauntlet.session();
  for (const call of first) await session.call([call]);
  effects.length = 0;
  return { session, cwd, effects, seen };
}
