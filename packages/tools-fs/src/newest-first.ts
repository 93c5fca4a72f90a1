import { stat } from "node:fs/promises";
import { codeOf } from "./refusal.ts";

const AT_ONCE = 64;

/**
 * Sorts files by modification time, newest first, and by path where times are equal. What is no file any more, or a
 * link to something else than a file, is left out.
 */
export async function newestFirst(
  paths: readonly string[],
  pathOf: (path: string) => string,
  signal: AbortSignal,
): Promise<string[]> {
  const found: { path: string; modifiedMs: number }[] = [];
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    signal.throwIfAborted();
    const batch = paths.slice(from, from + AT_ONCE).map(async (path) => {
      const stats = await statOf(pathOf(path));
      if (stats?.isFile()) found.push({ path, modifiedMs: stats.mtimeMs });
    });
    await Promise.all(batch);
  }
  found.sort((a, b) => b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : 1));
  return found.map(({ path }) => path);
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}
