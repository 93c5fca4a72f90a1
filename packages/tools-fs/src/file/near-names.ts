import { lstat, opendir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type CallContext, isInside } from "@gauntlet/core";
import { codeOf } from "../refusal.ts";
import { fileStateOf } from "./file-state.ts";

const MAX_ENTRIES = 2_000;
const MAX_NAMES = 3;
const MIN_LIKENESS = 0.6;
/** What is put around a name, or behind it, by mistake: quotes, blanks, a line number. */
const AROUND_NAME = /^['"`\s]+|(?:['"`\s]|:\d+)+$/g;

/** What a missing path may have meant. */
export interface NearNames {
  /** The first part of the path that does not exist, as an absolute path; the path itself when its directory does. */
  readonly firstMissing: string;
  /** Names beside it, most alike first, at most three. */
  readonly names: readonly string[];
  /** What stands at `firstMissing` is a link, to this, and there is nothing at its end. */
  readonly brokenLink?: string;
  /** Beside it is a name that reads the same and has bytes in it that no text can hold. */
  readonly isUnsayable?: true;
  /** A file or directory in the working directory that the path ends with, relative to it. */
  readonly inCwd?: string;
}

/**
 * Finds what a missing path may have meant. Looking is a read, and this one happens before anybody has said yes: it
 * stays inside the working directories and leaves out what a deny rule closes.
 */
export async function nearNames(path: string, ctx: CallContext): Promise<NearNames> {
  const firstMissing = await firstMissingOf(path);
  const state = firstMissing === path ? undefined : fileStateOf(firstMissing);
  if (state?.kind === "broken-link") return { firstMissing, names: [], brokenLink: state.target };
  const names = await namesBeside(firstMissing, ctx);
  if (names.includes(basename(firstMissing))) return { firstMissing, names: [], isUnsayable: true };
  const inCwd = names.length > 0 ? undefined : await endIn(ctx.cwd, path, ctx);
  return { firstMissing, names, ...(inCwd !== undefined && { inCwd }) };
}

async function firstMissingOf(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const parent = dirname(at);
    if (parent === at || (await quietly(() => realpath(parent))) !== undefined) return at;
  }
}

async function namesBeside(path: string, ctx: CallContext): Promise<readonly string[]> {
  const wanted = basename(path).replace(AROUND_NAME, "");
  const found: { name: string; likeness: number }[] = [];
  await quietly(async () => {
    const directory = await realpath(dirname(path));
    if (!isWorkingPlace(directory, ctx)) return;
    let seen = 0;
    for await (const entry of await opendir(directory)) {
      if (++seen > MAX_ENTRIES) break;
      const likeness = likenessOf(wanted, entry.name);
      if (likeness >= MIN_LIKENESS && !ctx.isReadDenied(join(dirname(path), entry.name)))
        found.push({ name: entry.name, likeness });
    }
  });
  found.sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1));
  return found.slice(0, MAX_NAMES).map(({ name }) => name);
}

/** The longest end of a path that exists in `cwd`: its root is the part that is easily mistaken. */
async function endIn(cwd: string, path: string, ctx: CallContext): Promise<string | undefined> {
  const parts = path.split("/").filter((part) => part !== "");
  for (let from = 0; from < parts.length; from++) {
    const end = parts.slice(from).join("/");
    const place = join(cwd, end);
    const real = await quietly(async () => {
      await lstat(place);
      return realpath(place);
    });
    if (real !== undefined && isWorkingPlace(real, ctx) && !ctx.isReadDenied(place, real)) return end;
  }
  return undefined;
}

const isWorkingPlace = (real: string, { workingDirectories }: CallContext): boolean =>
  workingDirectories.some((root) => isInside(real, root));

/** What a look gives, or undefined when the file system does not let it happen. */
async function quietly<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
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
