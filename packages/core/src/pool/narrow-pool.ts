import type { AgentSpec } from "../contract/agent.ts";
import { type RegisteredTool, TOOL_SEARCH } from "../tool/registry.ts";
import type { SearchGround } from "./search-ground.ts";
import { createPool, type PlacedTool, placesOf, type ToolPool } from "./tool-pool.ts";
import { withSearch } from "./tool-search.ts";

/**
 * The pool of a subagent: what its definition leaves of its parent's, in the same order with the same definitions. It
 * has a search of its own, which finds nothing it does not have; an agent that may not search has everything loaded.
 */
export function narrowPool(
  pool: ToolPool,
  { name, tools, disallowedTools = [] }: Pick<AgentSpec, "name" | "tools" | "disallowedTools">,
  ground: SearchGround,
): ToolPool {
  const keeps = (entry: RegisteredTool): boolean =>
    (tools === undefined || isNamed(entry, tools)) && !isNamed(entry, disallowedTools);
  const why = `the agent \`${name}\` does not have it`;
  const places = placesOf(pool).filter(({ entry }) => entry.tool.name !== TOOL_SEARCH);
  const kept = places.filter(({ entry }) => keeps(entry));
  const maySearch =
    pool.find(TOOL_SEARCH) !== undefined &&
    !disallowedTools.some((each) => each === TOOL_SEARCH || each === "*");
  const placed: readonly PlacedTool[] = maySearch
    ? kept
    : kept.map(({ entry, definition }) => ({ entry, definition }));
  const defers = placed.some(({ deferredBecause }) => deferredBecause !== undefined);
  return createPool(defers ? withSearch(placed, ground) : placed, [
    ...pool.hidden,
    ...places.filter(({ entry }) => !keeps(entry)).map(({ entry }) => ({ tool: entry.tool.name, why })),
  ]);
}

/** `mcp__s` and `mcp__s__*` name all tools of the server `s`, `mcp__*` those of all servers, `*` everything. */
function isNamed({ tool }: RegisteredTool, list: readonly string[]): boolean {
  const known = [tool.name, ...tool.aliases];
  return list.some((entry) => {
    if (known.includes(entry) || entry === "*") return true;
    if (!entry.startsWith("mcp__")) return false;
    const prefix = entry.endsWith("*") ? entry.slice(0, -1) : `${entry}__`;
    return tool.name.startsWith(prefix);
  });
}
