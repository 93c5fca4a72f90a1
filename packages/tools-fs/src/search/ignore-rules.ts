import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CallContext, isInside, realPathOrSelf } from "@gauntlet/core";
import { type IgnoreFile, parseIgnoreFile } from "./ignore-file.ts";

const MAX_RULE_FILE_BYTES = 1024 * 1024;
const PROBE = "gauntlet-probe-1f4a.bin";
// Where ripgrep looks for rules, the strongest first. Git's own end where a repository begins.
const SEARCH_RULES = [".rgignore", ".ignore"];
/** Git's own files are no one's to find; in a worktree it is a file itself. */
export const GIT = ".git";
const RULE_FILES = [...SEARCH_RULES, ".gitignore", `${GIT}/info/exclude`];
const RULE_NAMES = new Set([...SEARCH_RULES, ".gitignore", GIT]);

interface Layer {
  readonly directory: string;
  readonly rules: IgnoreFile;
}

/** Whether one entry of a directory is left out; its name ends in `/` for a directory. */
export type LeavesOut = (name: string) => boolean;

/** For each of `RULE_FILES` the layers that speak about the entries of a directory, deepest first. */
type Chains = readonly (readonly Layer[])[];

/** What the rule files in and above a search root leave out. Paths are absolute and real. */
export interface IgnoreRules {
  /** ripgrep, run in the root, would take the same rules from the directories above. */
  readonly usesAllParents: boolean;
  /** There are rules above the root. */
  readonly hasParents: boolean;
  /** True as soon as a rule file was met that must not be read. */
  hasClosedFile(): boolean;
  /**
   * What is left out in a directory that itself is not.
   * @param dotNames the names with a dot in front that it holds, which saves looking for rule files in it.
   */
  entriesOf(directory: string, dotNames: readonly string[]): LeavesOut;
  /** True when the file, or a directory between it and the root, is left out. */
  excludesFile(path: string): boolean;
}

/**
 * Rules for one search: `.gitignore`, `.git/info/exclude`, and the `.ignore` and `.rgignore` of search programs. Those
 * of parent directories count up to the top of the git repository, or without one up to the working directory. A
 * parent's file that leaves out the root itself is dropped: who names a directory wants it searched, and a home
 * directory under version control must not hide every project in it.
 * @param root real path of the directory that is searched.
 */
export function createIgnoreRules(
  root: string,
  ctx: Pick<CallContext, "workingDirectories" | "isReadDenied">,
): IgnoreRules {
  let hasClosedFile = false;
  const layersOf = (directory: string): readonly (Layer | undefined)[] =>
    RULE_FILES.map((name) => {
      const path = `${directory}/${name}`;
      if (!existsSync(path)) return undefined;
      if (!ctx.isReadDenied(path)) return layerOf(directory, path);
      hasClosedFile = true;
      return undefined;
    });

  const { top, isRepository } = topOf(root, ctx.workingDirectories);
  const above = directoriesBetween(top, root).map((directory) => layersOf(directory));
  const all = above.flat().filter((layer) => layer !== undefined);
  const kept = new Set(all.filter((layer) => !leavesOut(layer, root)));
  const parents = RULE_FILES.map((_, kind) =>
    above
      .flatMap((layers) => layers[kind] ?? [])
      .filter((layer) => kept.has(layer))
      .toReversed(),
  );
  const chains = createChains(root, parents, layersOf);
  const verdicts = new Map<string, LeavesOut>();

  /** Of what is in a directory, whether or not that is left out itself. */
  function entriesOf(directory: string): LeavesOut {
    const known = verdicts.get(directory);
    if (known !== undefined) return known;
    const parent = parentOf(directory);
    const isLeftOut = directory !== root && entriesOf(parent)(`${nameOf(directory, parent)}/`);
    const verdict = isLeftOut ? () => true : verdictOf(directory, chains.of(directory));
    verdicts.set(directory, verdict);
    return verdict;
  }

  return {
    usesAllParents: isRepository && kept.size === all.length && !hasSearchRulesAbove(top),
    hasParents: kept.size > 0,
    hasClosedFile: () => hasClosedFile,
    entriesOf(directory, dotNames) {
      const verdict = verdictOf(directory, chains.learn(directory, dotNames));
      verdicts.set(directory, verdict);
      return verdict;
    },
    excludesFile(path) {
      const directory = parentOf(path);
      return entriesOf(directory)(nameOf(path, directory));
    },
  };
}

function createChains(
  root: string,
  parents: Chains,
  layersOf: (directory: string) => readonly (Layer | undefined)[],
) {
  const known = new Map<string, Chains>();

  /** @param names what is in the directory, or as much of it as may be about rules. */
  function learn(directory: string, names: readonly string[]): Chains {
    const outer = directory === root ? parents : of(parentOf(directory));
    const made = names.some((name) => RULE_NAMES.has(name)) ? lengthened(outer, directory, names) : outer;
    known.set(directory, made);
    return made;
  }

  function lengthened(outer: Chains, directory: string, names: readonly string[]): Chains {
    const layers = layersOf(directory);
    // A repository inside the tree has git rules of its own only.
    const isRepository = directory !== root && names.includes(GIT);
    return outer.map((above, kind) => {
      const layer = layers[kind];
      const inherited = isRepository && !SEARCH_RULES.includes(RULE_FILES[kind] ?? "") ? [] : above;
      return layer === undefined ? inherited : [layer, ...inherited];
    });
  }

  function of(directory: string): Chains {
    const there = () => [...RULE_NAMES].filter((name) => existsSync(`${directory}/${name}`));
    return known.get(directory) ?? learn(directory, there());
  }
  return { learn, of };
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/";

const nameOf = (path: string, parent: string): string => path.slice(parent === "/" ? 1 : parent.length + 1);

/** For the entries of one directory, which itself is not left out. */
function verdictOf(directory: string, chains: Chains): LeavesOut {
  const words = chains.flat().map((layer) => layer.rules.entriesOf(nameOf(directory, layer.directory)));
  return (name) => {
    for (const word of words) {
      const isLeftOut = word(name);
      if (isLeftOut !== undefined) return isLeftOut;
    }
    return false;
  };
}

function leavesOut({ directory, rules }: Layer, root: string): boolean {
  const way = nameOf(root, directory);
  return rules.excludes(`${way}/`) || rules.excludes(`${way}/${PROBE}`);
}

function topOf(root: string, workingDirectories: readonly string[]): { top: string; isRepository: boolean } {
  for (const at of [root, ...directoriesBetween("/", root).toReversed()])
    if (existsSync(join(at, GIT))) return { top: at, isRepository: true };
  const real = workingDirectories.map(realPathOrSelf).filter((path) => isInside(root, path));
  return { top: real.sort((a, b) => a.length - b.length)[0] ?? root, isRepository: false };
}

// ripgrep takes these from every directory above, whoever's it is.
const hasSearchRulesAbove = (top: string): boolean =>
  directoriesBetween("/", top).some((directory) =>
    SEARCH_RULES.some((name) => existsSync(join(directory, name))),
  );

/** Directories from `top` to just above `directory`, outermost first. */
function directoriesBetween(top: string, directory: string): string[] {
  const directories: string[] = [];
  for (let at = directory; at !== top && at !== dirname(at); at = dirname(at))
    directories.unshift(dirname(at));
  return directories;
}

function layerOf(directory: string, path: string): Layer | undefined {
  const text = ruleText(path);
  return text === undefined ? undefined : { directory, rules: parseIgnoreFile(text) };
}

function ruleText(path: string): string | undefined {
  let file: number | undefined;
  try {
    // Non-blocking, because a pipe may stand under this name.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= MAX_RULE_FILE_BYTES ? readFileSync(file, "utf8") : undefined;
  } catch {
    // No rules, or none that can be read: nothing is left out because of them.
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
