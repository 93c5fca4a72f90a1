import { withRegular } from "../file/open-regular.ts";
import { inWords } from "../refusal.ts";
import { openDirectory } from "../replace/checked-directory.ts";
import type { SearchRoot } from "./search-root.ts";

/**
 * Holds a directory open while it is searched, so that no link that takes its place leads the search elsewhere.
 * @param use is given a path for the directory.
 * @throws Refusal when something else stands there by now.
 */
export async function withHeldDirectory<T>(
  { path, realPath }: SearchRoot,
  use: (place: string) => Promise<T>,
): Promise<T> {
  const directory = await inWords(path, () => openDirectory(path, realPath));
  try {
    return await use(directory.at("."));
  } finally {
    await directory.close();
  }
}

/** The same for a file. @param use is given the descriptor; undefined where a program cannot be told to read one. */
export async function withHeldFile<T>(
  { path, realPath }: SearchRoot,
  use: (fd: number | undefined) => Promise<T>,
): Promise<T> {
  return withRegular(path, realPath, ({ fd }) => use(process.platform === "linux" ? fd : undefined));
}
