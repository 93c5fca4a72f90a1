import type { Plugin } from "../contract/plugin.ts";
import type { Tool } from "../contract/tool.ts";
import { ToolError } from "../errors.ts";

/** A tool and the plugin it comes from. */
export interface RegisteredTool {
  readonly tool: Tool;
  readonly plugin: string;
  /** Only an allow rule that gives its whole name covers it. */
  readonly byNameOnly?: boolean;
}

/** Every tool of every plugin, found by name or alias. */
export interface Registry {
  readonly plugins: readonly Plugin[];
  readonly all: readonly RegisteredTool[];
  /** The tool that answers to a name or alias. */
  find(name: string): RegisteredTool | undefined;
}

/**
 * Collects the tools of all plugins. Aliases are resolved here and nowhere else.
 * @throws GNT_TOOL_DUPLICATE when two tools claim one name or alias.
 */
export function createRegistry(plugins: readonly Plugin[]): Registry {
  const byName = new Map<string, RegisteredTool>();
  const all: RegisteredTool[] = [];
  for (const plugin of plugins) {
    for (const tool of plugin.tools) {
      const entry = Object.freeze({ tool, plugin: plugin.name });
      all.push(entry);
      for (const name of [tool.name, ...tool.aliases]) {
        const other = byName.get(name);
        if (other) {
          throw new ToolError(
            "GNT_TOOL_DUPLICATE",
            `the tool name \`${name}\` is claimed by \`${other.plugin}\` and by \`${plugin.name}\``,
            { hint: "leave one of the two plugins out, or rename its tool" },
          );
        }
        byName.set(name, entry);
      }
    }
  }
  return { plugins, all: Object.freeze(all), find: (name) => byName.get(name) };
}
