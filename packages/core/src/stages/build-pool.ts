import type { Mode } from "../contract/decision.ts";
import { PATH_FORMAT, type ToolDefinition } from "../contract/definition.ts";
import type { HiddenTool } from "../contract/event.ts";
import type { PoolEntry } from "../contract/hook.ts";
import { InvariantError, messageOf } from "../errors.ts";
import type { HookTable } from "../hooks.ts";
import type { RuleSet } from "../policy/rules.ts";
import type { ToolPool } from "../pool/tool-pool.ts";
import type { RegisteredTool, Registry } from "../tool/registry.ts";

export interface PoolInput {
  readonly registry: Registry;
  readonly hooks: HookTable;
  readonly rules: RuleSet;
  readonly profile: string;
  readonly mode: Mode;
  readonly cwd: string;
  /** Names to restrict the pool to; undefined: all. */
  readonly only?: readonly string[] | undefined;
}

/**
 * Builds the pool of a session: names asked for, whole-tool deny rules, `isEnabled`, then the buildPool taps, then
 * the seal. What cannot be used is not shown; why it is hidden is kept for people.
 * @throws HookError when a tap throws: without a sound pool no request is sent.
 */
export async function buildPoolStage(input: PoolInput): Promise<ToolPool> {
  const hidden: HiddenTool[] = [];
  const candidates = input.registry.all.filter((entry) => {
    const why = reasonToHide(entry, input);
    if (why !== undefined) hidden.push({ tool: entry.tool.name, why });
    return why === undefined;
  });
  candidates.sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1));

  const { profile, mode } = input;
  const draft = await input.hooks.run(
    "buildPool",
    { profile, mode, entries: candidates },
    {
      onFailure: ({ error }) => {
        throw error;
      },
    },
  );
  return sealPool(draft.entries, input.registry, hidden);
}

/** Only registered tools, each once; everything frozen. */
function sealPool(
  entries: readonly PoolEntry[],
  registry: Registry,
  hidden: readonly HiddenTool[],
): ToolPool {
  if (!Array.isArray(entries)) throw new InvariantError("a buildPool tap gave no list of tools");
  const kept: PoolEntry[] = [];
  for (const entry of entries as readonly PoolEntry[]) {
    const known = registry.find(entry?.tool?.name);
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
  const hiddenByTap = registry.all
    .filter(({ tool }) => !inPool.has(tool) && !hidden.some((other) => other.tool === tool.name))
    .map(({ tool }) => ({ tool: tool.name, why: "a plugin hides it" }));
  return Object.freeze({
    entries: Object.freeze(kept.map(({ tool, plugin }) => Object.freeze({ tool, plugin }))),
    definitions: Object.freeze(kept.map(definitionOf)),
    hidden: Object.freeze([...hidden, ...hiddenByTap]),
    find: (name: string) => {
      const found = registry.find(name);
      return found && inPool.has(found.tool) ? found : undefined;
    },
  });
}

function reasonToHide(
  { tool }: RegisteredTool,
  { only, rules, cwd, profile }: PoolInput,
): string | undefined {
  if (only && ![tool.name, ...tool.aliases].some((name) => only.includes(name)))
    return "it is not among the tools asked for";
  const denied = rules.hiddenBy(tool.name, tool.aliases);
  if (denied) return `the rule \`${denied.rule}\` of ${denied.source} denies it`;
  try {
    return tool.isEnabled({ cwd, profile }) ? undefined : "it is not enabled here";
  } catch (thrown) {
    return `it could not say whether it is enabled: ${messageOf(thrown)}`;
  }
}

function definitionOf({ tool, description }: PoolEntry): ToolDefinition {
  return Object.freeze({
    name: tool.name,
    description: description ?? tool.description,
    input_schema: wireSchema(tool.input) as ToolDefinition["input_schema"],
  });
}

/** The schema as sent: plain JSON, without our own `format`. */
function wireSchema(schema: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === "format" && value === PATH_FORMAT ? undefined : value,
    ),
  );
}
