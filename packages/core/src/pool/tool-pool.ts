import type { ToolDefinition } from "../contract/definition.ts";
import type { HiddenTool } from "../contract/hidden-tool.ts";
import type { RegisteredTool } from "../tool/registry.ts";

/** The tools of a session: frozen, in a stable order. */
export interface ToolPool {
  /** All that can be called, deferred ones included. */
  readonly entries: readonly RegisteredTool[];
  /** What every request begins its tools with: the definitions of those that are not deferred. */
  readonly definitions: readonly ToolDefinition[];
  /** Tools the model has to find by a search first, and why. */
  readonly deferred: readonly HiddenTool[];
  readonly hidden: readonly HiddenTool[];
  /** The tool that answers to a name or alias, if it is in the pool. */
  find(name: string): RegisteredTool | undefined;
  isDeferred(name: string): boolean;
  /** The definition of a tool of the pool by its name, deferred or not; always the same object. */
  definitionOf(name: string): ToolDefinition | undefined;
}

/** A tool with its place in a pool. */
export interface PlacedTool {
  readonly entry: RegisteredTool;
  /** Gives the same object each time. */
  readonly definition: () => ToolDefinition;
  /** Why it is deferred; undefined: it is loaded. */
  readonly deferredBecause?: string | undefined;
}

/** Makes a pool of tools in their order. */
export function createPool(placed: readonly PlacedTool[], hidden: readonly HiddenTool[]): ToolPool {
  const byName = new Map(placed.map((one) => [one.entry.tool.name, one]));
  const byAlias = new Map(placed.flatMap((one) => one.entry.tool.aliases.map((alias) => [alias, one])));
  return Object.freeze({
    entries: Object.freeze(placed.map(({ entry }) => entry)),
    definitions: Object.freeze(
      placed
        .filter(({ deferredBecause }) => deferredBecause === undefined)
        .map(({ definition }) => definition()),
    ),
    deferred: Object.freeze(
      placed.flatMap(({ entry, deferredBecause: why }) =>
        why === undefined ? [] : [{ tool: entry.tool.name, why }],
      ),
    ),
    hidden: Object.freeze(hidden),
    find: (name: string) => (byName.get(name) ?? byAlias.get(name))?.entry,
    isDeferred: (name: string) => byName.get(name)?.deferredBecause !== undefined,
    definitionOf: (name: string) => byName.get(name)?.definition(),
  });
}

/** The tools of a pool with their places, to make another pool of. */
export function placesOf(pool: ToolPool): readonly PlacedTool[] {
  const reasons = new Map(pool.deferred.map(({ tool, why }) => [tool, why]));
  return pool.entries.map((entry) => ({
    entry,
    definition: () => pool.definitionOf(entry.tool.name) as ToolDefinition,
    deferredBecause: reasons.get(entry.tool.name),
  }));
}
