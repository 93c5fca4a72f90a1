import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import ignore, { type Ignore } from "ignore";
import { isInside } from "./display-path.ts";

const MAX_RULE_FILE_BYTES = 1024 * 1024;
// Rules become backtracking expressions; one with many `**` could take minutes on one deep path.
const MAX_GLOBSTARS = 3;
const PROBE = "gauntlet-probe-1f4a.bin";

interface Layer {
  readonly directory: string;
  readonly rules: Ignore;
}

/** What the `.gitignore` files in and above a search root leave out. Paths are absolute and real. */
export interface IgnoreRules {
  /** `parents` are the `.gitignore` files of the root's own repository or workspace, as git has them. */
  readonly usesAllParents: boolean;
  /** True when the directory, or one between it and the root, is left out. */
  excludesDirectory(path: string): boolean;
  /** True when the file, or a directory between it and the root, is left out. */
  excludesFile(path: string): boolean;
}

/**
 * Rules for one search. Those of parent directories count up to the top of the git repository, or without one up to
 * the working directory. A parent's file that leaves out the root itself is dropped: who names a directory wants it
 * searched, and a home directory under version control must not hide every project in it.
 * @param root real path of the directory that is searched.
 */
export async function createIgnoreRules(
  root: string,
  workingDirectories: readonly string[],
): Promise<IgnoreRules> {
  const { top, isRepository } = await topOf(root, workingDirectories);
  const above = directoriesBetween(top, root).flatMap((directory) => layerOf(directory) ?? []);
  const parents = above.filter(({ directory, rules }) => {
    const way = relative(directory, root);
    return !rules.ignores(`${way}/`) && !rules.ignores(`${way}/${PROBE}`);
  });
  const chains = new Map<string, readonly Layer[]>();
  const verdicts = new Map<string, boolean>([[root, false]]);

  /** Layers that speak about the entries of a directory, deepest first. */
  function chainOf(directory: string): readonly Layer[] {
    const known = chains.get(directory);
    if (known !== undefined) return known;
    const outer = directory === root ? parents.toReversed() : chainOf(dirname(directory));
    const own = layerOf(directory);
    // A repository inside the tree has rules of its own only.
    const inherited = directory !== root && existsSync(join(directory, ".git")) ? [] : outer;
    const chain = own === undefined ? inherited : [own, ...inherited];
    chains.set(directory, chain);
    return chain;
  }

  function excludesDirectory(path: string): boolean {
    const known = verdicts.get(path);
    if (known !== undefined) return known;
    const verdict = excludesDirectory(dirname(path)) || isLeftOut(path, "/");
    verdicts.set(path, verdict);
    return verdict;
  }

  function isLeftOut(path: string, suffix: "" | "/"): boolean {
    for (const { directory, rules } of chainOf(dirname(path))) {
      const { ignored, unignored } = rules.test(relative(directory, path) + suffix);
      if (ignored || unignored) return ignored;
    }
    return false;
  }

  return {
    usesAllParents: isRepository && parents.length === above.length,
    excludesDirectory,
    excludesFile: (path) => excludesDirectory(dirname(path)) || isLeftOut(path, ""),
  };
}

async function topOf(
  root: string,
  workingDirectories: readonly string[],
): Promise<{ top: string; isRepository: boolean }> {
  for (let at = root; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return { top: at, isRepository: true };
    if (at === dirname(at)) break;
  }
  const real = await Promise.all(workingDirectories.map((path) => realpath(path).catch(() => path)));
  const top = real.filter((path) => isInside(root, path)).sort((a, b) => a.length - b.length)[0];
  return { top: top ?? root, isRepository: false };
}

/** Directories from `top` to just above `root`, outermost first. */
function directoriesBetween(top: string, root: string): string[] {
  const directories: string[] = [];
  for (let at = root; at !== top; at = dirname(at)) directories.unshift(dirname(at));
  return directories;
}

function layerOf(directory: string): Layer | undefined {
  const text = ruleText(join(directory, ".gitignore"));
  if (text === undefined) return undefined;
  const lines = text.split(/\r?\n/).filter((line) => line.split("**").length - 1 <= MAX_GLOBSTARS);
  return { directory, rules: ignore().add(lines.join("\n")) };
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
