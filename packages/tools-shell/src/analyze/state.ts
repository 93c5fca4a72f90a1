import type { Facts } from "./facts.ts";
import { spellingsOf } from "./physical-path.ts";
import type { PathsOfLoop, Value, Variables } from "./values.ts";

const MAX_CANDIDATES = 4;
/** Variables of the shell that hold one number. */
const COUNTS = /^(PPID|UID|EUID|BASHPID|LINENO|SECONDS)$/;

/** What is known of variables at some point. */
export interface Snapshot {
  readonly values: ReadonlyMap<string, string>;
  readonly paths: ReadonlyMap<string, PathsOfLoop>;
  readonly functions: ReadonlySet<string>;
}

/** What the shell is at one point of the line. */
export interface State extends Variables {
  /** Directories it may be in; undefined: any. */
  cwds: readonly string[] | undefined;
  /** `$1` and the like may have values. */
  hasArguments: boolean;
  /** Programs find variables that may change what they do. */
  exports: boolean;
  /** What it reads from a pipe, where that is nothing but names of files. */
  piped: readonly Value[] | undefined;
  /** Functions that are there for sure. */
  readonly functions: Set<string>;
  set(name: string, value: string | undefined): void;
  setPaths(name: string, found: PathsOfLoop): void;
  /** The same, for something that runs aside: what it changes stays there. */
  aside(): State;
  snapshot(): Snapshot;
  /** Forgets what was learned since, for what came between may not have run. */
  forgetSince(before: Snapshot): void;
}

/** What a shell is told when it starts. */
interface Start {
  readonly cwds: readonly string[] | undefined;
  readonly home: string;
  readonly hasArguments: boolean;
}

/** A shell that has just started. `facts` are those of everything it is going to run. */
export function createState(start: Start, facts: Facts): State {
  return stateFrom({ values: new Map(), paths: new Map(), functions: new Set() }, { ...start, facts });
}

function stateFrom(
  known: Snapshot,
  { cwds, home, hasArguments, facts }: Start & { readonly facts: Facts },
): State {
  const values = new Map(known.values);
  const paths = new Map(known.paths);
  const functions = new Set(known.functions);
  return {
    cwds,
    home,
    hasArguments,
    exports: false,
    piped: undefined,
    functions,
    get(name) {
      if (/^([1-9]|[@*])$/.test(name) && !this.hasArguments) return "";
      if (name === "HOME" && facts.timesSet(name) === 0) return home;
      if (name === "PWD" && facts.timesSet(name) === 0 && this.cwds?.length === 1) return this.cwds[0];
      return values.get(name);
    },
    isCount: (name) => /^[#?$!]$/.test(name) || (COUNTS.test(name) && facts.timesSet(name) === 0),
    // What is set once can be nothing else after that.
    set(name, value) {
      if (value !== undefined && facts.timesSet(name) === 1) values.set(name, value);
      else values.delete(name);
    },
    pathsOf(name) {
      return paths.get(name);
    },
    setPaths(name, found) {
      if (facts.timesSet(name) === 1) paths.set(name, found);
    },
    aside() {
      const { cwds, hasArguments, piped, exports } = this;
      return Object.assign(stateFrom({ values, paths, functions }, { cwds, home, hasArguments, facts }), {
        piped,
        exports,
      });
    },
    snapshot: () => ({ values: new Map(values), paths: new Map(paths), functions: new Set(functions) }),
    forgetSince(before) {
      for (const name of values.keys()) if (!before.values.has(name)) values.delete(name);
      for (const name of paths.keys()) if (!before.paths.has(name)) paths.delete(name);
      for (const name of functions) if (!before.functions.has(name)) functions.delete(name);
    },
  };
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
  if (path.startsWith("/") && cwds === undefined) return spellingsOf(path, "/");
  return cwds && [...new Set(cwds.flatMap((cwd) => spellingsOf(path, cwd)))];
}
