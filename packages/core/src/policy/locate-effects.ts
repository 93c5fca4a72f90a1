import { isAbsolute, resolve } from "node:path";
import { type Effect, isPathEffect, type LocatedEffect } from "../contract/effect.ts";
import { followLinks } from "./real-path.ts";
import { isAbsolutePath, isNetworkPath, oddWindowsPath } from "./windows-path.ts";

/**
 * Follows the links of every path effect: `path` becomes absolute and normalised, `realPath` is where it leads.
 * A leaf that does not exist yet is fine, and so is a dangling link, whose target counts. Nothing is remembered
 * between calls. The order of effects is kept.
 * @throws when a path is relative or cannot be followed (a loop, a forbidden directory); the caller denies.
 */
export async function locateEffects(effects: readonly Effect[]): Promise<LocatedEffect[]> {
  return effects.map((effect): LocatedEffect => {
    if (!isPathEffect(effect)) return effect;
    // Touching a network share before the decision would already hand out credentials.
    if (isNetworkPath(effect.path) || oddWindowsPath(effect.path)?.untouchable)
      return Object.freeze({ ...effect, realPath: effect.path });
    if (!isAbsolutePath(effect.path)) throw new Error(`\`${effect.path}\` is not an absolute path`);
    // A drive of a platform that is only simulated has no place on this one.
    if (!isAbsolute(effect.path)) return Object.freeze({ ...effect, realPath: effect.path });
    const path = resolve(effect.path);
    return Object.freeze({ ...effect, path, realPath: followLinks(path) });
  });
}
