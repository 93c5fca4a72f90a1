import type { Behavior } from "../contract/decision.ts";
import { matchGlob } from "./match-glob.ts";
import { compilePathRule, type PathEnv, type PathMatcher } from "./match-path.ts";
import { indexPaths, type PathIndex } from "./path-index.ts";
import type { RuleSource } from "./policy.ts";
import { parseRule, type Rule, type RuleMatch } from "./rule.ts";

type MatchOf<K extends RuleMatch["kind"]> = Extract<RuleMatch, { kind: K }>;

/** One match of one rule. */
export interface Entry<M extends RuleMatch = RuleMatch> {
  readonly rule: Rule;
  readonly behavior: Behavior;
  readonly match: M;
}

/** A match of one kind. */
export type EntryOf<K extends RuleMatch["kind"]> = Entry<MatchOf<K>>;

/** A path rule with its compiled pattern. */
export interface PathEntry extends EntryOf<"path"> {
  readonly matcher: PathMatcher;
}

/** Rules by what they look at: whole tools and input fields by tool name, everything else by kind of effect. */
export interface RuleIndex {
  /** Entries about whole tools that have this name, servers and patterns included. */
  forTool(name: string): readonly EntryOf<"tool">[];
  /** Entries about input fields of the tool with this name. */
  forFields(name: string): readonly EntryOf<"field">[];
  readonly paths: readonly PathEntry[];
  /** The same path rules, found by what they may be about. */
  readonly pathIndex: PathIndex;
  readonly commands: readonly EntryOf<"command">[];
  readonly domains: readonly EntryOf<"domain">[];
  readonly warnings: readonly string[];
}

/**
 * Parses rules and sorts them by what they look at.
 * @throws GNT_CONFIG_RULE for the first rule that is none.
 */
export function indexRules(sources: readonly RuleSource[], env: PathEnv): RuleIndex {
  const rules = sources.map(parseRule);
  const entries = rules.flatMap((rule) =>
    rule.matches.map((match): Entry => ({ rule, behavior: rule.source.behavior, match })),
  );
  const tools = byToolName(entries.filter(isKind("tool")));
  const fields = byToolName(entries.filter(isKind("field")));
  const paths = entries.filter(isKind("path")).map((entry) => ({ ...entry, matcher: matcherOf(entry, env) }));
  return {
    forTool: tools,
    forFields: fields,
    paths,
    pathIndex: indexPaths(paths, env),
    commands: entries.filter(isKind("command")),
    domains: entries.filter(isKind("domain")),
    warnings: rules.flatMap(({ warning }) => warning ?? []),
  };
}

const isKind =
  <K extends RuleMatch["kind"]>(kind: K) =>
  (entry: Entry): entry is EntryOf<K> =>
    entry.match.kind === kind;

const matcherOf = ({ rule: { source }, match }: EntryOf<"path">, env: PathEnv): PathMatcher =>
  compilePathRule({ specifier: match.pattern, behavior: source.behavior, anchor: source.anchor }, env);

function byToolName<K extends RuleMatch["kind"]>(entries: readonly EntryOf<K>[]) {
  const exact = new Map<string, EntryOf<K>[]>();
  const open: EntryOf<K>[] = [];
  for (const entry of entries) {
    const { tool } = entry.rule;
    if (tool.includes("*") || isServer(tool)) open.push(entry);
    else exact.set(tool, [...(exact.get(tool) ?? []), entry]);
  }
  const known = new Map<string, readonly EntryOf<K>[]>();
  return (name: string): readonly EntryOf<K>[] => {
    const found = known.get(name) ?? [
      ...(exact.get(name) ?? []),
      ...open.filter(({ rule: { tool } }) => namesTool(tool, name)),
    ];
    if (known.size < MAX_KNOWN) known.set(name, found);
    return found;
  };
}

// Names come from outside; what is remembered about them must not grow without end.
const MAX_KNOWN = 1_000;

const isServer = (tool: string): boolean => /^mcp__(?!.*__)/.test(tool);

/** Tells whether the tool part of a rule means a tool: its name, its server, or a pattern over whole names. */
export function namesTool(ruleTool: string, name: string): boolean {
  if (ruleTool.includes("*")) return matchGlob(ruleTool, name);
  return name === ruleTool || (isServer(ruleTool) && name.startsWith(`${ruleTool}__`));
}
