import { basename, dirname, join } from "node:path";
import { defineTool, type ExecuteContext, readTree } from "@gauntlet/core";
import * as descriptions from "./descriptions.ts";
import { type GrepInput, grepInput } from "./grep-input.ts";
import { type GrepFindings, searchContent, searchCounts, searchFiles } from "./grep-modes.ts";
import { createIgnoreRules } from "./ignore-rules.ts";
import * as messages from "./messages.ts";
import { objectionOf } from "./refusal.ts";
import { isDeniedBelow, type SearchRoot, searchRoot } from "./search-root.ts";

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
  timeoutMs: 60_000,
  maxResultBytes: 100_000,

  effects: (input, ctx) => [readTree(ctx.resolve(input.path ?? "."))],
  validateInput: (input, ctx) => objectionOf(() => searchRoot(ctx.resolve(input.path ?? "."))),
  describeCall: (input) => `search for ${input.pattern}${input.path ? ` in ${input.path}` : ""}`,

  async execute(input, ctx): Promise<GrepOutput> {
    const mode = input.output_mode ?? "files_with_matches";
    const root = await searchRoot(ctx.resolve(input.path ?? "."));
    const search = { input, ctx, ...(await placeOf(root, ctx)) };
    const searchMode = { content: searchContent, files_with_matches: searchFiles, count: searchCounts }[mode];
    return { mode, isFile: root.isFile, ...(await searchMode(search)) };
  },

  toModel: (output, input) => resultText(output, input),
});

/** Where ripgrep runs, and which of its paths may be shown. */
async function placeOf(root: SearchRoot, ctx: ExecuteContext) {
  if (root.isFile) {
    return {
      cwd: dirname(root.realPath),
      target: `./${basename(root.realPath)}`,
      usesParentRules: false,
      pathOf: () => root.path,
      isLeftOut: () => isDeniedBelow(root, "", ctx),
    };
  }
  const rules = await createIgnoreRules(root.realPath, ctx.workingDirectories);
  return {
    cwd: root.realPath,
    target: "./",
    usesParentRules: rules.usesAllParents,
    pathOf: (way: string) => join(root.path, way),
    // ripgrep lets a `glob` bring back what `.gitignore` leaves out, so its paths are judged again.
    isLeftOut: (way: string) => rules.excludesFile(join(root.realPath, way)) || isDeniedBelow(root, way, ctx),
  };
}

function resultText(output: GrepOutput, input: GrepInput): string {
  const notes = output.partly ? [messages.partlyUnreadable] : [];
  const offset = input.offset ?? 0;
  if (output.shown === 0) {
    const nothing =
      offset > 0 && output.total !== undefined && output.total > 0
        ? messages.pastMatches(offset, output.total)
        : messages.noMatches(output.isFile);
    return [nothing, ...notes].join("\n");
  }
  const next = offset + output.shown;
  if (output.end === "limit") notes.push(messages.moreResults(next, output.shown, output.total));
  if (output.end === "full") notes.push(messages.outputFull(next));
  if (output.pathsFull) notes.push(messages.pathsFull(output.pathsFull));
  return [output.text, ...notes].join("\n");
}
