import { type ScriptedTurn, scriptedModel } from "@gauntlet/testing";
import {
  definePlugin,
  defineResource,
  type ModelFeatures,
  type ModelPort,
  type Plugin,
  type ResourceScope,
  type SessionTools,
  type Tool,
} from "../src/index.ts";
import { createWorld, tool, type World, type WorldOptions } from "./world.ts";

export const REFERENCES: ModelFeatures = { toolReferences: true, strictTools: true };
export const PLAIN: ModelFeatures = { toolReferences: false, strictTools: false };

type ToolParts = Parameters<typeof tool>[1];

/** Tools as a server of that name has them. */
export const serverTools = (
  name: string,
  names: readonly string[],
  over: ToolParts = {},
): readonly { readonly tool: Tool }[] =>
  names.map((each) => ({ tool: tool(`mcp__${name}__${each}`, { shouldDefer: true, ...over }) }));

/** A plugin that brings the tools of a server into each session. */
export function server(name: string, names: readonly string[], over: ToolParts = {}): Plugin {
  const tools = serverTools(name, names, over);
  const connection = defineResource({
    name: "connection",
    open: (scope: ResourceScope) => scope.tools.offer(`mcp:${name}`, tools),
    close: async () => undefined,
  });
  return definePlugin({ name: `servers-${name}`, resources: [connection] });
}

/** The same with the hand that offers and withholds later. */
export function lateServer(name: string, names: readonly string[] = []) {
  let tools: SessionTools | undefined;
  const offer = (later: readonly string[], how: { readonly byNameOnly?: boolean } = {}): readonly string[] =>
    tools?.offer(
      `mcp:${name}`,
      serverTools(name, later).map((each) => ({ ...each, ...how })),
    ) ?? [];
  const connection = defineResource({
    name: "connection",
    open(scope: ResourceScope) {
      tools = scope.tools;
      return offer(names);
    },
    close: async () => undefined,
  });
  const plugin = definePlugin({ name: `servers-${name}`, resources: [connection] });
  return { plugin, offer, withhold: (wanted: string, why: string) => tools?.withhold(wanted, why) };
}

/** A world whose model takes tool references, or not, and where every tool is allowed. */
export async function deferringWorld(
  turns: readonly ScriptedTurn[],
  { features = REFERENCES, ...options }: WorldOptions & { readonly features?: ModelFeatures } = {},
): Promise<World> {
  const scripted = scriptedModel(turns);
  const model: ModelPort = { ...scripted, features: () => features };
  const names = (options.toolList ?? []).map(({ name }) => name);
  const world = await createWorld({
    model,
    permissions: { allow: [...names, "mcp__pets", "mcp__late"] },
    ...options,
  });
  return { ...world, model: scripted };
}

export const search = (query: string) =>
  ({ type: "tool_use", name: "ToolSearch", input: { query } }) as const;
