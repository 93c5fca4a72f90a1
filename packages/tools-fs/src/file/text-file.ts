import { isUtf8 } from "node:buffer";
import type { CallContext } from "@gauntlet/core";
import * as texts from "../edit-messages.ts";
import * as messages from "../messages.ts";
import { Refusal } from "../refusal.ts";
import { decode, encode, type TextForm, unholdable } from "../text/charset.ts";
import { formOfOther } from "../text/legacy-charset.ts";
import { formOfHead } from "../text/text-form.ts";
import { settingsOf } from "./editing-settings.ts";
import type { ReadRecord } from "./files-read.ts";
import { withRegular } from "./open-regular.ts";
import { type FileBytes, wholeFile } from "./whole-file.ts";

/** A whole text file; its text encoded in its form is exactly its bytes. */
export interface TextFile extends FileBytes {
  readonly form: TextForm;
  /** Without byte order mark. */
  readonly text: string;
}

/**
 * Reads a whole regular file.
 * @param maxBytes size from which the file is too large to be changed.
 * @throws Refusal in words for the model.
 */
export async function loadBytes(path: string, realPath: string, maxBytes: number): Promise<FileBytes> {
  const limit = { maxBytes, tooLarge: texts.tooLargeToEdit };
  return withRegular(path, realPath, (file) => wholeFile(file, limit));
}

/**
 * Refuses a file that is too large to be changed before anything else is said of it: no Read makes it smaller.
 * @throws Refusal
 */
export function refuseTooLarge(path: string, size: number, ctx: CallContext): void {
  const { maxFileBytes } = settingsOf(ctx);
  if (size > maxFileBytes) throw new Refusal(texts.tooLargeToEdit(path, size, maxFileBytes));
}

/**
 * Decodes a file without loss, in the charset it was shown in when that still fits.
 * @throws Refusal when it is not text, or its bytes would not come out the same again.
 */
export async function decodeText(path: string, file: FileBytes, record?: ReadRecord): Promise<TextFile> {
  const form = await formOf(path, file, record);
  const text = await decode(file.bytes, form);
  if (form.charset === "utf-8" ? !isUtf8(file.bytes) : !(await encode(text, form)).equals(file.bytes))
    throw new Refusal(texts.notReversible(path, form.charset));
  return { ...file, form, text };
}

async function formOf(path: string, { bytes, hash }: FileBytes, record?: ReadRecord): Promise<TextForm> {
  const found = formOfHead(bytes);
  if (typeof found === "string") throw new Refusal(messages.notText(path, found, bytes.length));
  if (found.charset !== "utf-8" || found.hasBom) return found;
  // An edit can take the last character away by which the charset of the file is known.
  const remembered = record?.charset;
  if (remembered !== undefined && (record?.hash === hash || isAscii(bytes)))
    return { charset: remembered, hasBom: false };
  if (isUtf8(bytes)) return found;
  const other = await formOfOther(bytes, bytes);
  if (other === undefined) throw new Refusal(messages.unknownCharset(path, bytes.length));
  return other;
}

/**
 * The bytes of a text in the form of a file.
 * @param inserted what the model adds to the file; the rest is known to fit.
 * @throws Refusal that names the characters the charset does not have.
 */
export async function encodeText(
  path: string,
  form: TextForm,
  { text, inserted }: { readonly text: string; readonly inserted: string },
): Promise<Buffer> {
  const strange = await unholdable(inserted, form.charset);
  if (strange.length > 0) throw new Refusal(texts.notInCharset(path, form.charset, strange));
  return encode(text, form);
}

/** Half of a surrogate pair in a string has no UTF-8 form; writing it would write something else. */
export function refuseLoneSurrogates(field: string, value: string): void {
  if (/\p{Surrogate}/u.test(value)) throw new Refusal(texts.loneSurrogate(field));
}

const isAscii = (bytes: Buffer): boolean => !bytes.some((byte) => byte >= 0x80);
