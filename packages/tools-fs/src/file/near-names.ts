import { opendir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type CallContext, isInside } from "@gauntlet/core";
import { codeOf } from "../refusal.ts";

const MAX_ENTRIES = 2_000;
const MAX_NAMES = 3;
const MIN_LIKENESS = 0.6;

/**
 * Names in the same directory that a missing path may have meant, most alike first, at most three.
 * Listing a directory is a read, and this one happens before anybody has said yes: it stays inside the working
 * directories and leaves out what a deny rule closes.
 */
export async function nearNames(path: string, ctx: CallContext): Promise<readonly string[]> {
  const wanted = basename(path);
  const found: { name: string; likeness: number }[] = [];
  try {
    const directory = await realpath(dirname(path));
    if (!ctx.workingDirectories.some((root) => isInside(directory, root))) return [];
    let seen = 0;
    for await (const entry of await opendir(directory)) {
      if (++seen > MAX_ENTRIES) break;
      const likeness = likenessOf(wanted, entry.name);
      if (likeness >= MIN_LIKENESS && !ctx.isReadDenied(join(dirname(path), entry.name)))
        found.push({ name: entry.name, likeness });
    }
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
  found.sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1));
  return found.slice(0, MAX_NAMES).map(({ name }) => name);
}

/** Share of the longer name that common start and common end cover, case and spelling of blanks aside. */
function likenessOf(a: string, b: string): number {
  const [x, y] = [a.normalize("NFKC").toLowerCase(), b.normalize("NFKC").toLowerCase()];
  const shorter = Math.min(x.length, y.length);
  let start = 0;
  while (start < shorter && x[start] === y[start]) start++;
  let end = 0;
  while (end < shorter - start && x[x.length - 1 - end] === y[y.length - 1 - end]) end++;
  return (start + end) / Math.max(x.length, y.length);
}
