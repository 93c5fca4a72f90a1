import { opendirSync } from "node:fs";
import { basename, join } from "node:path";
import { defineTool, type ExecuteContext, readTree, Type } from "@gauntlet/core";
import { fdir } from "fdir";
import * as descriptions from "./descriptions.ts";
import { displayPath } from "./display-path.ts";
import { pathMatcher, patternRoot } from "./glob-pattern.ts";
import { createIgnoreRules } from "./ignore-rules.ts";
import { MAX_GLOB_RESULTS } from "./limits.ts";
import * as messages from "./messages.ts";
import { newestFirst } from "./newest-first.ts";
import { objectionOf, Refusal } from "./refusal.ts";
import { isDeniedBelow, type SearchRoot, searchRoot } from "./search-root.ts";

/** What a Glob found: the newest paths, as shown. */
export interface GlobOutput {
  readonly numFiles: number;
  readonly filenames: readonly string[];
  readonly truncated: boolean;
  readonly totalMatches: number;
  /** Some directories could not be read. */
  readonly partly: boolean;
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
  timeoutMs: 20_000,

  effects: (input, ctx) => [readTree(patternRoot(input, ctx).root)],
  validateInput: (input, ctx) =>
    objectionOf(async () => {
      const { root, rest } = patternRoot(input, ctx);
      pathMatcher(input.pattern, rest);
      await directoryAt(root);
    }),
  describeCall: (input) => `find files named ${input.pattern}${input.path ? ` in ${input.path}` : ""}`,

  async execute(input, ctx): Promise<GlobOutput> {
    const { root, rest } = patternRoot(input, ctx);
    const matches = pathMatcher(input.pattern, rest);
    const directory = await directoryAt(root);
    const { found, partly } = await walk(directory, matches, ctx);
    const allowed = found.filter((way) => !isDeniedBelow(directory, way, ctx));
    const sorted = await newestFirst(allowed, (way) => join(directory.realPath, way), ctx.signal);
    const shown = sorted.slice(0, MAX_GLOB_RESULTS);
    return {
      numFiles: shown.length,
      filenames: shown.map((way) => displayPath(join(root, way), ctx.cwd)),
      truncated: sorted.length > shown.length,
      totalMatches: sorted.length,
      partly,
    };
  },

  toModel(output, input) {
    const text =
      output.totalMatches === 0
        ? messages.noFiles(input.pattern)
        : messages.globResult(output.filenames, output.totalMatches);
    return output.partly ? `${text}\n${messages.partlyUnreadable}` : text;
  },
});

async function directoryAt(path: string): Promise<SearchRoot> {
  const root = await searchRoot(path);
  if (root.isFile) throw new Refusal(messages.notADirectory(path));
  return root;
}

/** Matching paths below the root that no ignore rule leaves out. Links are listed, never followed. */
async function walk(
  { realPath }: SearchRoot,
  matches: (way: string) => boolean,
  ctx: ExecuteContext,
): Promise<{ found: string[]; partly: boolean }> {
  const rules = await createIgnoreRules(realPath, ctx.workingDirectories);
  let partly = false;
  const isClosed = (path: string) => {
    const isOpen = isReadable(path);
    partly ||= !isOpen;
    return !isOpen;
  };
  const found = await new fdir()
    .withRelativePaths()
    .withAbortSignal(ctx.signal)
    .exclude((name, path) => name === ".git" || rules.excludesDirectory(withoutSlash(path)) || isClosed(path))
    .filter((way) => basename(way) !== ".git" && matches(way) && !rules.excludesFile(join(realPath, way)))
    .crawl(realPath)
    .withPromise();
  ctx.signal.throwIfAborted();
  return { found, partly };
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, "");

function isReadable(directory: string): boolean {
  try {
    opendirSync(directory).closeSync();
    return true;
  } catch {
    // The walk goes on; the result says that something was not searched.
    return false;
  }
}
