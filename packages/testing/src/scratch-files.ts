import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** Writes files below a directory, which is made first. */
export async function writeFiles(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    const full = join(directory, path);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, content);
  }
}

/** Every regular file below a directory: relative path to text. */
export async function readFiles(directory: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.map(async (file) => [relative(directory, file), await readFile(file, "utf8")] as const),
    ),
  );
}
