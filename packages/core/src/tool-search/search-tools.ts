import { type ToolIndex, toolIndex } from "./tool-index.ts";
import { wordsOf } from "./words.ts";

/** What is known of a tool without running it; an input schema of any draft will do. */
export interface SearchableTool {
  readonly name: string;
  readonly description: string;
  /** Words of its owner for being found by. */
  readonly searchHint?: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A tool that may serve a need. */
export interface ToolMatch {
  readonly name: string;
  /** Above zero; comparable within one answer only. */
  readonly score: number;
  /** So little of the query was found that the tool probably serves another need. */
  readonly weak: boolean;
}

/**
 * The tools that fit a query best, best first; equal scores in the order of the list.
 *
 * The query is words in any order; a tool without a `+word` is left out. An index is made once for each list and kept
 * while the list lives: a list that changes must be a new array.
 *
 * @param options.limit how many at most; default 5
 * @returns an empty list for a query without words
 */
export function searchTools(
  tools: readonly SearchableTool[],
  query: string,
  { limit = 5 }: { readonly limit?: number } = {},
): readonly ToolMatch[] {
  const index = toolIndex(tools);
  const required = query.split(/\s+/).flatMap((part) => (part.startsWith("+") ? wordsOf(part) : []));
  const words = [...new Set(wordsOf(query))];
  const known = words.reduce((sum, word) => sum + rarity(index, word), 0);
  return tools
    .flatMap((tool, i) => {
      if (required.some((word) => !index.weights[i]?.has(word))) return [];
      const found = words.filter((word) => index.weights[i]?.has(word));
      const score = found.reduce((sum, word) => sum + scoreOf(index, i, word), 0);
      const weak = found.reduce((sum, word) => sum + rarity(index, word), 0) < known / 2;
      return score > 0 ? [{ name: tool.name, score, weak }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(0, limit));
}

function scoreOf(index: ToolIndex, tool: number, word: string): number {
  const weight = index.weights[tool]?.get(word) ?? 0;
  return (rarity(index, word) * weight) / (weight + 1);
}

function rarity({ weights, holders }: ToolIndex, word: string): number {
  const held = holders.get(word) ?? 0;
  return Math.log(1 + (weights.length - held + 0.5) / (held + 0.5));
}
