import type { PathEntry } from "./compile-rules.ts";
import { foldPath, type PathEnv } from "./match-path.ts";
import { toComparable } from "./path-inside.ts";

/** Path rules, found by the names a path must have in it for them to match. */
export interface PathIndex {
  readonly all: readonly PathEntry[];
  /** Deny and ask rules that bind reads. */
  readonly bindingReads: readonly PathEntry[];
  /** Deny and ask rules; all of them bind writes and deletions. */
  readonly bindingWrites: readonly PathEntry[];
  /**
   * Every rule that may match or cover one of these paths, in the order of `all`. Rules that only lie inside a
   * directory are not among them.
   */
  near(paths: readonly string[]): readonly PathEntry[];
}

const NONE: readonly PathEntry[] = [];

/** Sorts path rules by name, so that a call looks at the few that can be about it instead of at all of them. */
export function indexPaths(all: readonly PathEntry[], env: PathEnv): PathIndex {
  const binding = all.filter(({ behavior }) => behavior !== "allow");
  const indexes = [true, false].map((lenient) => byNeededName(all, lenient, env));
  const order = new Map(all.map((entry, index) => [entry, index]));
  const place = (entry: PathEntry): number => order.get(entry) ?? 0;
  return {
    all,
    bindingReads: binding.filter(({ match }) => match.access === "read"),
    bindingWrites: binding,
    near: (paths) => {
      const found = new Set<PathEntry>();
      for (const path of new Set(paths)) for (const collect of indexes) collect(path, found);
      return [...found].sort((a, b) => place(a) - place(b));
    },
  };
}

function byNeededName(all: readonly PathEntry[], lenient: boolean, env: PathEnv) {
  const named = new Map<string, PathEntry[]>();
  const always: PathEntry[] = [];
  for (const entry of all.filter(({ behavior }) => (behavior !== "allow") === lenient)) {
    for (const name of new Set(entry.matcher.needs)) {
      const group = name === "" ? always : (named.get(name) ?? []);
      group.push(entry);
      if (name !== "") named.set(name, group);
    }
  }
  // Asked about every file of a search, most of which no rule is about.
  return (path: string, found: Set<PathEntry>): void => {
    for (const entry of always) found.add(entry);
    if (named.size === 0) return;
    for (const name of foldPath(toComparable(path), lenient, env).split("/"))
      for (const entry of named.get(name) ?? NONE) found.add(entry);
  };
}
