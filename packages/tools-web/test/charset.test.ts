import { expect, test } from "vitest";
import { decodeBody } from "../src/charset.ts";

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");
const page = (head: string, hex: string): Buffer => Buffer.concat([Buffer.from(head), bytes(hex)]);
const GBK = "d6 d0 ce c4"; // 中文
const SJIS = "95 b6 8c c9"; // 文庫

test.each([
  ["the header", "text/html; charset=GBK", page("<p>", GBK), "<p>中文", "gbk"],
  ["a quoted header", 'text/plain; charset="iso-8859-1"', bytes("47 72 f6 df 65"), "Größe", "windows-1252"],
  ["a header in odd spelling", "text/html;CHARSET = 'gbk'", page("", GBK), "中文", "gbk"],
  ["meta charset", "text/html", page("<meta charset=shift_jis>", SJIS), "文庫", "shift_jis"],
  [
    "meta http-equiv",
    "text/html",
    page("<meta content='text/html; charset=Shift_JIS' http-equiv='Content-Type'>", SJIS),
    "文庫",
    "shift_jis",
  ],
  ["a byte order mark over the header", "text/html; charset=gbk", bytes("ff fe 2d 4e"), "中", "utf-16le"],
  ["the other byte order", "text/html", bytes("fe ff 4e 2d"), "中", "utf-16be"],
  ["UTF-8 with a mark", "text/plain", bytes("ef bb bf 61"), "a", "utf-8"],
  ["UTF-8 where nothing is said", "text/plain", Buffer.from("中"), "中", "utf-8"],
  ["a name nobody knows", "text/plain; charset=x-nope", Buffer.from("plain ok"), "plain ok", "utf-8"],
  ["what is not UTF-8", "text/plain", bytes("47 72 f6 df 65"), "Größe", "windows-1252"],
  [
    "a page that says it is UTF-16 and is not",
    "text/html",
    page("<meta charset=utf-16>", "61"),
    "a",
    "utf-8",
  ],
  ["a meta in a comment", "text/html", page("<!-- <meta charset=gbk> -->", "c3 a9"), "é", "utf-8"],
  ["a character that is cut off at the end", "text/plain", bytes("61 e4 b8"), "a\ufffd", "utf-8"],
])("reads %s", (_, contentType, body, text, charset) => {
  const decoded = decodeBody(body, { contentType, isHtml: contentType.startsWith("text/html") });
  expect(decoded.charset).toBe(charset);
  expect(decoded.text.endsWith(text)).toBe(true);
});
