import type { Decision } from "../contract/decision.ts";
import type { LocatedEffect } from "../contract/effect.ts";
import { isGauntletError } from "../errors.ts";
import { matchDomain } from "./match-domain.ts";
import { parseRule, type RuleMatch } from "./rule.ts";

/** Rules a person may remember at once for one call; more are too many to read. */
const MAX_PROPOSALS = 5;

/**
 * The narrowest allow rules that would have covered what nobody allowed: exact paths, exact commands, exact hosts.
 * A command gets one rule, which covers all it does.
 * Empty when the call asks for another reason (an ask rule, a protected path), which no allow rule lifts, when no rule
 * can name just this, or when it would take more than five rules.
 * @param trusted whether the tool's effect claims are believed; others can only be allowed by name.
 */
export function proposeRules(
  tool: string,
  { behavior, because, uncovered, effects }: Decision,
  { trusted }: { readonly trusted: boolean },
): readonly string[] {
  if (behavior !== "ask" || because.length > 0) return [];
  if (uncovered.length === 0 || !trusted) return [tool];
  const rules = uncovered
    .filter((index) => !isPartOf(effects[index], uncovered))
    .map((index) => ruleFor(tool, effects[index]));
  if (rules.some((rule) => rule === undefined)) return [];
  const distinct = [...new Set(rules as string[])];
  // A rule for every call of the tool says all the others say, and more; it stands only when nothing narrower can.
  if (distinct.includes(tool)) return [tool];
  return distinct.length > MAX_PROPOSALS ? [] : distinct;
}

/** Whether an exact rule for a command that is not covered either says this as well. */
function isPartOf(effect: LocatedEffect | undefined, uncovered: readonly number[]): boolean {
  if (effect === undefined || !("command" in effect)) return false;
  return effect.command !== undefined && uncovered.includes(effect.command);
}

function ruleFor(tool: string, effect: LocatedEffect | undefined): string | undefined {
  switch (effect?.kind) {
    case "read":
      return exactRule("Read", pathPattern(effect.path, effect.tree));
    case "write":
    case "delete":
      return exactRule("Edit", pathPattern(effect.path, effect.tree));
    case "exec":
    case "opaque":
      // A star in a command would make the rule wider than what was shown, and there is no way to quote it.
      return effect.text.includes("*") ? undefined : exactRule("Bash", effect.text);
    case "connect":
      return exactRule("WebFetch", effect.host);
    default:
      return tool;
  }
}

/** The text of a rule, if it reads back as a rule about just this: not every name can be written in one. */
function exactRule(tool: "Read" | "Edit" | "Bash" | "WebFetch", what: string): string | undefined {
  const text = `${tool}(${tool === "WebFetch" ? "domain:" : ""}${what})`;
  const [match, ...others] = matchesOf(text);
  if (match === undefined || others.length > 0 || !("pattern" in match)) return undefined;
  const isExact = match.kind === "domain" ? matchDomain(match.pattern, what) : match.pattern === what;
  return isExact ? text : undefined;
}

function matchesOf(text: string): readonly RuleMatch[] {
  try {
    return parseRule({ behavior: "allow", text, source: "session", anchor: "/" }).matches;
  } catch (thrown) {
    if (isGauntletError(thrown)) return [];
    throw thrown;
  }
}

/** A pattern from the root of the file system that matches this path literally, or everything below it. */
function pathPattern(path: string, tree: boolean | undefined): string {
  // A rule's text is trimmed, so a space at the end needs brackets to stay.
  const literal = path.replace(/[\\*?[\]!#]/g, "\\$&").replace(/ $/, "[ ]");
  return `/${literal}${tree ? "/**" : ""}`;
}
