import { resolve } from "node:path";
import type { Facts } from "./facts.ts";
import type { Variables } from "./values.ts";

const MAX_CANDIDATES = 4;

/** What the shell is at one point of the line. */
export interface State extends Variables {
  /** Directories it may be in; undefined: any. */
  cwds: readonly string[] | undefined;
  /** Nothing before this point may or may not have happened: what is assigned here is assigned. */
  isCertain: boolean;
  readonly functions: Set<string>;
  set(name: string, value: string | undefined): void;
  setPaths(name: string, base: string): void;
  /** The same, for something that runs aside: what it changes stays there. */
  aside(): State;
}

export function createState(place: { readonly cwd: string; readonly home: string }, facts: Facts): State {
  const make = (
    cwds: readonly string[] | undefined,
    values: Map<string, string>,
    paths: Map<string, string>,
    { isCertain, functions }: { isCertain: boolean; functions: Set<string> },
  ): State => ({
    cwds,
    isCertain,
    functions,
    home: place.home,
    get(name) {
      if (name === "HOME" && facts.timesSet(name) === 0) return place.home;
      if (name === "PWD" && facts.timesSet(name) === 0 && this.cwds?.length === 1) return this.cwds[0];
      return values.get(name);
    },
    set(name, value) {
      if (value !== undefined && this.isCertain && facts.timesSet(name) === 1) values.set(name, value);
      else values.delete(name);
    },
    pathsOf(name) {
      const base = paths.get(name);
      return base === undefined ? undefined : { base };
    },
    setPaths(name, base) {
      if (facts.timesSet(name) === 1) paths.set(name, base);
    },
    aside() {
      return make(this.cwds, new Map(values), new Map(paths), { isCertain: false, functions });
    },
  });
  return make([place.cwd], new Map(), new Map(), { isCertain: true, functions: new Set() });
}

/** All places both may be in. */
export function union(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): readonly string[] | undefined {
  if (a === undefined || b === undefined) return undefined;
  const all = [...new Set([...a, ...b])];
  return all.length > MAX_CANDIDATES ? undefined : all;
}

/** Every absolute form a path may have; undefined when the directory is not known. */
export function absolutePaths(path: string, { cwds }: State): readonly string[] | undefined {
  if (path.startsWith("/")) return [resolve(path)];
  return cwds?.map((cwd) => resolve(cwd, path));
}
