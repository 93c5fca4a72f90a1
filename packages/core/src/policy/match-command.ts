import { matchGlob } from "./match-glob.ts";

/**
 * Matches a command against the pattern of a `Bash(pattern)` rule.
 *
 * Without `*` the texts must be equal. `*` stands for any characters, spaces and newlines included. A trailing ` *`
 * is a word boundary with optional arguments: `ls *` matches `ls` and `ls -la`, not `lsof`. A trailing `:*` is the
 * same; elsewhere `:` is literal. Linear in practice, never exponential.
 */
export function matchCommand(pattern: string, text: string): boolean {
  const spaced = pattern.endsWith(":*") ? `${pattern.slice(0, -2)} *` : pattern;
  const words = /^(.*\S) \*+$/s.exec(spaced)?.[1];
  return matchGlob(spaced, text) || (words !== undefined && matchGlob(words, text));
}

/** Tells whether a command pattern names more than one command. */
export function hasWildcard(pattern: string): boolean {
  return pattern.includes("*");
}
