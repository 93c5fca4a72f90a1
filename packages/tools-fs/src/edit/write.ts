import { defineTool, Type, writeFile } from "@gauntlet/core";
import * as descriptions from "../descriptions.ts";
import * as texts from "../edit-messages.ts";
import type { DecidedContext } from "../file/decided-place.ts";
import { settingsOf } from "../file/editing-settings.ts";
import { hashOf, rememberText } from "../file/files-read.ts";
import { keepContent } from "../file/known-content.ts";
import { encodeText } from "../file/text-file.ts";
import { objectionOf, Refusal } from "../refusal.ts";
import { replaceFile } from "../replace/replace-file.ts";
import { hunksOf, prefixed, renderHunks, type StructuredPatchHunk } from "../text/patch.ts";
import { lineCount } from "./snippet.ts";
import { inFormOf, targetOf, type WriteInput } from "./write-target.ts";

/** What a Write did. */
export interface WriteOutput {
  readonly type: "create" | "update";
  readonly filePath: string;
  /** What stands in the file now, byte order mark aside. */
  readonly content: string;
  readonly structuredPatch: readonly StructuredPatchHunk[];
  /** The text before, or null for a new file, and for one that was no text. */
  readonly originalFile: string | null;
  readonly lines: number;
  readonly bytes: number;
  /** What the file had and the content lacked, and was kept, in words: its form on disk. */
  readonly kept: readonly string[];
  /** Other names of the file, which see the change, too. */
  readonly otherNames: number;
}

/** Creates a file, or replaces one that the model has read and nobody has changed since. */
export const write = defineTool({
  name: "Write",
  description: descriptions.WRITE,
  input: Type.Object(
    {
      file_path: Type.String({
        format: "path",
        minLength: 1,
        description: "File to write; absolute, or relative to the working directory",
      }),
      content: Type.String({ description: "The whole content of the file" }),
    },
    { additionalProperties: false },
  ),

  onInterrupt: "finish",

  effectKinds: ["write"],
  effects: (input, ctx) => [writeFile(ctx.resolve(input.file_path))],
  validateInput: (input, ctx) => objectionOf(() => prepare(input, ctx)),
  describeCall: (input) => `write ${input.file_path} (${Buffer.byteLength(input.content)} bytes)`,

  async execute(input, ctx): Promise<WriteOutput> {
    const { path, realPath, expected, before, content, kept, bytes, form } = await prepare(input, ctx);
    const { otherNames } = await replaceFile({ path, realPath, bytes, expected });
    const hash = hashOf(bytes);
    keepContent(hash, bytes);
    rememberText(ctx.slots, realPath, { hash, charset: form.charset });
    return {
      type: expected === undefined ? "create" : "update",
      filePath: path,
      content,
      structuredPatch: before === undefined ? [] : hunksOf(before, content),
      originalFile: before ?? null,
      lines: lineCount(content),
      bytes: bytes.length,
      kept,
      otherNames,
    };
  },

  toModel: texts.writeResult,
  toPerson: ({ outcome, input, output, text }) => {
    if (outcome === "asked") return askedWrite(input as WriteInput);
    return outcome === "succeeded" && isWriteOutput(output) && output.structuredPatch.length > 0
      ? `${text}\n${renderHunks(output.structuredPatch)}`
      : text;
  },
});

/** The write as bytes, with everything checked that can be before the file is touched. @throws Refusal */
async function prepare(input: WriteInput, ctx: DecidedContext) {
  const target = await targetOf(input, ctx);
  const { path, form, before } = target;
  const formed = inFormOf({ form, before }, input.content);
  const bytes = await encodeText(path, formed.form, { text: formed.text, inserted: formed.text });
  const { maxFileBytes } = settingsOf(ctx);
  if (bytes.length > maxFileBytes) throw new Refusal(texts.contentTooLarge(path, bytes.length, maxFileBytes));
  return { ...target, content: formed.text, bytes, kept: formed.words, form: formed.form };
}

const askedWrite = ({ file_path, content }: WriteInput): string =>
  [`${file_path} (its whole content)`, ...prefixed("+", content)].join("\n");

const isWriteOutput = (output: unknown): output is WriteOutput =>
  typeof output === "object" && output !== null && "structuredPatch" in output;
