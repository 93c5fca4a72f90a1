import { definePlugin, defineTool, type Plugin, type Tool, Type } from "@gauntlet/core";
import type { ToolMapping } from "./agent-protocol.ts";

/**
 * A tool of another agent that is none of ours, even where ours has the same name: known to rules and judged by what it
 * touches, never run. None for a tool that ours can be judged in place of.
 */
export function standIns({ as, effects, fields }: ToolMapping): readonly Plugin[] {
  if (fields !== undefined && effects === undefined) return [];
  const tool = defineTool({
    name: as,
    description: "A tool of another agent. It stands here to be judged and cannot be run.",
    input: Type.Object({}, { additionalProperties: true }),
    ...(effects && { effects: (input) => effects(input) }),
    execute() {
      throw new Error(`\`${as}\` is a tool of another agent`);
    },
    toModel: () => "",
  });
  return [definePlugin({ name: "@gauntlet/other-agents", tools: [tool] })];
}

/** Makes packs of others do without the tools that `plugins` bring under the same name. */
export function withoutToolsOf(plugins: readonly Plugin[]): (pack: Plugin) => Plugin {
  const names = new Set(plugins.flatMap(({ tools }) => tools.map(({ name }) => name)));
  const isReplaced = ({ name, aliases }: Tool) => [name, ...aliases].some((one) => names.has(one));
  return (pack) =>
    pack.tools.some(isReplaced) ? { ...pack, tools: pack.tools.filter((tool) => !isReplaced(tool)) } : pack;
}
