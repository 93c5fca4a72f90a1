import type { AgentSpec } from "../contract/agent.ts";
import type { RegisteredTool } from "../tool/registry.ts";
import type { ToolPool } from "./tool-pool.ts";

/** The pool of a subagent: what its definition leaves of its parent's, in the same order with the same definitions. */
export function narrowPool(
  pool: ToolPool,
  { name, tools, disallowedTools = [] }: Pick<AgentSpec, "name" | "tools" | "disallowedTools">,
): ToolPool {
  const keeps = (entry: RegisteredTool): boolean =>
    (tools === undefined || isNamed(entry, tools)) && !isNamed(entry, disallowedTools);
  const kept = pool.entries.filter(keeps);
  const names = new Set(kept.map(({ tool }) => tool.name));
  const why = `the agent \`${name}\` does not have it`;
  return Object.freeze({
    entries: Object.freeze(kept),
    definitions: Object.freeze(pool.definitions.filter((definition) => names.has(definition.name))),
    hidden: Object.freeze([
      ...pool.hidden,
      ...pool.entries.filter((entry) => !keeps(entry)).map(({ tool }) => ({ tool: tool.name, why })),
    ]),
    find(wanted: string) {
      const found = pool.find(wanted);
      return found && names.has(found.tool.name) ? found : undefined;
    },
  });
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
