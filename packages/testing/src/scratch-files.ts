import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

/** What lies at a path. */
export interface Entry {
  /** The bytes of a file, or words for anything else (`a directory`, `a link to x`). */
  readonly content: Buffer | string;
  /** Permission bits. */
  readonly mode: number;
  /** When a file was last written, in nanoseconds; 0 for anything else. */
  readonly writtenNs: bigint;
}

/** Everything below a directory: relative path to entry. */
export type Snapshot = ReadonlyMap<string, Entry>;

/** Does work with a directory of its own, absolute and empty, which is gone afterwards. */
export async function inScratch<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-tester-")));
  try {
    return await work(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Writes files below a directory, which is made first. */
export async function writeFiles(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    const full = join(directory, path);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, content);
  }
}

/** Reads everything below a directory; links are named, not followed. */
export async function takeSnapshot(directory: string): Promise<Snapshot> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return new Map(
    await Promise.all(
      entries.map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return [relative(directory, path), await entryAt(path)] as const;
      }),
    ),
  );
}

async function entryAt(path: string): Promise<Entry> {
  const stats = await lstat(path, { bigint: true });
  const content = stats.isSymbolicLink()
    ? `a link to ${await readlink(path)}`
    : stats.isFile()
      ? await readFile(path)
      : stats.isDirectory()
        ? "a directory"
        : "something else";
  return {
    content,
    mode: Number(stats.mode & 0o7777n),
    writtenNs: stats.isFile() ? stats.mtimeNs : 0n,
  };
}

/** Relative paths of what was added, changed or removed between two snapshots, sorted. Written anew counts as changed. */
export function changedPaths(before: Snapshot, after: Snapshot): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => !isSame(before.get(path), after.get(path))).sort();
}

/** Whether two trees hold the same, whenever it was written. */
export function isSameTree(one: Snapshot, other: Snapshot): boolean {
  const withoutTimes = (tree: Snapshot): Snapshot =>
    new Map([...tree].map(([path, entry]) => [path, { ...entry, writtenNs: 0n }]));
  return changedPaths(withoutTimes(one), withoutTimes(other)).length === 0;
}

function isSame(one: Entry | undefined, other: Entry | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.mode !== other.mode || one.writtenNs !== other.writtenNs) return false;
  const [a, b] = [one.content, other.content];
  return a instanceof Buffer && b instanceof Buffer ? a.equals(b) : a === b;
}
