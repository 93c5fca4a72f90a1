import { findInvisible } from "../contract/visible-text.ts";
import type { RuleSource } from "./policy.ts";
import { refuseRule, showControls } from "./refuse-rule.ts";
import { readSpecifier } from "./rule-specifier.ts";

/** A parsed rule. It binds a call when any of its matches does; without matches it never binds and `warning` says why. */
export interface Rule {
  readonly source: RuleSource;
  /** The tool the rule names, by its present name; may hold `*`. */
  readonly tool: string;
  readonly matches: readonly RuleMatch[];
  readonly warning?: string;
}

/** One thing a rule looks at. */
export type RuleMatch =
  /** Every call of the tool. */
  | { readonly kind: "tool" }
  /** `read`: reads of every tool; `edit`: writes and deletions of every tool. */
  | { readonly kind: "path"; readonly access: "read" | "edit"; readonly pattern: string }
  /** Commands that any tool runs. */
  | { readonly kind: "command"; readonly pattern: string }
  /** Hosts that any tool connects to. */
  | { readonly kind: "domain"; readonly pattern: string }
  /** A top-level scalar of the named tool's input; `words` gives a trailing ` *` the meaning it has for commands. */
  | { readonly kind: "field"; readonly field: string; readonly value: string; readonly words?: true };

// Words of the rule language that were renamed.
const RENAMED: ReadonlyMap<string, string> = new Map([["Task", "Agent"]]);

/**
 * Parses one rule.
 * @returns the rule; one that can never match comes with a `warning` and no matches.
 * @throws GNT_CONFIG_RULE when the text is no rule, or an allow names tools by an open-ended glob.
 */
export function parseRule(source: RuleSource): Rule {
  if (typeof source.text !== "string") refuseRule(source, "is not text");
  const text = source.text.trim();
  if (text === "") refuseRule(source, "is blank", "write `Bash(git status)` or `Bash`");
  const odd = findInvisible(text);
  if (odd >= 0)
    refuseRule(
      source,
      `has a control or invisible character at position ${odd + 1}`,
      "remove it, or write `*` in its place",
    );

  const open = text.indexOf("(");
  const written = open < 0 ? text : text.slice(0, open);
  checkName(source, written);
  const tool = RENAMED.get(written) ?? written;
  if (source.behavior === "allow") checkAllowName(source, tool);
  if (open < 0) return { source, tool, ...readSpecifier(source, tool, "*") };

  const close = closingBracket(text, open, tool === "Bash");
  if (close < 0)
    refuseRule(
      source,
      "has no closing bracket",
      `write \`${written}(${example(written)})\` or \`${written}\``,
    );
  if (close < text.length - 1) {
    refuseRule(
      source,
      `has text after its closing bracket at position ${close + 2}`,
      "write one rule in a text",
    );
  }
  const specifier = text.slice(open + 1, close).trim();
  if (specifier === "")
    refuseRule(source, "has nothing in its brackets", `write \`${written}\` for every call of the tool`);
  return { source, tool, ...readSpecifier(source, tool, specifier) };
}

function checkName(source: RuleSource, name: string): void {
  if (/^[A-Za-z0-9_.*-]+$/.test(name)) return;
  const at = name.search(/[^A-Za-z0-9_.*-]/);
  const what =
    name === ""
      ? "names no tool"
      : `has a tool name with \`${showControls(name.charAt(at))}\` at position ${at + 1}`;
  refuseRule(source, what, "begin with the name of a tool, such as `Bash` or `mcp__server__tool`");
}

function checkAllowName(source: RuleSource, tool: string): void {
  if (!tool.includes("*") || /^mcp__[^*]+?__/.test(tool)) return;
  refuseRule(
    source,
    "allows tools by an open-ended pattern",
    "name the tool, or a server with a pattern after it: `mcp__server__get_*`",
  );
}

/** Where the bracket opened at `open` closes; -1 when it does not. In commands, brackets in quotes do not count. */
function closingBracket(text: string, open: number, isCommand: boolean): number {
  let depth = 0;
  let quote = "";
  for (let at = open; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "\\" && quote !== "'") at += 1;
    else if (quote !== "") quote = char === quote ? "" : quote;
    else if (isCommand && (char === '"' || char === "'") && text.includes(char, at + 1)) quote = char;
    else if (char === "(") depth += 1;
    else if (char === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

const example = (tool: string): string =>
  ({ Bash: "git status", WebFetch: "domain:example.com", Agent: "name", Skill: "name" })[tool] ?? "./src/**";
