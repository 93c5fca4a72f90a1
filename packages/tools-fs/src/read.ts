import { type CallContext, defineTool, readFile, Type } from "@gauntlet/core";
import * as descriptions from "./descriptions.ts";
import { fileStateOf } from "./file-state.ts";
import * as messages from "./messages.ts";
import { nearNames } from "./near-names.ts";
import { numberedLines } from "./numbered-lines.ts";
import { readText, type TextOutput, type UnchangedOutput } from "./read-text.ts";
import { objectionOf, Refusal } from "./refusal.ts";

/** What a Read found. */
export type ReadOutput = TextOutput | UnchangedOutput;

/** Shows a text file, or a range of its lines, and records that the model knows it. */
export const read = defineTool({
  name: "Read",
  description: descriptions.READ,
  input: Type.Object(
    {
      file_path: Type.String({
        format: "path",
        minLength: 1,
        description: "File to read; absolute, or relative to the working directory",
      }),
      offset: Type.Optional(
        Type.Integer({ minimum: 0, description: "First line to show, counted from 1; only for large files" }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, description: "Number of lines to show; only for large files" }),
      ),
    },
    { additionalProperties: false },
  ),

  isReadOnly: true,
  isConcurrencySafe: true,
  // Above the page cap, so that a page is never spilled to a file that would have to be read in turn.
  maxResultBytes: 120_000,

  effects: (input, ctx) => [readFile(ctx.resolve(input.file_path))],
  validateInput: (input, ctx) => objectionOf(() => regularFile(ctx.resolve(input.file_path), ctx)),
  describeCall: (input) => `read ${input.file_path}`,

  async execute({ file_path, offset, limit }, ctx): Promise<ReadOutput> {
    const path = ctx.resolve(file_path);
    const { realPath } = await regularFile(path, ctx);
    return readText({ path, realPath, offset, limit }, ctx);
  },

  toModel: (output) =>
    output.type === "text"
      ? messages.readResult(output, numberedLines(linesOf(output), output.file.startLine))
      : messages.unchanged(output.file.filePath),
});

/** The state of a file that Read can open. @throws Refusal for anything else. */
async function regularFile(path: string, ctx: CallContext) {
  const state = fileStateOf(path);
  if (state.kind === "regular") return state;
  throw new Refusal(
    state.kind === "missing"
      ? messages.missing(path, await nearNames(path, ctx))
      : messages.notAFile(path, state),
  );
}

const linesOf = ({ file }: TextOutput): readonly string[] =>
  file.numLines === 0 ? [] : file.content.split("\n");
