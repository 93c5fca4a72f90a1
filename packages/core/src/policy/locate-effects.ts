import { lstat, readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { type Effect, isPathEffect, type LocatedEffect } from "../contract/effect.ts";

// The limit Linux itself sets on links within one path.
const MAX_LINKS = 40;

/**
 * Follows the links of every path effect: `path` becomes absolute and normalised, `realPath` is where it leads.
 * A leaf that does not exist yet is fine, and so is a dangling link, whose target counts. Nothing is remembered
 * between calls. The order of effects is kept.
 * @throws when a path is relative or cannot be followed (a loop, a forbidden directory); the caller denies.
 */
export async function locateEffects(effects: readonly Effect[]): Promise<LocatedEffect[]> {
  return Promise.all(
    effects.map(async (effect): Promise<LocatedEffect> => {
      if (!isPathEffect(effect)) return effect;
      // Touching a network share before the decision would already hand out credentials.
      if (isNetworkPath(effect.path)) return Object.freeze({ ...effect, realPath: effect.path });
      if (!isAbsolute(effect.path)) throw new Error(`\`${effect.path}\` is not an absolute path`);
      const path = resolve(effect.path);
      return Object.freeze({ ...effect, path, realPath: await follow(path, MAX_LINKS) });
    }),
  );
}

const isNetworkPath = (path: string): boolean =>
  path.startsWith("\\\\") || (process.platform === "win32" && path.startsWith("//"));

async function follow(path: string, linksLeft: number): Promise<string> {
  if (linksLeft < 0) throw new Error(`\`${path}\` goes through too many links`);
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const target = await linkTarget(path);
  const realParent = await follow(parent, linksLeft - (target === undefined ? 0 : 1));
  if (target === undefined) return join(realParent, basename(path));
  return follow(resolve(realParent, target), linksLeft - 1);
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}
