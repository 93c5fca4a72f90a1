import { isAbsolute, join } from "node:path";
import type { CallContext } from "@gauntlet/core";
import picomatch from "picomatch";
import * as messages from "../messages.ts";
import { Refusal } from "../refusal.ts";
import { expandBraces } from "./expand-braces.ts";

const MAGIC = /[*?[\]{}()\\]/;
const MAX_LENGTH = 1_000;
const MAX_STARS = 3;
const ANY_DEPTH = "**";
const NAME_OPTIONS = {
  dot: true,
  nobrace: true,
  noextglob: true,
  noglobstar: true,
  nonegate: true,
  posix: true,
};

/** Where a pattern has to be searched, and what remains of it below that directory. */
export interface PatternRoot {
  /** Absolute. */
  readonly root: string;
  readonly rest: string;
}

/** Whether nothing in a pattern stands for anything but itself. */
export const isLiteral = (pattern: string): boolean => !MAGIC.test(pattern);

/** Splits off the leading segments without wildcards. Touches no disk, so effects can be told from it. */
export function patternRoot(input: { pattern: string; path?: string }, ctx: CallContext): PatternRoot {
  const segments = input.pattern.split("/");
  const magic = segments.findIndex((segment) => MAGIC.test(segment));
  // The last segment names files even when it has no wildcard.
  const literal = magic === -1 ? segments.length - 1 : magic;
  const prefix = segments.slice(0, literal).join("/");
  const rest = segments.slice(literal).join("/");
  if (isAbsolute(input.pattern)) return { root: ctx.resolve(prefix || "/"), rest };
  if (prefix === "~" || prefix.startsWith("~/")) return { root: ctx.resolve(prefix), rest };
  return { root: join(ctx.resolve(input.path ?? "."), prefix), rest };
}

/** A compiled pattern. Paths are relative to its root, with `/` between names. */
export interface PathPattern {
  matches(path: string): boolean;
  /** False when no match has this as its last name. */
  mayBeNamed(name: string): boolean;
  /** Whatever has such a name matches, in whatever directory it is. */
  readonly isOfNames: boolean;
  /** False when nothing below the directory can match. */
  reaches(directory: string): boolean;
}

/**
 * Compiles a pattern for paths relative to the root. Brackets and parentheses are tried both as pattern and as they
 * stand, because file-routed projects have names such as `[id]` and `(shop)`.
 *
 * Names are matched one by one, each by a small expression: a single expression for the whole path could try for
 * minutes on one long name, and nothing can interrupt it.
 * @throws Refusal for patterns that could take too long, or climb.
 */
export function compilePattern(pattern: string, rest: string): PathPattern {
  const alternatives = pattern.length > MAX_LENGTH ? undefined : expandBraces(rest);
  if (alternatives === undefined) throw new Refusal(messages.costlyPattern(pattern));
  const all = alternatives.map((alternative) => compileSteps(pattern, alternative.split("/")));
  return {
    mayBeNamed: (name) => all.some((steps) => endsIn(name, steps)),
    isOfNames: all.every(isOfNames),
    matches: (path) => all.some((steps) => matchesSteps(path, steps)),
    reaches: (directory) => all.some((steps) => leadsOn(directory, steps)),
  };
}

type Step = typeof ANY_DEPTH | ((name: string) => boolean);

function compileSteps(pattern: string, segments: readonly string[]): readonly Step[] {
  if (segments.includes("..")) throw new Refusal(messages.climbingPattern(pattern));
  return segments
    .filter((segment) => segment !== "." && segment !== "")
    .map((segment) => {
      if (segment === "**") return ANY_DEPTH;
      if (segment.replace(/\*+/g, "*").split("*").length - 1 > MAX_STARS)
        throw new Refusal(messages.costlyPattern(pattern));
      return nameMatcher(segment);
    });
}

function endsIn(name: string, steps: readonly Step[]): boolean {
  const last = steps.at(-1);
  return last !== undefined && (last === ANY_DEPTH || last(name));
}

const isOfNames = (steps: readonly Step[]): boolean => steps[0] === ANY_DEPTH && steps.length <= 2;

function matchesSteps(path: string, steps: readonly Step[]): boolean {
  // The most frequent patterns are told by the last name alone.
  if (isOfNames(steps)) return endsIn(path.slice(path.lastIndexOf("/") + 1), steps);
  return reachedBy(path, steps).has(steps.length);
}

function leadsOn(directory: string, steps: readonly Step[]): boolean {
  const reached = reachedBy(directory, steps);
  return steps.some((_, at) => reached.has(at));
}

/** Follows all ways through the steps at once, so that the work grows with names times steps and no faster. */
function reachedBy(path: string, steps: readonly Step[]): ReadonlySet<number> {
  let reached = withSkipped(new Set([0]), steps);
  for (const name of path.split("/")) {
    const next = new Set<number>();
    for (const at of reached) {
      const step = steps[at];
      if (step === ANY_DEPTH) next.add(at);
      else if (step?.(name)) next.add(at + 1);
    }
    reached = withSkipped(next, steps);
  }
  return reached;
}

/** `**` also stands for no directory at all. */
function withSkipped(reached: Set<number>, steps: readonly Step[]): Set<number> {
  for (const at of reached) if (steps[at] === ANY_DEPTH) reached.add(at + 1);
  return reached;
}

function nameMatcher(segment: string): (name: string) => boolean {
  const matches = expressionOf(segment);
  if (!/[[\]()]/.test(segment)) return (name) => matches.test(name);
  const matchesLiterally = expressionOf(segment.replace(/(?<!\\)[[\]()]/g, "\\$&"));
  return (name) => matches.test(name) || matchesLiterally.test(name);
}

/** Stand for themselves, but picomatch drops quotes, repeats after `+` and chooses at `|` also outside parentheses. */
const TAKEN_FOR_MORE = /(?<!\\)["$+]|(?<![\\[])\^|(?<!\\|\([^)]*)\|/g;

function expressionOf(segment: string): RegExp {
  const expression = picomatch.makeRe(segment.replace(TAKEN_FOR_MORE, "\\$&"), NAME_OPTIONS);
  try {
    // `?` and classes stand for whole characters, also for those of two units.
    return new RegExp(withNeededEscapes(expression.source), "u");
  } catch {
    // Braces that stand for themselves are only understood without the flag.
    return expression;
  }
}

const NEEDS_ESCAPE = /[\w^$\\.*+?()[\]{}|/]/;

/** With the flag `u` only what has a meaning may be escaped, and picomatch escapes more. Classes stay as they are. */
const withNeededEscapes = (source: string): string =>
  source.replace(/\\([\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]/g, (item, escaped?: string) =>
    escaped === undefined || NEEDS_ESCAPE.test(escaped) ? item : escaped,
  );
