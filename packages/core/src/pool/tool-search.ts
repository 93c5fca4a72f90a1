import { Type } from "typebox";
import type { ResultContent } from "../contract/message.ts";
import type { Tool } from "../contract/tool.ts";
import { messages } from "../messages.ts";
import { defineTool } from "../tool/define-tool.ts";
import { nearestName } from "../tool/nearest-name.ts";
import { CORE_PLUGIN, TOOL_SEARCH } from "../tool/registry.ts";
import { nameList, uncut } from "./name-list.ts";
import type { SearchGround } from "./search-ground.ts";
import type { PlacedTool } from "./tool-pool.ts";
import { wireDefinition } from "./wire-definition.ts";

/** As many tools as one search loads. */
const MAX_FOUND = 5;

const INPUT = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      description: "Words for what you need, `+word` for one that must occur; or `select:NAME,NAME`",
    }),
    max_results: Type.Optional(
      Type.Integer({ minimum: 1, description: `How many tools at most; default and limit ${MAX_FOUND}` }),
    ),
  },
  { additionalProperties: false },
);

/** What a search came to. */
export interface Found {
  /** Names of the tools that are known to the model from now on. */
  readonly tools: readonly string[];
  /** What else is to be said about it, a line each. */
  readonly notes: readonly string[];
}

/**
 * The tools with a search behind all that are loaded, so that without it they have the same bytes. It names what is
 * deferred now.
 */
export function withSearch(placed: readonly PlacedTool[], ground: SearchGround): readonly PlacedTool[] {
  const deferred = placed.filter(({ deferredBecause }) => deferredBecause !== undefined);
  const tool = createToolSearch(nameList(deferred.map(({ entry }) => entry.tool.name)), ground);
  return [
    ...placed,
    {
      entry: Object.freeze({ tool, plugin: CORE_PLUGIN }),
      definition: wireDefinition({ tool, plugin: CORE_PLUGIN }),
    },
  ];
}

/**
 * Makes the tool with which a model finds deferred tools. A search installs nothing, connects to nothing and allows
 * nothing: what it finds passes every gate when it is called.
 * @param names the list of what can be found, as it is when the pool is built.
 */
export function createToolSearch(names: string, ground: SearchGround): Tool {
  return defineTool({
    name: TOOL_SEARCH,
    description: messages.toolSearchDescription(names),
    input: INPUT,

    isReadOnly: true,
    isConcurrencySafe: true,
    alwaysLoad: true,
    effects: () => [],

    describeCall: ({ query }) => `search for tools: ${query}`,
    execute: async ({ query, max_results }): Promise<Found> => {
      const limit = Math.min(max_results ?? MAX_FOUND, MAX_FOUND);
      const selected = /^\s*select:(.*)$/is.exec(query)?.[1];
      return selected === undefined
        ? searchByWords(query, limit, ground)
        : selectByName(
            selected.split(/[\s,]+/).filter((name) => name !== ""),
            ground,
          );
    },
    toModel: ({ tools, notes }): readonly ResultContent[] => [
      ...(notes.length > 0 ? [{ type: "text" as const, text: notes.join("\n") }] : []),
      ...tools.map((tool_name) => ({ type: "tool_reference" as const, tool_name })),
    ],
    toPerson: ({ output, text }) => {
      const found = output as Found | undefined;
      if (found === undefined) return text;
      return [...(found.tools.length > 0 ? [`found ${found.tools.join(", ")}`] : []), ...found.notes].join(
        "\n",
      );
    },
  }) as Tool;
}

async function searchByWords(query: string, limit: number, ground: SearchGround): Promise<Found> {
  // The words it knows are a tenth of the command; most sessions never search.
  const { searchTools } = await import("../tool-search/search-tools.ts");
  const deferred = ground.deferred();
  const matches = searchTools(deferred, query, { limit });
  if (matches.length === 0) return { tools: [], notes: [messages.searchFoundNothing(query)] };
  const tools = matches.filter(({ weak }) => !weak).map(({ name }) => name);
  const weak = matches.flatMap(
    ({ name, weak: isWeak }) => deferred.find((tool) => isWeak && tool.name === name) ?? [],
  );
  if (weak.length === 0) return { tools, notes: [] };
  const weakNames = weak.map(({ name }) => name);
  return {
    tools,
    notes: [tools.length > 0 ? messages.searchWeaker(weakNames) : messages.searchWeak(query, weak)],
  };
}

function selectByName(asked: readonly string[], ground: SearchGround): Found {
  const deferred = ground.deferred();
  const names = deferred.map(({ name }) => name);
  const tools = new Set<string>();
  const notes: string[] = [];
  const left: string[] = [];
  for (const name of asked) {
    const found = names.includes(name) ? name : onlyOneBeginning(names, uncut(name));
    if (found !== undefined && (tools.has(found) || tools.size < MAX_FOUND)) tools.add(found);
    else if (found !== undefined) left.push(found);
    else if (ground.isLoaded(name)) notes.push(messages.searchedLoaded(name));
    else notes.push(messages.searchUnknown(name, nearestName(name, names)));
  }
  if (asked.length === 0) notes.push(messages.searchFoundNothing(""));
  if (left.length > 0) notes.push(messages.searchLeft(left));
  return { tools: [...tools], notes };
}

function onlyOneBeginning(names: readonly string[], beginning: string | undefined): string | undefined {
  if (!beginning) return undefined;
  const [first, second] = names.filter((name) => name.startsWith(beginning));
  return second === undefined ? first : undefined;
}
