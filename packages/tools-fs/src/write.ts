import { type CallContext, defineTool, Type, writeFile } from "@gauntlet/core";
import * as descriptions from "./descriptions.ts";
import { fileStateOf } from "./file-state.ts";
import { filesRead, hashOf } from "./files-read.ts";
import { lastSeenHash } from "./known-file.ts";
import { MAX_CONTENT_BYTES } from "./limits.ts";
import * as messages from "./messages.ts";
import { hunksOf, prefixed, renderHunks, type StructuredPatchHunk } from "./patch.ts";
import { objectionOf, Refusal } from "./refusal.ts";
import { refuseNotebook } from "./refuse-notebook.ts";
import { realPathOfNew, replaceFile } from "./replace-file.ts";
import { lineCount } from "./snippet.ts";
import { type FileBytes, loadBytes, refuseLoneSurrogates } from "./text-file.ts";

/** What a Write did. */
export interface WriteOutput {
  readonly type: "create" | "update";
  readonly filePath: string;
  /** What stands in the file now, byte order mark aside. */
  readonly content: string;
  readonly structuredPatch: readonly StructuredPatchHunk[];
  /** The text before, or null for a new file. */
  readonly originalFile: string | null;
  readonly lines: number;
  readonly bytes: number;
  /** What the file had and the content lacked, and was kept: its form on disk. */
  readonly kept: readonly ("crlf" | "bom")[];
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

  effects: (input, ctx) => [writeFile(ctx.resolve(input.file_path))],
  validateInput: (input, ctx) => objectionOf(() => targetOf(input, ctx)),
  describeCall: (input) => `write ${input.file_path} (${Buffer.byteLength(input.content)} bytes)`,

  async execute(input, ctx): Promise<WriteOutput> {
    const { path, realPath, present } = await targetOf(input, ctx);
    const before = present?.bytes.toString("utf8");
    const { content, kept } = inFormOf(before, input.content);
    const bytes = Buffer.from(content);
    await replaceFile({ path, realPath, bytes, expectedHash: present?.hash });
    ctx.slots.set(filesRead, realPath, { hash: hashOf(bytes), partial: false });
    return {
      type: before === undefined ? "create" : "update",
      filePath: path,
      content: withoutBom(content),
      structuredPatch: before === undefined ? [] : hunksOf(withoutBom(before), withoutBom(content)),
      originalFile: before === undefined ? null : withoutBom(before),
      lines: lineCount(content),
      bytes: bytes.length,
      kept,
    };
  },

  toModel: messages.writeResult,
  toPerson: ({ outcome, input, output, text }) => {
    if (outcome === "asked") return askedWrite(input as { file_path: string; content: string });
    return outcome === "succeeded" && isWriteOutput(output) && output.structuredPatch.length > 0
      ? `${text}\n${renderHunks(output.structuredPatch)}`
      : text;
  },
});

const askedWrite = ({ file_path, content }: { file_path: string; content: string }): string =>
  [`${file_path} (its whole content)`, ...prefixed("+", content)].join("\n");

interface Target {
  readonly path: string;
  readonly realPath: string;
  /** The file to be replaced, as the model last saw it; undefined when there is none. */
  readonly present: FileBytes | undefined;
}

/** The file to be written, with every condition checked. @throws Refusal when one does not hold. */
async function targetOf(input: { file_path: string; content: string }, ctx: CallContext): Promise<Target> {
  const path = ctx.resolve(input.file_path);
  const size = Buffer.byteLength(input.content);
  if (size > MAX_CONTENT_BYTES) throw new Refusal(messages.contentTooLarge(path, size));
  refuseLoneSurrogates("content", input.content);
  const state = fileStateOf(path);
  if (state.kind === "missing") return { path, realPath: await realPathOfNew(path), present: undefined };
  if (state.kind !== "regular") throw new Refusal(messages.notAFile(path, state));
  const seen = lastSeenHash(path, state.realPath, ctx);
  const present = await loadBytes(path, state.realPath);
  if (present.hash !== seen) throw new Refusal(messages.changedSinceRead(path));
  refuseNotebook(path, state.realPath, present.bytes);
  return { path, realPath: state.realPath, present };
}

/** Content in the form the file had on disk: the model sees neither `\r` nor a byte order mark, so it never means to drop them. */
function inFormOf(
  before: string | undefined,
  content: string,
): { content: string; kept: ("crlf" | "bom")[] } {
  const kept: ("crlf" | "bom")[] = [];
  let formed = content;
  const isCrlf = before?.includes("\r\n") && !/(?<!\r)\n/.test(before);
  if (isCrlf && content.includes("\n") && !content.includes("\r")) {
    formed = formed.replaceAll("\n", "\r\n");
    kept.push("crlf");
  }
  if (before?.startsWith("\uFEFF") && !content.startsWith("\uFEFF")) {
    formed = `\uFEFF${formed}`;
    kept.push("bom");
  }
  return { content: formed, kept };
}

const withoutBom = (text: string): string => (text.startsWith("\uFEFF") ? text.slice(1) : text);
const isWriteOutput = (output: unknown): output is WriteOutput =>
  typeof output === "object" && output !== null && "structuredPatch" in output;
