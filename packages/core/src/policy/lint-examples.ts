import type { RuleSource } from "./policy.ts";
import type { RuleMatch } from "./rule.ts";

/** Fewest examples that say something about how wide a rule has to be. */
const MIN_EXAMPLES = 2;

/**
 * The words all examples of an allow rule begin with, when they go further than the words the rule begins with: then a
 * narrower rule would allow every example. Undefined for other rules, for rules with fewer than two examples of what
 * they allow, and where an example is more than a text.
 */
export function beginningOfExamples(source: RuleSource, matches: readonly RuleMatch[]): string | undefined {
  const examples = examplesOf(source);
  const [match, ...others] = matches;
  if (match === undefined || others.length > 0 || examples.length < MIN_EXAMPLES) return undefined;
  const separator = { command: " ", path: "/" }[match.kind as "command" | "path"];
  if (separator === undefined || !("pattern" in match) || !match.pattern.includes("*")) return undefined;
  const words = (text: string): readonly string[] => wordsOf(text, separator);
  const all = examples.map(words);
  const shared = all.reduce((before, next) => before.slice(0, equalWords(before, next)));
  const fixed = words(match.pattern.replace(/:\*+$/, " *"));
  const open = fixed.findIndex((word) => word.includes("*"));
  return shared.length > open ? shared.join(separator) : undefined;
}

function examplesOf(source: RuleSource): readonly string[] {
  const list: unknown = source.behavior === "allow" ? source.examples?.allow : undefined;
  return Array.isArray(list) && list.every((text) => typeof text === "string") ? list : [];
}

const wordsOf = (text: string, separator: string): readonly string[] =>
  separator === " " ? text.trim().split(/\s+/) : text.trim().replace(/^\.\//, "").split("/");

function equalWords(some: readonly string[], other: readonly string[]): number {
  const end = some.findIndex((word, at) => word !== other[at]);
  return end < 0 ? some.length : end;
}
