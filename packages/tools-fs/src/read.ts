import { type CallContext, defineTool, readFile, Type } from "@gauntlet/core";
import * as descriptions from "./descriptions.ts";
import { fileStateOf } from "./file-state.ts";
import { rememberRead } from "./files-read.ts";
import * as messages from "./messages.ts";
import { nearNames } from "./near-names.ts";
import { numberedLines } from "./numbered-lines.ts";
import { parsePages } from "./page-list.ts";
import { type MediaReadOutput, mediaContent, readMedia } from "./read-media.ts";
import { objectionOf, Refusal } from "./refusal.ts";
import { type ScannedFile, scanFile } from "./scan-file.ts";

/** What a Read found; `file.content` is the page shown, without line numbers, with `\n` between lines. */
export interface ReadOutput {
  readonly type: "text";
  readonly file: {
    readonly filePath: string;
    readonly content: string;
    readonly numLines: number;
    /** 1-based. */
    readonly startLine: number;
    /** Undefined when the end of the file was not reached. */
    readonly totalLines: number | undefined;
    /** Set when the whole file was asked for and only the first page fits. */
    readonly truncatedByTokenCap?: true;
  };
  readonly bytes: number;
  readonly hasBom: boolean;
  readonly lineEnds: { readonly lf: number; readonly crlf: number };
  readonly invalidUtf8: boolean;
  /** Said before the text: why it is shown as text though its name promises more. */
  readonly notice?: string;
}

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

  effects: (input, ctx) => [readFile(ctx.resolve(input.file_path))],
  validateInput: (input, ctx) =>
    objectionOf(async () => {
      if (input.pages !== undefined) parsePages(input.pages);
      await regularFile(ctx.resolve(input.file_path), ctx);
    }),
  describeCall: (input) => `read ${input.file_path}`,

  async execute(input, ctx): Promise<ReadOutput | MediaReadOutput> {
    const path = ctx.resolve(input.file_path);
    const { realPath } = await regularFile(path, ctx);
    const { output: media, notice } = await readMedia({ path, realPath }, input, ctx);
    if (media !== undefined) return media;
    const startLine = Math.max(1, input.offset ?? 1);
    const scanned = await scanFile({
      path,
      realPath,
      page: { startLine, maxLines: input.limit },
      signal: ctx.signal,
    });
    const isRange = input.offset !== undefined || input.limit !== undefined;
    const { page, hash } = scanned;
    if (isRange && page.overflowed)
      throw new Refusal(
        messages.rangeTooLarge({ path, startLine, limit: input.limit, fit: page.lines.length }),
      );
    if (hash !== undefined && (page.lines.length > 0 || page.seenLines === 0))
      rememberRead(ctx.slots, realPath, { hash, partial: page.overflowed });
    return { ...outputOf(path, startLine, scanned), ...(notice !== undefined && { notice }) };
  },

  toModel: (output) => (output.type === "text" ? textContent(output) : mediaContent(output)),
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

function outputOf(filePath: string, startLine: number, scanned: ScannedFile): ReadOutput {
  const { page } = scanned;
  return {
    type: "text",
    file: {
      filePath,
      content: page.lines.join("\n"),
      numLines: page.lines.length,
      startLine,
      totalLines: scanned.isComplete ? page.seenLines : undefined,
      ...(page.overflowed && { truncatedByTokenCap: true as const }),
    },
    bytes: scanned.bytes,
    hasBom: page.hasBom,
    lineEnds: page.lineEnds,
    invalidUtf8: page.invalidUtf8,
  };
}

function textContent(output: ReadOutput): string {
  const text = messages.readResult(output, numberedLines(linesOf(output), output.file.startLine));
  return output.notice === undefined ? text : `${output.notice}\n\n${text}`;
}

const linesOf = (output: ReadOutput): readonly string[] =>
  output.file.numLines === 0 ? [] : output.file.content.split("\n");
