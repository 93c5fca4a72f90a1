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
  /** The deny and ask rules among those near a path, in no order. Made to be asked about every file of a search. */
  bindingNear(path: string): readonly PathEntry[];
}

const NONE: readonly PathEntry[] = [];

/** Sorts path rules by name, so that a call looks at the few that can be about it instead of at all of them. */
export function indexPaths(all: readonly PathEntry[], env: PathEnv): PathIndex {
  const binding = all.filter(({ behavior }) => behavior !== "allow");
  const [bindingOf, allowsOf] = [byNeededName(all, true, env), byNeededName(all, false, env)];
  const order = new Map(all.map((entry, index) => [entry, index]));
  const place = (entry: PathEntry): number => order.get(entry) ?? 0;
  return {
    all,
    bindingReads: binding.filter(({ match }) => match.access === "read"),
    bindingWrites: binding,
    near: (paths) => {
      const found = new Set(paths.flatMap((path) => [...bindingOf(path), ...allowsOf(path)]));
      return [...found].sort((a, b) => place(a) - place(b));
    },
    bindingNear: bindingOf,
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
  const ofName = (name: string): readonly PathEntry[] => named.get(foldPath(name, lenient, env)) ?? NONE;
  // A search asks about the files of one directory one after another.
  let last: { readonly directory: string; readonly entries: readonly PathEntry[] } | undefined;
  const ofDirectory = (directory: string): readonly PathEntry[] => {
    if (last?.directory !== directory)
      last = { directory, entries: [...always, ...directory.split("/").flatMap(ofName)] };
    return last.entries;
  };
  return (path: string): readonly PathEntry[] => {
    if (named.size === 0) return always;
    const comparable = toComparable(path);
    const end = comparable.lastIndexOf("/");
    const [above, own] = [ofDirectory(comparable.slice(0, end)), ofName(comparable.slice(end + 1))];
    return own.length === 0 ? above : [...above, ...own];
  };
}
