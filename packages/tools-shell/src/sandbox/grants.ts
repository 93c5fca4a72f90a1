import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ExecuteContext, type LocatedEffect, protectedName } from "@gauntlet/core";
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

/** Directories that decide which code runs later: where they are not there, they are not made either. */
const NOT_MADE = [".git/hooks", ".gauntlet", ".claude"];
/** Protected from edits, but what commits and package managers work in. */
const WORKED_IN = new Set([".git", ".yarn", ".pnp.cjs", ".pnp.loader.mjs"]);

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
      .flatMap((directory) => fixedIn(directory, writable))
      .filter((path) => !isNamed(path, effects)),
    hosts: effects.flatMap((effect) =>
      effect.kind === "connect"
        ? [{ host: effect.host, ...(effect.port !== undefined && { port: effect.port }) }]
        : [],
    ),
  };
}

/** What stays as it is in a working directory: all that is protected there, and what must not be made. */
function fixedIn(directory: string, writable: readonly string[]): readonly string[] {
  const there = entriesOf(directory).filter(
    (name) =>
      protectedName(name) !== undefined && !(WORKED_IN.has(name) && isWorkedIn(join(directory, name))),
  );
  const made = NOT_MADE.map((name) => join(directory, name)).filter(
    (path) => existsSync(path) || (isDirectory(dirname(path)) && mayBeMade(path, writable)),
  );
  const config = join(directory, ".git/config");
  return [
    ...new Set([
      ...there.map((name) => join(directory, name)),
      ...made,
      ...(existsSync(config) ? [config] : []),
    ]),
  ];
}

/** A file `.git` says where the repository is. */
const isWorkedIn = (path: string): boolean => !path.endsWith(".git") || isDirectory(path);

const mayBeMade = (path: string, writable: readonly string[]): boolean =>
  writable.some((place) => path.startsWith(place === "/" ? place : `${place}/`));

function entriesOf(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
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
