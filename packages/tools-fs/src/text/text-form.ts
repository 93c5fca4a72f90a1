import { SNIFF_BYTES } from "../limits.ts";
import type { TextForm } from "./charset.ts";
import { type Nature, natureOf } from "./sniff.ts";
import { isUtf16Text, utf16WithoutBom } from "./utf16.ts";

/** What a file holds that is not text. */
export type NotText = Exclude<Nature, "text" | "utf-16">;

const UTF8_BOM = Buffer.from("\uFEFF");

/**
 * The form of a text by its first bytes, or what the file is instead. Without byte order mark and zero bytes it is
 * UTF-8 until a byte is met that is not.
 */
export function formOfHead(head: Buffer): TextForm | NotText {
  const nature = natureOf(head.subarray(0, SNIFF_BYTES));
  if (nature === "text")
    return { charset: "utf-8", hasBom: head.subarray(0, UTF8_BOM.length).equals(UTF8_BOM) };
  if (nature === "utf-16") {
    const charset = head[0] === 0xff ? "utf-16le" : "utf-16be";
    return isUtf16Text(head, charset) ? { charset, hasBom: true } : "binary";
  }
  const charset = nature === "binary" ? utf16WithoutBom(head) : undefined;
  return charset ? { charset, hasBom: false } : (nature as NotText);
}
