import type { Mode } from "../contract/decision.ts";
import type { ToolDefinition } from "../contract/definition.ts";
import type { HiddenTool } from "../contract/event.ts";
import type { PoolEntry } from "../contract/hook.ts";
import type { EnabledContext, Tool } from "../contract/tool.ts";
import { InvariantError, messageOf } from "../errors.ts";
import type { HookRuns } from "../hooks.ts";
import type { RuleSet } from "../policy/rules.ts";
import type { ToolPool } from "../pool/tool-pool.ts";
import { wireSchema } from "../pool/wire-schema.ts";
import type { RegisteredTool, Registry } from "../tool/registry.ts";
import type { SessionShelf } from "../tool/session-tools.ts";

export interface PoolInput {
  readonly registry: Registry;
  readonly shelf: SessionShelf;
  readonly hooks: HookRuns;
  readonly rules: RuleSet;
  readonly profile: string;
  readonly mode: Mode;
  /** What a plugin's tools may know of the session when they are asked whether they can be used. */
  readonly contextOf: (plugin: string) => Omit<EnabledContext, "profile">;
  /** A tool's description for this session; undefined when it is the same in every one. */
  readonly describe: (entry: RegisteredTool) => string | undefined;
  /** Names to restrict the pool to; undefined: all. */
  readonly only?: readonly string[] | undefined;
}

/**
 * Builds the pool of a session: names asked for, whole-tool deny rules, `isEnabled`, then the buildPool taps, then
 * the seal. What cannot be used is not shown; why it is hidden is kept for people.
 * @throws HookError when a tap throws: without a sound pool no request is sent.
 */
export async function buildPoolStage(input: PoolInput): Promise<ToolPool> {
  const { registry, shelf } = input;
  return sealPool(await judge([...sorted(registry.all), ...sorted(shelf.offered)], input), input);
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
  const { shelf } = input;
  const late = sorted(shelf.offered.filter(({ tool }) => !known.has(tool)));
  const judged = await judge(late, input);
  const isHere = ({ tool }: PoolEntry): boolean => shelf.find(tool.name)?.tool === tool;
  const before = pool.entries.flatMap((entry, at) =>
    isHere(entry) ? [{ ...entry, description: pool.definitions[at]?.description ?? "" }] : [],
  );
  const earlier = pool.hidden.filter(({ tool }) => !judged.all.some((other) => other.tool.name === tool));
  return sealPool(
    {
      all: [...before, ...judged.all],
      entries: [...before, ...judged.entries],
      hidden: [...earlier.filter(({ tool }) => !shelf.withheld.has(tool)), ...judged.hidden],
    },
    input,
  );
}

/** Built-in tools and those of servers are two parts, each in the order of its names. */
const sorted = (entries: readonly RegisteredTool[]): readonly RegisteredTool[] =>
  entries.toSorted((a, b) => (a.tool.name < b.tool.name ? -1 : 1));

/** Candidates, what the taps left of them, and why others cannot be used. */
interface Judged {
  readonly all: readonly PoolEntry[];
  readonly entries: readonly PoolEntry[];
  readonly hidden: readonly HiddenTool[];
}

async function judge(all: readonly RegisteredTool[], input: PoolInput): Promise<Judged> {
  const hidden: HiddenTool[] = [];
  const candidates = all.flatMap((entry): PoolEntry[] => {
    const why = reasonToHide(entry, input);
    const described = why === undefined ? describe(entry, input) : { why };
    if (!("why" in described)) return [{ ...entry, ...described }];
    hidden.push({ tool: entry.tool.name, why: described.why });
    return [];
  });
  const { profile, mode } = input;
  const { entries } = await input.hooks.run(
    "buildPool",
    { profile, mode, entries: candidates },
    {
      onFailure: ({ error }) => {
        throw error;
      },
    },
  );
  return { all, entries, hidden };
}

/** Only registered tools, each once; everything frozen. */
function sealPool({ all, entries, hidden }: Judged, { shelf }: PoolInput): ToolPool {
  if (!Array.isArray(entries)) throw new InvariantError("a buildPool tap gave no list of tools");
  const kept: (PoolEntry & RegisteredTool)[] = [];
  for (const entry of entries as readonly PoolEntry[]) {
    const known = shelf.find(entry?.tool?.name);
    if (!known || known.tool !== entry.tool) {
      throw new InvariantError(
        `a buildPool tap added the tool \`${String(entry?.tool?.name)}\`, which no plugin registered`,
      );
    }
    const { description } = entry;
    if (description !== undefined && (typeof description !== "string" || description.trim() === "")) {
      throw new InvariantError(
        `a buildPool tap gave the tool \`${entry.tool.name}\` no readable description`,
      );
    }
    if (kept.some((other) => other.tool === entry.tool)) {
      throw new InvariantError(`a buildPool tap listed the tool \`${entry.tool.name}\` twice`);
    }
    kept.push({ ...known, ...(description !== undefined && { description }) });
  }
  const inPool = new Set(kept.map((entry) => entry.tool));
  const hiddenByTap = all
    .filter(({ tool }) => !inPool.has(tool) && !hidden.some((other) => other.tool === tool.name))
    .map(({ tool }) => ({ tool: tool.name, why: "a plugin hides it" }));
  return Object.freeze({
    entries: Object.freeze(kept.map(({ description: _, ...entry }) => Object.freeze(entry))),
    definitions: Object.freeze(kept.map(definitionOf)),
    hidden: Object.freeze([
      ...hidden,
      ...hiddenByTap,
      ...[...shelf.withheld].map(([tool, why]) => ({ tool, why })),
    ]),
    find: (name: string) => {
      const found = shelf.find(name);
      return found && inPool.has(found.tool) ? found : undefined;
    },
  });
}

function reasonToHide(
  { tool, plugin }: RegisteredTool,
  { only, rules, contextOf, profile }: PoolInput,
): string | undefined {
  if (only && ![tool.name, ...tool.aliases].some((name) => only.includes(name)))
    return "it is not among the tools asked for";
  const denied = rules.hiddenBy(tool.name, tool.aliases);
  if (denied) return `the rule \`${denied.rule}\` of ${denied.source} denies it`;
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

function definitionOf({ tool, description }: PoolEntry): ToolDefinition {
  return Object.freeze({
    name: tool.name,
    description: description ?? tool.description,
    input_schema: wireSchema(tool.input),
  });
}
