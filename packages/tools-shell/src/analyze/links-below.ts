import { readdirSync } from "node:fs";
import { join } from "node:path";

const MAX_ENTRIES = 2_000;

/**
 * The links in a directory and in all below it, without following them.
 * @returns undefined when there are too many entries to look at.
 */
export function linksBelow(directory: string): readonly string[] | undefined {
  const links: string[] = [];
  const rest = [directory];
  let seen = 0;
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    for (const entry of entriesOf(at)) {
      seen += 1;
      if (seen > MAX_ENTRIES) return undefined;
      if (entry.isSymbolicLink()) links.push(join(at, entry.name));
      else if (entry.isDirectory()) rest.push(join(at, entry.name));
    }
  }
  return links;
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
