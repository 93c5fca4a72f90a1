import { posix } from "node:path";
import type { Behavior } from "../contract/decision.ts";
import { toComparable } from "./path-inside.ts";

/** A path rule's specifier and what it is relative to. Directories are absolute. */
export interface PathSpecifier {
  readonly specifier: string;
  readonly behavior: Behavior;
  /** What `/x` is relative to. */
  readonly anchor: string;
  readonly cwd: string;
  readonly home: string;
}

/** A specifier as segments below a base directory. */
export interface PathPattern {
  readonly base: string;
  /** gitignore segments, `**` included, never empty. */
  readonly segments: readonly string[];
  /** Written with a trailing slash: matches directories and what is in them. */
  readonly directoryOnly: boolean;
}

const STARS = /^\*+$/;

/**
 * Finds the base a path specifier is anchored at and its segments below it.
 *
 * `//x` is the file system's root, `~/x` home, `/x` the rule's anchor, `x` and `./x` the working directory. A bare
 * name matches at any depth. A plain directory with everything in it (`src/**`) means only the one below the base in
 * an allow, and any directory of that name in a deny or ask; `./x` follows the same reading. A specifier that is
 * nothing but an anchor means everything below it.
 */
export function readPathPattern({ specifier, behavior, anchor, cwd, home }: PathSpecifier): PathPattern {
  const { from, rest, rooted } = splitAnchor(specifier.trimStart(), { anchor, cwd, home });
  const { base, names, climbed } = resolveDots(from, rest);
  const [first, ...others] = names;
  if (first === undefined) return { base, segments: ["**"], directoryOnly: false };

  const directoryOnly = rest.endsWith("/");
  const dotted = rest.startsWith("./");
  const bare = others.length === 0 && (behavior !== "allow" || !(directoryOnly || dotted));
  const looseDirectory =
    behavior !== "allow" && !hasWildcard(first) && others.every((name) => STARS.test(name));
  const anyDepth = !rooted && !climbed && (bare || looseDirectory);
  return { base, segments: anyDepth ? ["**", ...names] : names, directoryOnly };
}

/** The leading segments that stand for themselves. */
export function literalPrefix(segments: readonly string[]): readonly string[] {
  const end = segments.findIndex(hasWildcard);
  return end < 0 ? segments : segments.slice(0, end);
}

/** Tells whether a segment is more than a literal name; an escape counts. */
export function hasWildcard(segment: string): boolean {
  return /[*?[\\]/.test(segment);
}

/** Tells whether a specifier goes up from a place that wildcards leave open, so that it means no path. */
export function climbsOutOfWildcard(specifier: string): boolean {
  const open: boolean[] = [];
  for (const segment of specifier.split("/")) {
    if (segment !== "..") open.push(hasWildcard(segment));
    else if (open.pop()) return true;
  }
  return false;
}

interface Anchors {
  readonly anchor: string;
  readonly cwd: string;
  readonly home: string;
}

function splitAnchor(specifier: string, { anchor, cwd, home }: Anchors) {
  const text = /^[A-Za-z]:[\\/]/.test(specifier) ? `/${toComparable(specifier)}` : specifier;
  if (text.startsWith("//")) return { from: "/", rest: text, rooted: true };
  if (text === "~" || text.startsWith("~/")) return { from: home, rest: text.slice(2), rooted: true };
  if (text.startsWith("/")) return { from: anchor, rest: text, rooted: true };
  return { from: cwd, rest: text, rooted: false };
}

function resolveDots(from: string, rest: string) {
  let base = toComparable(from);
  let climbed = false;
  const names: string[] = [];
  // Trailing spaces do not count in gitignore unless they are escaped.
  for (const segment of rest.replace(/(?<![\\ ]) +$/, "").split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") {
      names.push(segment);
      continue;
    }
    climbed = true;
    if (names.pop() === undefined) base = posix.dirname(base);
  }
  return { base, names, climbed };
}
