import { basename, dirname } from "node:path";
import type { ExecuteContext } from "@gauntlet/core";
import * as messages from "../messages.ts";
import { Refusal } from "../refusal.ts";
import type { PathPattern } from "./glob-pattern.ts";
import { createIgnoreRules, GIT, type IgnoreRules } from "./ignore-rules.ts";
import { compileNameFilter } from "./name-filter.ts";
import { DIRECTORY, isDeniedBelow, type KnownPlace, pathBelow, type SearchRoot } from "./search-root.ts";
import { walkTree } from "./walk-tree.ts";

// All arguments together must fit into what every system takes, with room to spare.
const MAX_GLOB_BYTES = 256 * 1024;

/** Where ripgrep runs, what it may look at there, and which of its paths may be shown. */
export interface GrepScope {
  readonly cwd: string;
  readonly target: string;
  /** The file to search, held open; ripgrep is handed it. */
  readonly heldFd?: number;
  /** Arguments on ignore rules. */
  readonly rules: readonly string[];
  /** One run for each: arguments that narrow it. Empty when nothing may be looked at. */
  readonly runs: readonly (readonly string[])[];
  /** Some directories could not be read. */
  readonly partly: boolean;
  /** Absolute path as the model would name it, from a path below the root. */
  readonly pathOf: (way: string) => string;
  readonly isLeftOut: (way: string) => boolean;
}

const FILE: KnownPlace = { isPlain: true };
const ANYTHING: KnownPlace = { isPlain: false };

/** What a scope is made for. `isOver` tells that the time is up. */
export interface ScopeRequest {
  readonly root: SearchRoot;
  /** A path for the root when it is a directory: where it is held open. */
  readonly place: string;
  readonly glob: string | undefined;
  readonly type: string | undefined;
  readonly ctx: ExecuteContext;
  readonly isOver: () => boolean;
}

const OWN_RULES = ["--no-ignore-global", "--no-require-git"];

/**
 * Works out what ripgrep may open. Without a `glob` and without read rules that is left to ripgrep. Else the names are
 * looked at first and ripgrep is told which files to search, or which to pass over, so that it never opens a denied
 * file, and no `glob` brings back what `.gitignore` leaves out. With a `type` too, ripgrep searches all files of it and
 * what the `glob` leaves out is left out of its results: files that are named to it are searched whatever their type.
 */
export async function createScope(request: ScopeRequest): Promise<GrepScope> {
  const { root, place, glob, type, ctx } = request;
  const mayDeny = ctx.mayDenyReadsBelow(root.path) || ctx.mayDenyReadsBelow(root.realPath);
  const isDenied = (way: string, place: KnownPlace) => mayDeny && isDeniedBelow(root, way, ctx, place);
  if (root.isFile) return fileScope(root, isDenied("", ANYTHING));

  const rules = createIgnoreRules(root.realPath, ctx);
  const pattern = glob === undefined ? undefined : compileNameFilter(glob, root.path);
  const plain = {
    cwd: place,
    target: "./",
    rules: rules.usesAllParents ? OWN_RULES : [...OWN_RULES, "--no-ignore-parent"],
    runs: [[]] as readonly (readonly string[])[],
    partly: false,
    pathOf: (way: string) => pathBelow(root.path, way),
    isLeftOut: (_way: string) => false,
  };
  if (isDenied("", ANYTHING)) return { ...plain, runs: [] };
  const isLeftToRipgrep = rules.usesAllParents || !rules.hasParents;
  const named = type === undefined ? pattern : undefined;
  const isWanted = (way: string) => pattern?.matches(way) ?? true;
  if (!mayDeny && named === undefined && isLeftToRipgrep)
    return { ...plain, isLeftOut: (way) => !isWanted(way) };

  const look = (withIgnored: boolean) =>
    lookAround(request, { rules, pattern: named, isDenied, withIgnored });
  let seen = await look(!isLeftToRipgrep);
  // A rule file that must not be read may only be met on the way.
  if (rules.hasClosedFile() && isLeftToRipgrep) seen = await look(true);
  return {
    ...plain,
    rules: rules.hasClosedFile() ? [...OWN_RULES, "--no-ignore"] : plain.rules,
    runs: named === undefined ? exclusions(seen.closed) : inclusions(seen.kept),
    partly: seen.partly,
    isLeftOut: (way) =>
      !isWanted(way) || rules.excludesFile(pathBelow(root.realPath, way)) || isDenied(way, ANYTHING),
  };
}

function fileScope(root: SearchRoot, isDenied: boolean): GrepScope {
  return {
    cwd: dirname(root.realPath),
    target: `./${basename(root.realPath)}`,
    rules: ["--no-ignore"],
    runs: isDenied ? [] : [[]],
    partly: false,
    pathOf: () => root.path,
    isLeftOut: () => false,
  };
}

interface Look {
  readonly rules: IgnoreRules;
  readonly pattern: PathPattern | undefined;
  readonly isDenied: (way: string, place: KnownPlace) => boolean;
  /** Whether what ignore rules leave out counts as closed. */
  readonly withIgnored: boolean;
}

/** Names below the root: what must not be opened or, with a pattern, what it lets through. */
async function lookAround(
  { root, place, ctx, isOver }: ScopeRequest,
  { rules, pattern, isDenied, withIgnored }: Look,
) {
  const closed: string[] = [];
  const kept: string[] = [];
  const close = (way: string) => {
    closed.push(way);
    return false;
  };
  const { partly, isCutShort } = await walkTree({
    root: place,
    signal: ctx.signal,
    isOver,
    wants: pattern ? pattern.mayBeNamed : () => true,
    visit(directory, dotNames) {
      const isLeftOut = rules.entriesOf(pathBelow(root.realPath, directory), dotNames);
      return {
        enters(way, name) {
          if (name === GIT || pattern?.reaches(way) === false) return false;
          if (isLeftOut(`${name}/`)) return withIgnored && close(way);
          return !isDenied(way, DIRECTORY) || close(way);
        },
        onFile({ way, name, isLink }) {
          if (isLink) return;
          if (pattern === undefined) {
            if (isDenied(way, FILE) || (withIgnored && isLeftOut(name))) close(way);
          } else if (pattern.matches(way) && !isLeftOut(name) && !isDenied(way, FILE)) {
            kept.push(way);
          }
        },
      };
    },
  });
  if (isCutShort) throw new Refusal(messages.scopeTimedOut(root.path));
  if (Buffer.byteLength(closed.join()) > MAX_GLOB_BYTES) throw new Refusal(messages.tooMuchClosed(root.path));
  return { closed, kept, partly };
}

// Opens nothing, and still says what is wrong with an expression.
const EMPTY_RUN = ["--max-depth=0"];

const exclusions = (ways: readonly string[]) => [ways.map((way) => `--glob=!/${literally(way)}`)];

/** As many runs as the length of an argument list makes necessary, in the order of paths; an empty one for no path. */
function inclusions(ways: readonly string[]): readonly (readonly string[])[] {
  const runs: string[][] = [];
  let left = 0;
  for (const way of [...ways].sort(byNames)) {
    const argument = `--glob=/${literally(way)}`;
    left -= Buffer.byteLength(argument) + 1;
    if (left < 0) {
      runs.push([]);
      left = MAX_GLOB_BYTES;
    }
    runs.at(-1)?.push(argument);
  }
  return runs.length === 0 ? [EMPTY_RUN] : runs;
}

// A directory comes before everything that begins with its name, as ripgrep sorts.
const byNames = (a: string, b: string): number =>
  a.replaceAll("/", "\0") < b.replaceAll("/", "\0") ? -1 : 1;

/** A path as a pattern that means just it; bytes that are no UTF-8 stand for anything. */
const literally = (way: string): string =>
  way
    .replace(/[*?[\]{}\\]/g, "\\$&")
    .replace(/ +$/, (blanks) => "\\ ".repeat(blanks.length))
    .replace(/\uFFFD+/g, "*");
