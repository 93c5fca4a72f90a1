import type { SearchableTool } from "./search-tools.ts";
import { type ToolTexts, textsOf } from "./tool-texts.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

/** What is known of one tool. */
export interface IndexedTool {
  /** How much each of its words (stems) says about it: 0 to 1. */
  readonly words: ReadonlyMap<string, number>;
  /** The words of its name without the server's, each with its rarity. */
  readonly name: ReadonlyMap<string, number>;
  readonly server: string;
}

/** The tools that have a word, and how well each has it. */
export interface Holders {
  readonly tools: readonly number[];
  readonly values: readonly number[];
}

/** A list of tools, arranged for being searched. */
export interface ToolIndex {
  readonly tools: readonly IndexedTool[];
  readonly holders: ReadonlyMap<string, Holders>;
  /** The words of each server's name. */
  readonly servers: ReadonlyMap<string, readonly string[]>;
  readonly vocabulary: Vocabulary;
}

/** What one mention counts, and after how many words of a text it counts much less. */
const FIELDS = {
  name: { weight: 3, words: 12 },
  hint: { weight: 3, words: 40 },
  summary: { weight: 1.3, words: 40 },
  description: { weight: 0.5, words: 60 },
  arguments: { weight: 0.5, words: 10 },
  choices: { weight: 0.9, words: 20 },
  argumentTexts: { weight: 0.2, words: 60 },
} as const;
const SERVER_WEIGHT = 1.6;
/** A mention of a word that most tools of the server mention. */
const SHARED_WEIGHT = 0.15;
/** Mentions of this weight together make half of what can be said. */
const HALF = 1.5;
const SMALLEST_SERVER = 4;
const MOST_TOOLS = 0.6;

const indexes = new WeakMap<readonly SearchableTool[], ToolIndex>();

/** The index of a list, made on first use and kept as long as the list. */
export function toolIndex(tools: readonly SearchableTool[]): ToolIndex {
  const index = indexes.get(tools) ?? makeIndex(tools);
  indexes.set(tools, index);
  return index;
}

/** How much is said by a word that `held` of `all` tools have. */
export function rarity(held: number, all: number): number {
  return Math.log(1 + (all - Math.min(held, all) + 0.5) / (held + 0.5));
}

function makeIndex(tools: readonly SearchableTool[]): ToolIndex {
  const written = new Map<string, string>();
  const texts = tools.map((tool) => textsOf(tool, written));
  const shared = sharedWords(texts);
  const weighed = texts.map((text) => {
    const common = shared.get(text.server) ?? new Set();
    const own = text.name.filter((word) => !common.has(word) && !text.serverWords.includes(word));
    return { words: weigh(text, own, common), name: own.length > 0 ? own : text.name, server: text.server };
  });
  const holders = holdersOf(weighed.map(({ words }) => words));
  return {
    tools: weighed.map(({ words, name, server }) => {
      const rarities = name.map(
        (word) => [word, rarity(holders.get(word)?.tools.length ?? 0, tools.length)] as const,
      );
      return { words, server, name: new Map(rarities) };
    }),
    holders,
    servers: new Map(texts.map(({ server, serverWords }) => [server, serverWords])),
    vocabulary: createVocabulary(written),
  };
}

function holdersOf(tools: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, Holders> {
  const holders = new Map<string, { readonly tools: number[]; readonly values: number[] }>();
  tools.forEach((words, tool) => {
    for (const [word, value] of words) {
      const held = holders.get(word) ?? { tools: [], values: [] };
      held.tools.push(tool);
      held.values.push(value);
      holders.set(word, held);
    }
  });
  return holders;
}

/** By server: words that most of its tools have, so that they say nothing about one of them. */
function sharedWords(texts: readonly ToolTexts[]): ReadonlyMap<string, ReadonlySet<string>> {
  const servers = new Map<string, ToolTexts[]>();
  for (const text of texts) servers.set(text.server, [...(servers.get(text.server) ?? []), text]);
  servers.delete("");
  return new Map(
    [...servers].map(([server, own]) => [server, own.length < SMALLEST_SERVER ? new Set() : most(own)]),
  );
}

function most(texts: readonly ToolTexts[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { name, summary, description } of texts) {
    for (const word of new Set([...name, ...summary, ...description]))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([word, count]) => (count > texts.length * MOST_TOOLS ? [word] : [])));
}

function weigh(
  text: ToolTexts,
  ownName: readonly string[],
  shared: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  const add = (word: string, weight: number) => sums.set(word, (sums.get(word) ?? 0) + weight);
  const fields = { ...text, name: ownName };
  for (const field of Object.keys(FIELDS) as (keyof typeof FIELDS)[]) {
    const words = fields[field];
    const weight = FIELDS[field].weight / Math.sqrt(1 + words.length / FIELDS[field].words);
    for (const word of new Set(words)) add(word, shared.has(word) ? Math.min(weight, SHARED_WEIGHT) : weight);
  }
  const ofServer = text.name.filter((word) => !ownName.includes(word));
  for (const word of new Set([...text.serverWords, ...ofServer])) add(word, SERVER_WEIGHT);
  return new Map([...sums].map(([word, sum]) => [word, sum / (sum + HALF)]));
}
