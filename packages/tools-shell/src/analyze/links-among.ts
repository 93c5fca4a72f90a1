import { readdirSync } from "node:fs";
import { join } from "node:path";

const MAX_ENTRIES = 2_000;

/**
 * The links directly in a directory whose names begin so: what a pattern matches there may lead elsewhere. Links
 * further down are not looked for.
 * @returns undefined when there are too many entries to look at.
 */
export function linksAmong(directory: string, start: string): readonly string[] | undefined {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    if (entries.length > MAX_ENTRIES) return undefined;
    return entries
      .filter((entry) => entry.isSymbolicLink() && entry.name.startsWith(start))
      .map((entry) => join(directory, entry.name));
  } catch {
    return [];
  }
}
