import { nearestName } from "../tool/nearest-name.ts";
import { TOOL_SEARCH } from "../tool/registry.ts";
import { namesTool } from "./compile-rules.ts";
import { type ComparableRule, comparable, isInside, sameMeaning } from "./lint-containment.ts";
import { beginningOfExamples } from "./lint-examples.ts";
import type { PathEnv } from "./match-path.ts";
import type { RuleSource } from "./policy.ts";
import { parseRule, type Rule } from "./rule.ts";

/** What can be wrong with a rule that can be read. */
export type LintKind =
  /** It binds no call, whatever is called. */
  | "never-matches"
  /** It can bind, and probably means something else. */
  | "doubtful"
  /** No tool has the name. */
  | "unknown-tool"
  /** The same rule is allowed and denied. */
  | "contradiction"
  /** A stricter rule binds everything it is about. */
  | "shadowed"
  /** It says again what another rule says. */
  | "duplicate"
  /** It allows more than any of its examples needs. */
  | "wider-than-examples";

/** One thing found: the rule it is about, and the other rule when it takes two. `message` is one sentence. */
export interface LintFinding {
  readonly kind: LintKind;
  readonly rule: RuleSource;
  readonly other?: RuleSource;
  readonly message: string;
}

/** A tool that rules may name. */
export interface KnownTool {
  readonly name: string;
  readonly aliases: readonly string[];
}

/**
 * Finds rules that do nothing or not what they seem to: in the order of the rules, several findings for one rule
 * possible. Nothing is reported on suspicion: a rule is called shadowed only when containment is certain.
 *
 * Pure; the time grows with the square of the number of rules.
 * @param tools every registered tool, hidden ones included.
 * @throws GNT_CONFIG_RULE for the first text that is no rule.
 */
export function lintRules(
  rules: readonly RuleSource[],
  env: PathEnv,
  tools: readonly KnownTool[],
): readonly LintFinding[] {
  const parsed = rules.map((source) => comparable(parseRule(source), env));
  const names = namesOf(tools);
  return parsed.flatMap((entry, at) => {
    const idle = idleFinding(entry.rule, names);
    const pair = idle === undefined ? pairFinding(entry, parsed.slice(0, at), parsed) : undefined;
    return [idle, pair, exampleFinding(entry.rule)].filter((finding) => finding !== undefined);
  });
}

/** Where a rule stands: its file and line, else its source. */
const placeText = ({ source, file, line }: RuleSource): string => {
  if (file === undefined) return `of ${source}`;
  return `in \`${file}\`${line === undefined ? "" : ` line ${line}`}`;
};

/** The text of a rule as people wrote it, in backticks. */
const quoted = ({ text }: RuleSource): string => `\`${text.trim()}\``;

function idleFinding(
  { source, tool, matches, warning }: Rule,
  names: readonly string[],
): LintFinding | undefined {
  if (warning !== undefined) {
    return { kind: matches.length === 0 ? "never-matches" : "doubtful", rule: source, message: warning };
  }
  const what = unknownTool({ source, tool, matches }, names);
  if (what === undefined) return undefined;
  return { kind: "unknown-tool", rule: source, message: `rule ${quoted(source)} ${what}` };
}

/** What to say about a rule that names a tool nobody has, without its subject; undefined when it may bind something. */
function unknownTool({ tool, matches }: Omit<Rule, "warning">, names: readonly string[]): string | undefined {
  // Rules on effects bind whichever tool has the effect; servers come and go with their connections.
  const onTool = matches.every(({ kind }) => kind === "tool" || kind === "field");
  if (!onTool || tool.startsWith("mcp__") || names.some((name) => namesTool(tool, name))) return undefined;
  const near = nearestName(tool, names);
  const hint = near === undefined ? "" : `; did you mean \`${near}\`?`;
  return `names no tool${hint}`;
}

/**
 * One sentence for each rule that names a tool nobody has, for people to be told when a session starts.
 * @throws GNT_CONFIG_RULE for the first text that is no rule.
 */
export function unknownToolWarnings(
  rules: readonly RuleSource[],
  tools: readonly KnownTool[],
): readonly string[] {
  const names = namesOf(tools);
  return rules.flatMap((source) => {
    const what = unknownTool(parseRule(source), names);
    return what === undefined ? [] : [`rule ${quoted(source)} ${placeText(source)} ${what}`];
  });
}

/** The names rules may use: those of the tools, and of the one that is the core's own. */
const namesOf = (tools: readonly KnownTool[]): readonly string[] => [
  TOOL_SEARCH,
  ...tools.flatMap(({ name, aliases }) => [name, ...aliases]),
];

/** What another rule says about this one: the worst finding, for the first rule that gives it. */
function pairFinding(
  entry: ComparableRule,
  earlier: readonly ComparableRule[],
  all: readonly ComparableRule[],
): LintFinding | undefined {
  const { source } = entry.rule;
  const find = (
    kind: LintKind,
    others: readonly ComparableRule[],
    says: (other: RuleSource) => string,
  ): LintFinding | undefined => {
    const other = others[0]?.rule.source;
    return other && { kind, rule: source, other, message: `rule ${quoted(source)} ${says(other)}` };
  };
  const { behavior } = source;
  const stricter = all.filter(({ rule }) => STRICTNESS[rule.source.behavior] > STRICTNESS[behavior]);
  const denying = stricter.filter(({ rule }) => rule.source.behavior === "deny");
  const same = (others: readonly ComparableRule[]) => others.filter((other) => sameMeaning(entry, other));
  const contradicting = behavior === "allow" ? same(denying) : [];
  return (
    find("contradiction", contradicting, () => "is allowed and denied; the deny wins") ??
    find(
      "shadowed",
      [...denying, ...stricter].filter((other) => isInside(entry, other)),
      (other) => `does nothing: ${doesTo(other)} everything it is about`,
    ) ??
    find(
      "shadowed",
      behavior === "allow" ? denying.filter((other) => isInside(entry, other, "edits")) : [],
      (other) => `allows only reading: ${doesTo(other)} every edit it is about`,
    ) ??
    find(
      "duplicate",
      same(earlier.filter(({ rule }) => rule.source.behavior === behavior)),
      () => `stands twice among the ${behavior} rules`,
    )
  );
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;
const doesTo = ({ text, behavior }: RuleSource): string =>
  `\`${text.trim()}\` ${behavior === "deny" ? "denies" : "asks about"}`;

function exampleFinding({ source, matches }: Rule): LintFinding | undefined {
  const beginning = beginningOfExamples(source, matches);
  if (beginning === undefined) return undefined;
  const message = `rule ${quoted(source)} is wider than its examples, which all begin with \`${beginning}\``;
  return { kind: "wider-than-examples", rule: source, message };
}
