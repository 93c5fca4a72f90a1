import type { ExecuteContext } from "@gauntlet/core";
import { settingsOf } from "../file/editing-settings.ts";
import { filesRead } from "../file/files-read.ts";
import type { OpenedFile } from "../file/open-regular.ts";
import { isRepeatedPage, rememberPage } from "../file/pages-read.ts";
import * as messages from "../messages.ts";
import { Refusal } from "../refusal.ts";
import { type ScannedFile, scanFile } from "./scan-file.ts";

/** A page of text; `file.content` is what is shown, without line numbers, with `\n` between lines. */
export interface TextOutput {
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
  readonly charset: string;
  readonly hasBom: boolean;
  readonly lineEnds: { readonly lf: number; readonly crlf: number };
  /** Some bytes of a UTF-8 file are damaged and shown as U+FFFD. */
  readonly invalidUtf8: boolean;
  /** Said before the text: why it is shown as text though its name promises more. */
  readonly notice?: string;
}

/** The same page was shown by the Read before, and the file has not changed. */
export interface UnchangedOutput {
  readonly type: "file_unchanged";
  readonly file: { readonly filePath: string };
  /** What was asked for are cells of a notebook, not lines. */
  readonly isOfCells?: true;
}

/** What to read. */
export interface TextRequest {
  readonly file: OpenedFile;
  /** 1-based; undefined or 0: from the first line. */
  readonly offset: number | undefined;
  /** Undefined: all that fits. */
  readonly limit: number | undefined;
  /** Handed on to the output. */
  readonly notice: string | undefined;
}

/**
 * Reads a page of a text file and records which lines of which content the model has now seen.
 * @throws Refusal for what is not text, and for a range that does not fit into one result.
 */
export async function readText(
  request: TextRequest,
  ctx: ExecuteContext,
): Promise<TextOutput | UnchangedOutput> {
  const { file, limit } = request;
  const { path, realPath } = file;
  const startLine = Math.max(1, request.offset ?? 1);
  const scanned = await scanFile({
    file,
    page: { startLine, maxLines: limit },
    maxHashedBytes: settingsOf(ctx).maxFileBytes,
    knownHash: ctx.slots.get(filesRead, realPath)?.hash,
    signal: ctx.signal,
  });
  const { page } = scanned;
  const isRange = request.offset !== undefined || limit !== undefined;
  if (isRange && page.overflowed)
    throw new Refusal(messages.rangeTooLarge({ path, startLine, limit, fit: page.lines.length }));
  const shown = { startLine, limit: limit ?? null };
  const { hash, form } = scanned;
  if (isRepeatedPage(ctx.slots, realPath, { hash, asked: shown }))
    return { type: "file_unchanged", file: { filePath: path } };
  if (hash !== undefined)
    rememberPage(ctx.slots, realPath, {
      hash,
      charset: form.charset,
      asked: shown,
      count: page.lines.length,
      total: page.seenLines,
      hasCutLine: page.hasCutLine,
      isWhole: !page.overflowed,
    });
  return {
    ...outputOf(path, startLine, scanned),
    ...(request.notice !== undefined && { notice: request.notice }),
  };
}

function outputOf(filePath: string, startLine: number, { page, ...scanned }: ScannedFile): TextOutput {
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
    charset: scanned.form.charset,
    hasBom: page.hasBom,
    lineEnds: page.lineEnds,
    invalidUtf8: page.invalidUtf8,
  };
}
