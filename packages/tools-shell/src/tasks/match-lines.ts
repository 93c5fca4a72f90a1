import { Script } from "node:vm";

const MAX_PATTERN_LENGTH = 1_000;

/** What became of matching: the lines that match, or why that cannot be said. */
export type Matched = { readonly lines: readonly string[] } | { readonly problem: "pattern" | "slow" };

const MATCH = new Script("const regex = new RegExp(pattern, 'u'); lines.filter((line) => regex.test(line));");

/**
 * Picks the lines a regular expression matches, under a time limit: patterns exist that take years for one line.
 * @param pattern of JavaScript, with the flag `u`.
 * @param timeoutMs for all lines together.
 */
export function matchLines(lines: readonly string[], pattern: string, timeoutMs: number): Matched {
  if (!isPattern(pattern)) return { problem: "pattern" };
  try {
    // Only texts go in and come out: the strings of another context are strings here too.
    const found = MATCH.runInNewContext({ pattern, lines: [...lines] }, { timeout: timeoutMs }) as string[];
    return { lines: found.map(String) };
  } catch {
    return { problem: "slow" };
  }
}

/** Tells whether a text is a regular expression that `matchLines` takes. */
export function isPattern(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN_LENGTH) return false;
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
