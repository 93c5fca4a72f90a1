import type { Plugin } from "../contract/plugin.ts";
import type { Tool } from "../contract/tool.ts";
import { PluginError, ToolError } from "../errors.ts";

/** A tool and the plugin it comes from. */
export interface RegisteredTool {
  readonly tool: Tool;
  readonly plugin: string;
  /** Only an allow rule that gives its whole name covers it. */
  readonly byNameOnly?: boolean;
  /** The session was offered it; no plugin lists it. */
  readonly isOffered?: true;
}

/** The plugin name of the core's own tools, and the name of the one there is, which nobody else can take. */
export const CORE_PLUGIN = "@gauntlet/core";
export const TOOL_SEARCH = "ToolSearch";

/** Every tool of every plugin, found by name or alias. */
export interface Registry {
  readonly plugins: readonly Plugin[];
  readonly all: readonly RegisteredTool[];
  /** The tool that answers to a name or alias. */
  find(name: string): RegisteredTool | undefined;
  /** The plugin that has a slot of this name for itself. */
  ownerOfSlot(name: string): string | undefined;
}

/**
 * Collects what all plugins bring. Aliases are resolved here and nowhere else. A name is one plugin's alone.
 * @throws GNT_PLUGIN_NAME when two plugins have one name, or claim one slot; GNT_TOOL_DUPLICATE when a tool name or
 * alias is claimed twice.
 */
export function createRegistry(plugins: readonly Plugin[]): Registry {
  refuseDoubles(plugins);
  const byName = new Map<string, RegisteredTool>();
  const all = plugins.flatMap((plugin) =>
    plugin.tools.map((tool) => Object.freeze({ tool, plugin: plugin.name })),
  );
  for (const entry of all) {
    for (const name of [entry.tool.name, ...entry.tool.aliases]) {
      const other = name === TOOL_SEARCH ? { plugin: CORE_PLUGIN } : byName.get(name);
      if (other) throw claimedTwice(name, other, entry);
      byName.set(name, entry);
    }
  }
  const slots = ownersOfSlots(plugins);
  return {
    plugins,
    all: Object.freeze(all),
    find: (name) => byName.get(name),
    ownerOfSlot: (name) => slots.get(name),
  };
}

/** @throws GNT_PLUGIN_NAME when two plugins have one name. */
export function refuseDoubles(plugins: readonly Plugin[]): void {
  const double = plugins.find(({ name }, i) => plugins.findIndex((other) => other.name === name) !== i);
  if (double === undefined) return;
  throw new PluginError("GNT_PLUGIN_NAME", `two plugins are named \`${double.name}\``, {
    hint: "list each plugin once, or rename one of the two",
  });
}

type Claim = Pick<RegisteredTool, "plugin">;

function claimedTwice(name: string, first: Claim, second: Claim): ToolError {
  const isOwn = first.plugin === second.plugin;
  const who = isOwn ? `twice by \`${first.plugin}\`` : `by \`${first.plugin}\` and by \`${second.plugin}\``;
  return new ToolError("GNT_TOOL_DUPLICATE", `the tool name \`${name}\` is claimed ${who}`, {
    hint: isOwn
      ? "list each tool once, and rename or drop the name or alias of one"
      : "leave one of the two plugins out, or rename its tool",
  });
}

function ownersOfSlots(plugins: readonly Plugin[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const plugin of plugins) {
    for (const { name } of plugin.slots ?? []) {
      const owner = owners.get(name);
      if (owner !== undefined) {
        const who =
          owner === plugin.name ? `twice by \`${owner}\`` : `by \`${owner}\` and by \`${plugin.name}\``;
        throw new PluginError("GNT_PLUGIN_NAME", `the slot \`${name}\` is claimed ${who}`, {
          hint: "name slots after their plugin: `plugin/thing`",
        });
      }
      owners.set(name, plugin.name);
    }
  }
  return owners;
}
