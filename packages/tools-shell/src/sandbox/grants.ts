import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ExecuteContext, LocatedEffect } from "@gauntlet/core";
import type { Host } from "./reachable-hosts.ts";

/** What a command may do inside the sandbox beyond reading. */
export interface Grants {
  /** Files and directories it may write, absolute and existing. */
  readonly writable: readonly string[];
  /** Places inside these that stay as they are. */
  readonly fixed: readonly string[];
  /** Machines it may contact. */
  readonly hosts: readonly Host[];
}

/** What decides which code runs later, and which a build or a commit has no business in. */
const FIXED = [".git/hooks", ".git/config", ".gauntlet", ".claude"];

/**
 * Derives what a call may do from the effects it was allowed. Where they are all it does, it may write what they name;
 * a program of which nobody can say what it writes may write the working directories. It may contact the hosts they
 * name.
 */
export function grantsOf({
  effects,
  workingDirectories,
}: Pick<ExecuteContext, "effects" | "workingDirectories">): Grants {
  const named = effects.flatMap((effect) =>
    effect.kind === "write" || effect.kind === "delete" ? [placeToWrite(effect.realPath, effect.tree)] : [],
  );
  const writable = isAllKnown(effects) ? named : [...named, ...workingDirectories.filter(existsSync)];
  return {
    writable: [...new Set(writable)],
    fixed: workingDirectories
      .flatMap((directory) => FIXED.map((name) => join(directory, name)))
      .filter((path) => existsSync(path) && !isNamed(path, effects)),
    hosts: effects.flatMap((effect) =>
      effect.kind === "connect"
        ? [{ host: effect.host, ...(effect.port !== undefined && { port: effect.port }) }]
        : [],
    ),
  };
}

function isAllKnown(effects: readonly LocatedEffect[]): boolean {
  return effects.every((effect) => {
    if (effect.kind === "exec") return effect.complete === true;
    return effect.kind !== "opaque" && effect.kind !== "unknown";
  });
}

/** A file is made, replaced and removed in its directory, so that is what must be writable. */
function placeToWrite(path: string, isTree = false): string {
  if (isTree && isDirectory(path)) return path;
  for (let place = dirname(path); ; place = dirname(place)) {
    if (isDirectory(place)) return place;
  }
}

function isNamed(path: string, effects: readonly LocatedEffect[]): boolean {
  return effects.some(
    (effect) =>
      (effect.kind === "write" || effect.kind === "delete") &&
      (effect.realPath === path || effect.realPath.startsWith(`${path}/`)),
  );
}

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
