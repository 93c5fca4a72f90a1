import { type CallContext, defineTool, readFile, Type } from "@gauntlet/core";
import * as descriptions from "../descriptions.ts";
import { refuseMoved } from "../file/decided-place.ts";
import { type FileState, fileStateOf } from "../file/file-state.ts";
import { nearNames } from "../file/near-names.ts";
import { withRegular } from "../file/open-regular.ts";
import { pagesAsked } from "../media/page-list.ts";
import * as messages from "../messages.ts";
import { objectionOf, Refusal } from "../refusal.ts";
import { numberedLines } from "../text/numbered-lines.ts";
import { type MediaReadOutput, mediaContent, readMedia } from "./read-media.ts";
import { readText, type TextOutput, type UnchangedOutput } from "./read-text.ts";

/** What a Read found. */
export type ReadOutput = TextOutput | UnchangedOutput | MediaReadOutput;

type RegularFile = Extract<FileState, { kind: "regular" }>;

/** Shows a file, or part of it, and records that the model knows it. */
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
      pages: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Pages of a PDF to show as text, such as "3", "1-5" or "1-3,7"; at most 20',
        }),
      ),
    },
    { additionalProperties: false },
  ),

  isReadOnly: true,
  isConcurrencySafe: true,
  // Above the page cap, so that a page is never spilled to a file that would have to be read in turn.
  maxResultBytes: 120_000,

  effectKinds: ["read"],
  effects: (input, ctx) => [readFile(ctx.resolve(input.file_path))],
  validateInput: (input, ctx) =>
    objectionOf(() => {
      pagesAsked(input.pages);
      return regularFile(ctx.resolve(input.file_path), ctx);
    }),
  describeCall: (input) => `read ${input.file_path}`,

  async execute(input, ctx): Promise<ReadOutput> {
    const path = ctx.resolve(input.file_path);
    const { realPath } = await regularFile(path, ctx);
    refuseMoved(path, realPath, ctx);
    return withRegular(path, realPath, async (file) => {
      const { output, notice } = await readMedia(file, input, ctx);
      if (output !== undefined) return output;
      return readText({ file, offset: input.offset, limit: input.limit, notice }, ctx);
    });
  },

  toModel(output) {
    switch (output.type) {
      case "text":
        return textContent(output);
      case "file_unchanged":
        return messages.unchanged(output.file.filePath, output.isOfCells ? "cells" : "lines");
      default:
        return mediaContent(output);
    }
  },
});

/** The state of a file that Read can open. @throws Refusal for anything else. */
function regularFile(path: string, ctx: CallContext): RegularFile | Promise<never> {
  const state = fileStateOf(path);
  return state.kind === "regular" ? state : refuse(path, state, ctx);
}

async function refuse(
  path: string,
  state: Exclude<FileState, RegularFile>,
  ctx: CallContext,
): Promise<never> {
  throw new Refusal(
    state.kind === "missing"
      ? messages.missing(path, await nearNames(path, ctx))
      : messages.notAFile(path, state),
  );
}

function textContent(output: TextOutput): string {
  const text = messages.readResult(output, numberedLines(linesOf(output), output.file.startLine));
  return output.notice === undefined ? text : `${output.notice}\n\n${text}`;
}

const linesOf = ({ file }: TextOutput): readonly string[] =>
  file.numLines === 0 ? [] : file.content.split("\n");
