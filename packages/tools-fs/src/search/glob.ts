import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type CallContext, defineTool, type ExecuteContext, readTree, Type } from "@gauntlet/core";
import * as descriptions from "../descriptions.ts";
import type { DecidedContext } from "../file/decided-place.ts";
import { displayPath } from "../file/display-path.ts";
import { MAX_GLOB_RESULTS, MAX_SEARCH_MS, SEARCH_GRACE_MS } from "../limits.ts";
import * as messages from "../messages.ts";
import { objectionOf, Refusal } from "../refusal.ts";
import { compilePattern, isLiteral, type PathPattern, patternRoot } from "./glob-pattern.ts";
import { withHeldDirectory } from "./held-root.ts";
import { createIgnoreRules, GIT } from "./ignore-rules.ts";
import { createNewestFirst, type Newest } from "./newest-first.ts";
import {
  DIRECTORY,
  isDeniedBelow,
  type KnownPlace,
  pathBelow,
  type SearchRoot,
  searchRoot,
} from "./search-root.ts";
import { type WalkEnd, walkTree } from "./walk-tree.ts";

/** What a Glob found: the newest paths, as shown. */
export interface GlobOutput {
  readonly numFiles: number;
  readonly filenames: readonly string[];
  readonly truncated: boolean;
  readonly totalMatches: number;
  /** Some directories could not be read. */
  readonly partly: boolean;
  /** The time was up before everything was looked at. */
  readonly timedOut: boolean;
  /** The pattern found nothing because it names this directory, as shown. */
  readonly directory?: string;
}

/** Finds files by name. */
export const glob = defineTool({
  name: "Glob",
  description: descriptions.GLOB,
  input: Type.Object(
    {
      pattern: Type.String({ minLength: 1, description: "Glob pattern such as src/**/*.ts" }),
      path: Type.Optional(
        Type.String({
          format: "path",
          minLength: 1,
          description: "Directory the pattern is relative to; default: working directory",
        }),
      ),
    },
    { additionalProperties: false },
  ),

  isReadOnly: true,
  isConcurrencySafe: true,
  honorsReadDenies: true,
  timeoutMs: MAX_SEARCH_MS.glob + SEARCH_GRACE_MS,

  effectKinds: ["read"],
  effects: (input, ctx) => [readTree(patternRoot(input, ctx).root)],
  validateInput: (input, ctx) =>
    objectionOf(async () => {
      const { root, rest } = patternRoot(input, ctx);
      compilePattern(input.pattern, rest);
      await directoryAt(root, ctx);
    }),
  describeCall: (input) => `find files named ${input.pattern}${input.path ? ` in ${input.path}` : ""}`,

  async execute(input, ctx): Promise<GlobOutput> {
    const { root, rest } = patternRoot(input, ctx);
    const pattern = compilePattern(input.pattern, rest);
    const directory = await directoryAt(root, ctx);
    const { ways, total, partly, isCutShort } = await search(directory, pattern, ctx);
    const named =
      total === 0 && isLiteral(rest) ? namedDirectory(join(directory.path, rest), ctx) : undefined;
    return {
      numFiles: ways.length,
      filenames: ways.map((way) => displayPath(join(root, way), ctx.cwd)),
      truncated: total > ways.length,
      totalMatches: total,
      partly,
      timedOut: isCutShort,
      ...(named !== undefined && { directory: displayPath(named, ctx.cwd) }),
    };
  },

  toModel(output, input) {
    const notes = [
      ...(output.partly ? [messages.partlyUnreadable] : []),
      ...(output.timedOut ? [messages.globTimedOut] : []),
    ];
    const text =
      output.totalMatches === 0
        ? messages.noFiles(input.pattern, output.directory)
        : messages.globResult(output.filenames, output.totalMatches, output.timedOut);
    return [text, ...notes].join("\n");
  },
});

async function directoryAt(path: string, ctx: DecidedContext): Promise<SearchRoot> {
  const root = await searchRoot(path, ctx);
  if (root.isFile) throw new Refusal(messages.notADirectory(path));
  return root;
}

/** A directory that a pattern without wildcards names, if a search may tell of it. */
function namedDirectory(path: string, ctx: CallContext): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return path !== ctx.cwd && stats?.isDirectory() && !ctx.isReadDenied(path) ? path : undefined;
}

/** Matching files that neither an ignore rule nor a read rule leaves out. Links are listed, never followed. */
async function search(
  root: SearchRoot,
  pattern: PathPattern,
  ctx: ExecuteContext,
): Promise<WalkEnd & Newest> {
  const rules = createIgnoreRules(root.realPath, ctx);
  const mayDeny = ctx.mayDenyReadsBelow(root.path) || ctx.mayDenyReadsBelow(root.realPath);
  const isDenied = (way: string, place: KnownPlace) =>
    (mayDeny || !place.isPlain) && isDeniedBelow(root, way, ctx, place);
  if (isDenied("", DIRECTORY)) return { ways: [], total: 0, partly: false, isCutShort: false };

  const newest = createNewestFirst(root.realPath, MAX_GLOB_RESULTS);
  const end = await withHeldDirectory(root, (place) =>
    walkTree({
      root: place,
      signal: ctx.signal,
      isOver: deadline(MAX_SEARCH_MS.glob),
      wants: (name) => name !== GIT && pattern.mayBeNamed(name),
      visit(directory, dotNames) {
        const isLeftOut = rules.entriesOf(pathBelow(root.realPath, directory), dotNames);
        return {
          enters: (way, name) =>
            name !== GIT && pattern.reaches(way) && !isLeftOut(`${name}/`) && !isDenied(way, DIRECTORY),
          onFile: (file) => {
            const { way, name, isLink } = file;
            if ((pattern.isOfNames || pattern.matches(way)) && !isLeftOut(name))
              newest.add(file, (links) =>
                isDenied(way, isLink ? { isPlain: false } : { isPlain: true, links }),
              );
          },
        };
      },
    }),
  );
  return { ...end, ...newest.result() };
}

function deadline(limitMs: number): () => boolean {
  const end = performance.now() + limitMs;
  return () => performance.now() > end;
}
