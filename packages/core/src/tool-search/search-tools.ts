import { isQuestion } from "./is-question.ts";
import { readQuery, type Wish } from "./read-query.ts";
import { type Holders, rarity, type ToolIndex, toolIndex } from "./tool-index.ts";
import { stemOf } from "./words.ts";

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

/** A wish granted this well counts as granted. */
const GRANTED = 0.6;
/** Less than this share of what was asked for is weak. */
const WEAK = 0.55;
/** What a name adds of which every word was spoken of. */
const WHOLE_NAME = 0.6;
/** What is left of the score of a tool that has next to nothing of what was asked for. */
const NOTHING_ELSE = 0.5;
const SERVER_NAMED = 1.25;
const CHANGES_THOUGH_ASKED = 0.7;

/**
 * The tools that fit a query best, best first; equal scores in the order of the list.
 *
 * The query is keywords or a sentence, in English or with words of some other languages, misspelt or not. A tool without
 * a word that begins with `+word` is left out. An index is made on first use and kept as long as the list: a list that
 * changes must be a new array. Nothing else is remembered, and the same arguments give the same answer.
 *
 * @param options.limit how many at most; default 5
 * @returns an empty list for a query without words; weak matches if nothing serves the need
 */
export function searchTools(
  tools: readonly SearchableTool[],
  query: string,
  { limit = 5 }: { readonly limit?: number } = {},
): readonly ToolMatch[] {
  const index = toolIndex(tools);
  const wishes = readQuery(query, index).map((wish) => grant(wish, index));
  const context: Context = {
    index,
    wishes,
    asked: wishes.reduce((sum, { worth }) => sum + worth, 0),
    spoken: spokenWords(wishes),
    named: namedServers(wishes, index),
    isQuestion: isQuestion(query),
  };
  return tools
    .flatMap(({ name }, i): readonly ToolMatch[] => {
      const match = matchTool(i, context);
      return match ? [{ name, ...match }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(0, limit));
}

interface Context {
  readonly index: ToolIndex;
  readonly wishes: readonly Granted[];
  readonly asked: number;
  readonly spoken: ReadonlyMap<string, number>;
  readonly named: ReadonlySet<string>;
  readonly isQuestion: boolean;
}

interface Granted {
  readonly wish: Wish;
  /** By tool: how well it grants the wish, 0 to 1. */
  readonly values: Float64Array;
  readonly worth: number;
}

function matchTool(place: number, context: Context): { score: number; weak: boolean } | undefined {
  const { index, wishes, asked, named, spoken } = context;
  const tool = index.tools[place];
  if (tool === undefined) return undefined;
  let score = 0;
  let granted = 0;
  let explained = 0;
  for (const { wish, worth, values } of wishes) {
    if (wish.required && !hasOneOf(tool.words, wish.required)) return undefined;
    const value = values[place] ?? 0;
    const throughPhrase = wish.phrases.map((phrase) => wishes[phrase]?.values[place] ?? 0);
    score += worth * value;
    granted += worth * Math.min(1, value / GRANTED);
    explained += worth * Math.min(1, Math.max(value, ...throughPhrase) / GRANTED);
  }
  if (score === 0) return undefined;
  score *= 1 + WHOLE_NAME * nameShare(tool.name, spoken);
  score *= NOTHING_ELSE + (1 - NOTHING_ELSE) * (granted / asked);
  if (named.has(tool.server)) score *= SERVER_NAMED;
  if (context.isQuestion && changes(tool.name.keys())) score *= CHANGES_THOUGH_ASKED;
  return { score, weak: explained / asked < WEAK };
}

/** In the name of a tool they say that it changes something: seldom what answers a question. */
const CHANGES: ReadonlySet<string> = new Set(
  `create add delete remove update set edit modify archive unarchive insert move rename drop write send post close assign
  merge mark rotate`
    .split(/\s+/)
    .map(stemOf),
);

function changes(name: Iterable<string>): boolean {
  return [...name].some((word) => CHANGES.has(word));
}

function hasOneOf(words: ReadonlyMap<string, number>, wanted: ReadonlySet<string>): boolean {
  for (const word of wanted) if (words.has(word)) return true;
  return false;
}

function grant(wish: Wish, index: ToolIndex): Granted {
  const values = new Float64Array(index.tools.length);
  for (const { words, weight } of wish.alternatives) {
    const [only = ""] = words;
    const held = words.length === 1 ? index.holders.get(only) : together(words, index);
    held?.tools.forEach((tool, i) => {
      values[tool] = Math.max(values[tool] ?? 0, (held.values[i] ?? 0) * weight);
    });
  }
  const held = values.reduce((sum, value) => sum + Math.min(1, value / GRANTED), 0);
  return { wish, values, worth: wish.weight * rarity(held, index.tools.length) };
}

/** The tools that have all of the words, each as well as the one it has least. */
function together(words: readonly string[], { holders, tools }: ToolIndex): Holders {
  const lists = words.map((word) => holders.get(word)?.tools ?? []);
  const fewest = lists.reduce((least, list) => (list.length < least.length ? list : least));
  return {
    tools: fewest,
    values: fewest.map((tool) => Math.min(...words.map((word) => tools[tool]?.words.get(word) ?? 0))),
  };
}

/** For each word that would grant a wish: how well. */
function spokenWords(wishes: readonly Granted[]): ReadonlyMap<string, number> {
  const spoken = new Map<string, number>();
  for (const { words, weight } of wishes.flatMap(({ wish }) => wish.alternatives)) {
    for (const word of words) spoken.set(word, Math.max(spoken.get(word) ?? 0, weight));
  }
  return spoken;
}

/** How much of a tool's own name the query speaks of. */
function nameShare(name: ReadonlyMap<string, number>, spoken: ReadonlyMap<string, number>): number {
  let all = 0;
  let said = 0;
  for (const [word, worth] of name) {
    all += worth;
    said += worth * (spoken.get(word) ?? 0);
  }
  return all === 0 ? 0 : said / all;
}

/** Servers that the query calls by name. */
function namedServers(wishes: readonly Granted[], { servers }: ToolIndex): ReadonlySet<string> {
  const same = wishes.flatMap(({ wish }) => wish.alternatives.filter(({ isSame }) => isSame));
  const said = new Set(same.flatMap(({ words }) => words));
  return new Set(
    [...servers].flatMap(([server, words]) => (words.some((word) => said.has(word)) ? [server] : [])),
  );
}
