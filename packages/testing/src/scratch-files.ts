import { mkdir, readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** What lies at a path: the bytes of a file, or words for anything else (`a directory`, `a link to x`). */
type Entry = Buffer | string;

/** Everything below a directory: relative path to entry. */
export type Snapshot = ReadonlyMap<string, Entry>;

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
        const isLink = entry.isSymbolicLink();
        const content = isLink
          ? `a link to ${await readlink(path)}`
          : entry.isFile()
            ? await readFile(path)
            : entry.isDirectory()
              ? "a directory"
              : "something else";
        return [relative(directory, path), content] as const;
      }),
    ),
  );
}

/** Relative paths of what was added, changed or removed between two snapshots, sorted. */
export function changedPaths(before: Snapshot, after: Snapshot): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => !isSame(before.get(path), after.get(path))).sort();
}

function isSame(one: Entry | undefined, other: Entry | undefined): boolean {
  return one instanceof Buffer && other instanceof Buffer ? one.equals(other) : one === other;
}
