import type { SearchableTool } from "./search-tools.ts";
import { wordsOf } from "./words.ts";

/** What the words of a list of tools weigh. */
export interface ToolIndex {
  /** For each tool, in order of the list: how much each of its words counts. */
  readonly weights: readonly ReadonlyMap<string, number>[];
  /** How many tools have a word. */
  readonly holders: ReadonlyMap<string, number>;
}

const indexes = new WeakMap<readonly SearchableTool[], ToolIndex>();

/** The index of a list, made on first use. */
export function toolIndex(tools: readonly SearchableTool[]): ToolIndex {
  const known = indexes.get(tools);
  if (known) return known;
  const weights = tools.map(weightsOf);
  const holders = new Map<string, number>();
  for (const word of weights.flatMap((words) => [...words.keys()])) {
    holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  const index = { weights, holders };
  indexes.set(tools, index);
  return index;
}

function weightsOf(tool: SearchableTool): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number) => {
    const words = wordsOf(text);
    const share = weight / Math.sqrt(1 + words.length / 20);
    for (const word of new Set(words)) weights.set(word, (weights.get(word) ?? 0) + share);
  };
  add(tool.name.replace(/^mcp__/, ""), 3);
  add(tool.searchHint ?? "", 3);
  add(tool.description, 1);
  add(Object.keys((tool.input["properties"] as object | undefined) ?? {}).join(" "), 0.5);
  return weights;
}
