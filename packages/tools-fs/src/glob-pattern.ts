import { isAbsolute, join } from "node:path";
import type { CallContext } from "@gauntlet/core";
import picomatch from "picomatch";
import * as messages from "./messages.ts";
import { Refusal } from "./refusal.ts";

const MAGIC = /[*?[\]{}()\\|]/;
const MAX_LENGTH = 1_000;
const MAX_STARS_PER_SEGMENT = 5;
const MAX_GLOBSTARS = 8;

/** Where a pattern has to be searched, and what remains of it below that directory. */
export interface PatternRoot {
  /** Absolute. */
  readonly root: string;
  readonly rest: string;
}

/** Splits off the leading segments without wildcards. Touches no disk, so effects can be told from it. */
export function patternRoot(input: { pattern: string; path?: string }, ctx: CallContext): PatternRoot {
  const segments = input.pattern.split("/");
  const magic = segments.findIndex((segment) => MAGIC.test(segment));
  // The last segment names files even when it has no wildcard.
  const literal = magic === -1 ? segments.length - 1 : Math.min(magic, segments.length - 1);
  const prefix = segments.slice(0, literal).join("/");
  const rest = segments.slice(literal).join("/");
  if (isAbsolute(input.pattern)) return { root: ctx.resolve(prefix || "/"), rest };
  if (prefix === "~" || prefix.startsWith("~/")) return { root: ctx.resolve(prefix), rest };
  return { root: join(ctx.resolve(input.path ?? "."), prefix), rest };
}

/**
 * A test for paths relative to the root, with `/` between names. Brackets and parentheses are tried both as pattern
 * and as they stand, because file-routed projects have names such as `[id]` and `(shop)`.
 * @throws Refusal for patterns that match nothing or could take for ever.
 */
export function pathMatcher(pattern: string, rest: string): (path: string) => boolean {
  const segments = rest.split("/");
  const isCostly = segments.some(
    (segment) => segment.replace(/\*+/g, "*").split("*").length - 1 > MAX_STARS_PER_SEGMENT,
  );
  if (
    pattern.length > MAX_LENGTH ||
    isCostly ||
    segments.filter((s) => s.includes("**")).length > MAX_GLOBSTARS
  )
    throw new Refusal(messages.costlyPattern(pattern));
  if (segments.includes("..")) throw new Refusal(messages.climbingPattern(pattern));
  try {
    const options = { dot: true, noextglob: true, nonegate: true };
    const matches = picomatch(rest, options);
    if (!/[[\]()]/.test(rest)) return (path) => matches(path);
    const matchesLiterally = picomatch(rest.replace(/(?<!\\)[[\]()]/g, "\\$&"), options);
    return (path) => matches(path) || matchesLiterally(path);
  } catch (error) {
    throw new Refusal(
      messages.invalidPattern(pattern, error instanceof Error ? error.message : String(error)),
    );
  }
}
