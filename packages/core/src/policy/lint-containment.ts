import { posix } from "node:path";
import { namesTool } from "./compile-rules.ts";
import { hasWildcard as hasStar, matchCommand } from "./match-command.ts";
import { matchDomain } from "./match-domain.ts";
import { matchGlob } from "./match-glob.ts";
import { compilePathRule, type PathEnv, type PathMatcher } from "./match-path.ts";
import { relativeInside } from "./path-inside.ts";
import { hasWildcard, literalPrefix, type PathPattern, readPathPattern } from "./path-pattern.ts";
import type { Rule, RuleMatch } from "./rule.ts";

type PathMatch = Extract<RuleMatch, { kind: "path" }>;

interface ReadPath {
  readonly pattern: PathPattern;
  readonly matcher: PathMatcher;
}

/** A parsed rule with its path patterns read, so that it can be compared with others. */
export interface ComparableRule {
  readonly rule: Rule;
  /** By path match. */
  readonly paths: ReadonlyMap<RuleMatch, ReadPath>;
}

/** Prepares a rule for comparison. Touches no disk. */
export function comparable(rule: Rule, env: PathEnv): ComparableRule {
  const { behavior, anchor } = rule.source;
  const read = ({ pattern: specifier }: PathMatch): ReadPath => ({
    pattern: readPathPattern({ specifier, behavior, anchor, cwd: env.cwd, home: env.home }),
    matcher: compilePathRule({ specifier, behavior, anchor }, env),
  });
  return { rule, paths: new Map(rule.matches.filter(isPath).map((match) => [match, read(match)])) };
}

/** Tells whether two rules are the same text about the same things, whatever their behavior and place. */
export function sameMeaning({ rule, paths }: ComparableRule, other: ComparableRule): boolean {
  const { tool, matches } = rule;
  if (tool !== other.rule.tool || JSON.stringify(matches) !== JSON.stringify(other.rule.matches))
    return false;
  const bases = (of: ComparableRule["paths"]) =>
    JSON.stringify([...of.values()].map(({ pattern }) => pattern.base));
  return bases(paths) === bases(other.paths);
}

/** What a rule is compared on; `edits` leaves out that an allow of `Edit` also allows reading. */
export type Aspect = "everything" | "edits";

/**
 * Tells whether a deny or ask rule surely binds everything another rule is about. Certain when true; false means only
 * that it was not proved.
 */
export function isInside(
  narrow: ComparableRule,
  wide: ComparableRule,
  aspect: Aspect = "everything",
): boolean {
  const { matches } = narrow.rule;
  return (
    matches.length > 0 &&
    matches.every((match) =>
      wide.rule.matches.some((other) => covers({ wide, other }, { narrow, match, aspect })),
    )
  );
}

interface Wide {
  readonly wide: ComparableRule;
  readonly other: RuleMatch;
}

interface Narrow {
  readonly narrow: ComparableRule;
  readonly match: RuleMatch;
  readonly aspect: Aspect;
}

function covers({ wide, other }: Wide, { narrow, match, aspect }: Narrow): boolean {
  // A deny of every tool is about every effect as well.
  if (other.kind === "tool" && wide.rule.tool === "*") return true;
  switch (match.kind) {
    case "tool":
      return other.kind === "tool" && coversName(wide.rule.tool, narrow.rule.tool);
    case "field":
      if (!coversName(wide.rule.tool, narrow.rule.tool)) return false;
      return other.kind === "tool" || (other.kind === "field" && coversField(other, match));
    case "path": {
      const reads =
        match.access === "read" || (narrow.rule.source.behavior === "allow" && aspect === "everything");
      // A stricter `Read` is about writing too; a stricter `Edit` leaves reading alone.
      if (other.kind !== "path" || (reads && other.access !== "read")) return false;
      return coversPath(wide.paths.get(other), narrow.paths.get(match));
    }
    case "command":
      return other.kind === "command" && coversCommand(other.pattern, match.pattern);
    case "domain":
      return other.kind === "domain" && coversDomain(other.pattern, match.pattern);
  }
}

const isPath = (match: RuleMatch): match is PathMatch => match.kind === "path";

const coversName = (wide: string, narrow: string): boolean => namesTool(wide, starless(narrow));

/** A pattern as a text to be matched: in place of its stars stands a character that only a star matches. */
const starless = (pattern: string): string => pattern.replaceAll("*", "\u{e000}");

type FieldMatch = Extract<RuleMatch, { kind: "field" }>;

const coversField = (wide: FieldMatch, narrow: FieldMatch): boolean =>
  wide.field === narrow.field &&
  wide.words === narrow.words &&
  (wide.value === narrow.value || (wide.words !== true && matchGlob(wide.value, starless(narrow.value))));

function coversCommand(wide: string, narrow: string): boolean {
  if (!hasStar(narrow)) return matchCommand(wide, narrow);
  return formsOf(narrow).every((form) => formsOf(wide).some((other) => matchGlob(other, starless(form))));
}

/** The globs a command pattern stands for: a trailing ` *` also means no arguments. */
function formsOf(pattern: string): readonly string[] {
  const spaced = pattern.endsWith(":*") ? `${pattern.slice(0, -2)} *` : pattern;
  const words = /^(.*\S) \*+$/s.exec(spaced)?.[1];
  return words === undefined ? [spaced] : [spaced, words];
}

function coversDomain(wide: string, narrow: string): boolean {
  const [all, some] = [wide.toLowerCase(), narrow.toLowerCase()];
  if (all === some || all === "*") return true;
  if (!hasStar(some)) return matchDomain(all, some);
  return /^\*\.[^*]+$/.test(all) && some.endsWith(all.slice(1));
}

function coversPath(wide: ReadPath | undefined, narrow: ReadPath | undefined): boolean {
  if (wide === undefined || narrow === undefined) return false;
  if (coversShape(wide.pattern, narrow.pattern)) return true;
  const { base, segments } = narrow.pattern;
  // Whatever the wildcards stand for lies below the part that stands for itself.
  if (wide.matcher.coversTree(posix.join(base, ...literalPrefix(segments)))) return true;
  return isAnywhere(wide.pattern) && isAnywhere(narrow.pattern) && coversLeaf(wide, narrow.pattern);
}

/** The same pattern, or the same one at any depth. */
function coversShape(wide: PathPattern, narrow: PathPattern): boolean {
  if (wide.base !== narrow.base) return false;
  const rest = wide.segments.slice(wide.segments.length - narrow.segments.length);
  const depth = wide.segments.length - narrow.segments.length;
  const isDeeper = depth === 0 || (depth === 1 && wide.segments[0] === "**");
  return isDeeper && rest.every((segment, at) => segment === narrow.segments[at]);
}

/** Written as one name, which matches at any depth. */
const isAnywhere = ({ segments: [stars, name, ...more] }: PathPattern): boolean =>
  stars === "**" && name !== undefined && more.length === 0;

function coversLeaf({ matcher, pattern }: ReadPath, { base, segments }: PathPattern): boolean {
  const [, name = ""] = segments;
  if (hasWildcard(name) || relativeInside(base, pattern.base) === undefined) return false;
  return matcher.matchesPath(posix.join(base, name));
}
