import type { SearchableTool } from "../tool-search/search-tools.ts";
import type { ToolPool } from "./tool-pool.ts";

/** The part of a rule set that hides tools. */
export interface HidingRules {
  hiddenBy(name: string, aliases: readonly string[]): unknown;
}

/** What a search looks at: asked at each call, so that tools that came late, or were denied meanwhile, count. */
export interface SearchGround {
  /** Deferred tools that no rule hides; the same array while they are the same. */
  deferred(): readonly SearchableTool[];
  /** Tells whether a tool answers to the name without a search. */
  isLoaded(name: string): boolean;
}

/**
 * @param pool the pool as it is now; undefined while there is none.
 * @param rules the rules as they are now.
 */
export function createSearchGround(pool: () => ToolPool | undefined, rules: () => HidingRules): SearchGround {
  let known:
    | { readonly pool: ToolPool; readonly rules: object; readonly list: readonly SearchableTool[] }
    | undefined;
  return {
    deferred() {
      const [now, ruling] = [pool(), rules()];
      if (now === undefined) return [];
      // The index of a search lives as long as its list.
      if (known?.pool !== now || known.rules !== ruling)
        known = { pool: now, rules: ruling, list: searchable(now, ruling) };
      return known.list;
    },
    isLoaded(name) {
      const found = pool()?.find(name);
      return found !== undefined && !pool()?.isDeferred(found.tool.name);
    },
  };
}

function searchable(pool: ToolPool, rules: HidingRules): readonly SearchableTool[] {
  return pool.entries.flatMap(({ tool: { name, aliases, searchHint } }) => {
    const definition = pool.isDeferred(name) ? pool.definitionOf(name) : undefined;
    if (definition === undefined || rules.hiddenBy(name, aliases)) return [];
    const { description, input_schema: input } = definition;
    return [{ name, description, input, ...(searchHint !== undefined && { searchHint }) }];
  });
}
