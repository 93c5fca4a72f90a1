import type { Mode } from "../contract/decision.ts";
import type { HiddenTool } from "../contract/hidden-tool.ts";
import type { PoolEntry } from "../contract/hook.ts";
import type { EnabledContext, Tool } from "../contract/tool.ts";
import { messageOf, PluginError } from "../errors.ts";
import type { HookRuns } from "../hooks.ts";
import { denialOf } from "../policy/denial-of.ts";
import type { RuleSet } from "../policy/rules.ts";
import { type DeferralContext, deferAll, deferAsPolicy } from "../pool/deferral.ts";
import type { SearchGround } from "../pool/search-ground.ts";
import { createPool, type PlacedTool, placesOf, type ToolPool } from "../pool/tool-pool.ts";
import { withSearch } from "../pool/tool-search.ts";
import { wireDefinition } from "../pool/wire-definition.ts";
import { type RegisteredTool, type Registry, TOOL_SEARCH } from "../tool/registry.ts";
import type { SessionShelf } from "../tool/session-tools.ts";

export interface PoolInput {
  readonly registry: Registry;
  readonly shelf: SessionShelf;
  readonly hooks: HookRuns;
  readonly rules: RuleSet;
  readonly profile: string;
  /** Names of the tools of the profile; undefined: all. */
  readonly profileTools?: ReadonlySet<string> | undefined;
  readonly mode: Mode;
  /** What a plugin's tools may know of the session when they are asked whether they can be used. */
  readonly contextOf: (plugin: string) => Omit<EnabledContext, "profile">;
  /** A tool's description for this session; undefined when it is the same in every one. */
  readonly describe: (entry: RegisteredTool) => string | undefined;
  /** Names to restrict the pool to; undefined: all. */
  readonly only?: readonly string[] | undefined;
  readonly deferral: DeferralContext;
  readonly ground: SearchGround;
}

/**
 * Builds the pool of a session: profile, names asked for, whole-tool deny rules, `isEnabled`, then the buildPool taps,
 * then the seal, and deferral last. What cannot be used is not shown; why it is hidden is kept for people.
 * @throws HookError when a tap throws, GNT_HOOK_TAP when one gives what it may not: without a sound pool no request
 * is sent.
 */
export async function buildPoolStage(input: PoolInput): Promise<ToolPool> {
  const { registry, shelf, deferral } = input;
  const { kept, hidden } = await choose([...sorted(registry.all), ...sorted(shelf.offered)], input);
  return sealPool(deferAsPolicy(kept, deferral), hidden, input);
}

/**
 * The pool with what the session was offered since at its end, and without what is withheld by now; everything else
 * stays where it was. The buildPool taps see the late tools alone.
 * @param known tools that were judged before: what is hidden stays hidden.
 * @throws HookError when a tap throws.
 */
export async function growPoolStage(
  pool: ToolPool,
  known: ReadonlySet<Tool>,
  input: PoolInput,
): Promise<ToolPool> {
  const { shelf, deferral } = input;
  const late = sorted(shelf.offered.filter(({ tool }) => !known.has(tool)));
  const { kept, hidden } = await choose(late, input);
  const isHere = ({ entry: { tool } }: PlacedTool): boolean =>
    tool.name === TOOL_SEARCH || shelf.find(tool.name)?.tool === tool;
  const before = placesOf(pool).filter(isHere);
  // The seal says anew what became of the search.
  const isSaidAgain = (name: string): boolean =>
    name === TOOL_SEARCH || shelf.withheld.has(name) || late.some(({ tool }) => tool.name === name);
  const earlier = pool.hidden.filter(({ tool }) => !isSaidAgain(tool));
  const added = deferral.deferral.policy === "off" ? kept : deferAll(kept, deferral);
  return sealPool([...before, ...added], [...earlier, ...hidden], input);
}

/**
 * Frozen, with a search behind what is there when something has to be found. Where a rule denies the search nothing is
 * deferred: what cannot be found could not be used.
 */
function sealPool(
  placed: readonly PlacedTool[],
  hidden: readonly HiddenTool[],
  { rules, shelf, ground }: Pick<PoolInput, "rules" | "shelf" | "ground">,
): ToolPool {
  const withheld = [...shelf.withheld].map(([tool, why]) => ({ tool, why }));
  const hasSearch = placed.some(({ entry }) => entry.tool.name === TOOL_SEARCH);
  const defers = placed.some(({ deferredBecause }) => deferredBecause !== undefined);
  if (hasSearch || !defers) return createPool(placed, [...hidden, ...withheld]);
  const denied = denialOf(rules, TOOL_SEARCH);
  if (denied === undefined) return createPool(withSearch(placed, ground), [...hidden, ...withheld]);
  const loaded = placed.map(({ entry, definition }) => ({ entry, definition }));
  return createPool(loaded, [...hidden, { tool: TOOL_SEARCH, why: denied }, ...withheld]);
}

/** Built-in tools and those of servers are two parts, each in the order of its names. */
const sorted = (entries: readonly RegisteredTool[]): readonly RegisteredTool[] =>
  entries.toSorted((a, b) => (a.tool.name < b.tool.name ? -1 : 1));

type Candidate = RegisteredTool & PoolEntry;

/** What is left of the candidates, and why others cannot be used. */
interface Choice {
  readonly kept: readonly PlacedTool[];
  readonly hidden: readonly HiddenTool[];
}

async function choose(all: readonly RegisteredTool[], input: PoolInput): Promise<Choice> {
  const hidden: HiddenTool[] = [];
  const candidates = all.flatMap((entry): Candidate[] => {
    const why = reasonToHide(entry, input);
    const described = why === undefined ? describe(entry, input) : { why };
    if (!("why" in described)) return [{ ...entry, ...described }];
    hidden.push({ tool: entry.tool.name, why: described.why });
    return [];
  });
  const { profile, mode } = input;
  const tapping = new Set<string>();
  const { entries } = await input.hooks.run(
    "buildPool",
    { profile, mode, entries: candidates },
    {
      viewFor: (draft, { plugin }) => {
        tapping.add(plugin);
        return draft;
      },
      onFailure: ({ error }) => {
        throw error;
      },
    },
  );
  const who = whoOf([...tapping]);
  const kept = sealEntries(entries, candidates, who);
  const names = new Set(kept.map(({ entry }) => entry.tool.name));
  const hiddenByTap = candidates.filter(({ tool }) => !names.has(tool.name));
  return {
    kept,
    hidden: [...hidden, ...hiddenByTap.map(({ tool }) => ({ tool: tool.name, why: `${who} hides it` }))],
  };
}

/** The plugins whose taps had the pool in hand, for people; which of several did something is not known. */
function whoOf(plugins: readonly string[]): string {
  const names = plugins.map((name) => `\`${name}\``);
  return names.length === 1 ? `the plugin ${names[0]}` : `one of the plugins ${names.join(", ")}`;
}

/** Only what the taps were offered, each once, of the plugin it is of. */
function sealEntries(
  entries: readonly PoolEntry[],
  candidates: readonly Candidate[],
  who: string,
): readonly PlacedTool[] {
  const refuse = (what: string): never => {
    throw new PluginError("GNT_HOOK_TAP", `${who} ${what} in \`buildPool\``, {
      hint: "repair the plugin, or leave it out of `plugins`",
    });
  };
  if (!Array.isArray(entries)) return refuse("gave no list of tools");
  const offered = new Map(candidates.map((candidate) => [candidate.tool, candidate]));
  const kept = new Map<Tool, PlacedTool>();
  for (const entry of entries as readonly PoolEntry[]) {
    const known = offered.get(entry?.tool);
    if (!known)
      return refuse(`added the tool \`${String(entry?.tool?.name)}\`, which was not offered to it,`);
    const { description } = entry;
    if (description !== undefined && (typeof description !== "string" || description.trim() === ""))
      return refuse(`gave the tool \`${entry.tool.name}\` no readable description`);
    if (kept.has(entry.tool)) return refuse(`listed the tool \`${entry.tool.name}\` twice`);
    const { description: _, ...registered } = known;
    const described = { ...registered, ...(description !== undefined && { description }) };
    kept.set(entry.tool, { entry: Object.freeze(registered), definition: wireDefinition(described) });
  }
  return [...kept.values()];
}

/** Neither profile nor the names asked for are about the tools of servers. */
function reasonToHide(
  { tool, plugin, isOffered }: RegisteredTool,
  { only, rules, contextOf, profile, profileTools }: PoolInput,
): string | undefined {
  const isNamed = (has: (name: string) => boolean): boolean => [tool.name, ...tool.aliases].some(has);
  if (!isOffered && profileTools && !isNamed((name) => profileTools.has(name)))
    return `it is not in the profile \`${profile}\``;
  if (!isOffered && only && !isNamed((name) => only.includes(name)))
    return "it is not among the tools this session is restricted to";
  const denied = denialOf(rules, tool.name, tool.aliases);
  if (denied !== undefined) return denied;
  try {
    const { cwd, options, model } = contextOf(plugin);
    const enabled = tool.isEnabled({ cwd, options, profile, ...(model && { model }) });
    if (enabled === true) return undefined;
    return typeof enabled === "string" ? enabled : "it is not enabled here";
  } catch (thrown) {
    return `it could not say whether it is enabled: ${messageOf(thrown)}`;
  }
}

function describe(
  entry: RegisteredTool,
  { describe: describeIn }: PoolInput,
): { readonly description?: string } | { readonly why: string } {
  try {
    const description = describeIn(entry);
    return description === undefined ? {} : { description };
  } catch (thrown) {
    return { why: `it could not describe itself: ${messageOf(thrown)}` };
  }
}
