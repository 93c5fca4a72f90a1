import { defineTool, readTree } from "@gauntlet/core";
import * as descriptions from "../descriptions.ts";
import { MAX_SEARCH_MS, SEARCH_GRACE_MS } from "../limits.ts";
import * as messages from "../messages.ts";
import { objectionOf, Refusal } from "../refusal.ts";
import { type GrepInput, grepInput } from "./grep-input.ts";
import { type GrepFindings, searchContent, searchCounts, searchFiles } from "./grep-modes.ts";
import { createScope, type GrepScope, type ScopeRequest } from "./grep-scope.ts";
import { withHeldDirectory, withHeldFile } from "./held-root.ts";
import { compileNameFilter } from "./name-filter.ts";
import { HELD_FILE } from "./ripgrep.ts";
import { searchRoot } from "./search-root.ts";

/** What a Grep found. */
export interface GrepOutput extends GrepFindings {
  readonly mode: "content" | "files_with_matches" | "count";
  readonly isFile: boolean;
}

/** Searches the content of files. */
export const grep = defineTool({
  name: "Grep",
  description: descriptions.GREP,
  input: grepInput,

  isReadOnly: true,
  isConcurrencySafe: true,
  honorsReadDenies: true,
  timeoutMs: MAX_SEARCH_MS.grep + SEARCH_GRACE_MS,
  maxResultBytes: 100_000,

  effectKinds: ["read"],
  effects: (input, ctx) => [readTree(ctx.resolve(input.path ?? "."))],
  validateInput: (input, ctx) =>
    objectionOf(async () => {
      const { path } = await searchRoot(ctx.resolve(input.path ?? "."), ctx);
      if (input.glob !== undefined) compileNameFilter(input.glob, path);
    }),
  describeCall: (input) => `search for ${input.pattern}${input.path ? ` in ${input.path}` : ""}`,

  async execute(input, ctx): Promise<GrepOutput> {
    const mode = input.output_mode ?? "files_with_matches";
    const root = await searchRoot(ctx.resolve(input.path ?? "."), ctx);
    const end = performance.now() + MAX_SEARCH_MS.grep;
    const leftMs = () => Math.max(0, end - performance.now());
    const isOver = () => leftMs() === 0;
    const searchMode = { content: searchContent, files_with_matches: searchFiles, count: searchCounts }[mode];
    const searchIn = (scope: GrepScope) => searchMode({ input, ctx, scope, root, leftMs });
    const request = { root, glob: input.glob, type: input.type, ctx, isOver };
    const found = await (root.isFile ? searchFile(request, searchIn) : searchTree(request, searchIn));
    // Not to be able to look must never read like "nothing found".
    if (root.isFile && found.partly) throw new Refusal(messages.notSearched(root.path));
    return { mode, isFile: root.isFile, ...found };
  },

  toModel: (output, input) => resultText(output, input),
});

type Request = Omit<ScopeRequest, "place">;
type SearchIn = (scope: GrepScope) => Promise<GrepFindings>;

const searchTree = (request: Request, searchIn: SearchIn): Promise<GrepFindings> =>
  withHeldDirectory(request.root, async (place) => searchIn(await createScope({ ...request, place })));

/** A file that may not be read is not opened: then nothing is to be run. */
async function searchFile(request: Request, searchIn: SearchIn): Promise<GrepFindings> {
  const { root } = request;
  const scope = await createScope({ ...request, place: root.realPath });
  if (scope.runs.length === 0) return searchIn(scope);
  return withHeldFile(root, (heldFd) =>
    searchIn(heldFd === undefined ? scope : { ...scope, target: HELD_FILE, heldFd }),
  );
}

function resultText(output: GrepOutput, input: GrepInput): string {
  const notes = [
    ...(output.partly ? [messages.partlyUnreadable] : []),
    ...(output.timedOut ? [messages.grepTimedOut] : []),
  ];
  const offset = input.offset ?? 0;
  if (output.shown === 0) {
    const isPast = offset > 0 && output.total > 0;
    const nothing = isPast ? messages.pastMatches(offset, output.total) : messages.noMatches(output.isFile);
    return [nothing, ...notes].join("\n");
  }
  const next = offset + output.shown;
  if (output.end !== "all") {
    const { end: why, shown, total, isLeast } = output;
    notes.unshift(messages.moreResults({ why, shown, next, more: total - next, isLeast }));
  }
  if (output.pathsFull) notes.push(messages.pathsFull(output.pathsFull));
  return [output.text, ...notes].join("\n");
}
