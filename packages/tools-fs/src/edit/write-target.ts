import * as texts from "../edit-messages.ts";
import { type DecidedContext, refuseMoved } from "../file/decided-place.ts";
import { settingsOf } from "../file/editing-settings.ts";
import { fileStateOf } from "../file/file-state.ts";
import { filesRead } from "../file/files-read.ts";
import { lastSeenHash, refuseCutLines } from "../file/known-file.ts";
import { decodeText, loadBytes, refuseLoneSurrogates, refuseTooLarge } from "../file/text-file.ts";
import type { FileBytes } from "../file/whole-file.ts";
import * as messages from "../messages.ts";
import { refuseNotebook } from "../notebook/refuse-notebook.ts";
import { Refusal } from "../refusal.ts";
import { placeOfNew } from "../replace/real-path-of-new.ts";
import type { TextForm } from "../text/charset.ts";
import { formOfHead } from "../text/text-form.ts";
import { foreignChanges } from "./foreign-changes.ts";

/** What the model asks of Write. */
export interface WriteInput {
  readonly file_path: string;
  readonly content: string;
}

/** The file to be written. */
export interface Target {
  readonly path: string;
  readonly realPath: string;
  /** The file to be replaced, as the model last saw it; undefined when there is none. */
  readonly expected: FileBytes | undefined;
  /** Its text; undefined when there is none, and for what is no text. */
  readonly before: string | undefined;
  readonly form: TextForm;
}

const UTF8: TextForm = { charset: "utf-8", hasBom: false };
const BOM = "\uFEFF";

/** Finds the file to be written and checks every condition. @throws Refusal when one does not hold. */
export async function targetOf(input: WriteInput, ctx: DecidedContext): Promise<Target> {
  const path = ctx.resolve(input.file_path);
  const { maxFileBytes } = settingsOf(ctx);
  const size = Buffer.byteLength(input.content);
  if (size > maxFileBytes) throw new Refusal(texts.contentTooLarge(path, size, maxFileBytes));
  refuseLoneSurrogates("content", input.content);
  const state = fileStateOf(path);
  if (state.kind === "missing")
    return {
      path,
      realPath: await placeOfNew(path, ctx),
      expected: undefined,
      before: undefined,
      form: UTF8,
    };
  if (state.kind !== "regular") throw new Refusal(messages.notAFile(path, state));
  const { realPath } = state;
  refuseMoved(path, realPath, ctx);
  refuseTooLarge(path, state.size, ctx);
  const seen = lastSeenHash(path, realPath, ctx);
  const expected = await loadBytes(path, realPath, maxFileBytes);
  const isText = typeof formOfHead(expected.bytes) !== "string";
  const file = isText ? await decodeText(path, expected, ctx.slots.get(filesRead, realPath)) : undefined;
  if (expected.hash !== seen)
    throw new Refusal(texts.changedSinceRead(path, file && (await foreignChanges(seen, file))?.diff));
  refuseCutLines(path, realPath, ctx);
  refuseNotebook(path, realPath, expected.bytes);
  return { path, realPath, expected, before: file?.text, form: file?.form ?? UTF8 };
}

/**
 * Content in the form the file had on disk: the model sees neither `\r` nor a byte order mark nor the charset, so it
 * never means to drop them. `words` say what was kept.
 */
export function inFormOf(
  { form, before }: Pick<Target, "form" | "before">,
  content: string,
): { readonly text: string; readonly form: TextForm; readonly words: readonly string[] } {
  const words: string[] = [];
  const givesBom = content.startsWith(BOM);
  let text = givesBom ? content.slice(1) : content;
  const isCrlf = before?.includes("\r\n") && !/(?<!\r)\n/.test(before);
  if (isCrlf && text.includes("\n") && !text.includes("\r")) {
    text = text.replaceAll("\n", "\r\n");
    words.push(texts.KEPT.crlf);
  }
  if (form.hasBom && !givesBom) words.push(texts.KEPT.bom);
  if (form.charset !== "utf-8") words.push(texts.KEPT.charset(form.charset));
  return { text, form: { ...form, hasBom: form.hasBom || (givesBom && form.charset === "utf-8") }, words };
}
