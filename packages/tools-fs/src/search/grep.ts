import { defineTool, readTree } from "@gauntlet/core";
import * as descriptions from "../descriptions.ts";
import { MAX_SEARCH_MS, SEARCH_GRACE_MS } from "../limits.ts";
import * as messages from "../messages.ts";
import { objectionOf, Refusal } from "../refusal.ts";
import { type GrepInput, grepInput } from "./grep-input.ts";
import { type GrepFindings, searchContent, searchCounts, searchFiles } from "./grep-modes.ts";
import { createScope } from "./grep-scope.ts";
import { compileNameFilter } from "./name-filter.ts";
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
    const scope = await createScope({ root, glob: input.glob, type: input.type, ctx, isOver });
    const searchMode = { content: searchContent, files_with_matches: searchFiles, count: searchCounts }[mode];
    const found = await searchMode({ input, ctx, scope, root, leftMs });
    // Not to be able to look must never read like "nothing found".
    if (root.isFile && found.partly) throw new Refusal(messages.notSearched(root.path));
    return { mode, isFile: root.isFile, ...found };
  },

  toModel: (output, input) => resultText(output, input),
});

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
