import { imageFormatOf, isPdf } from "./media-kind.ts";

/** What the first bytes of a file say it is. */
export type Nature = "text" | "utf-16" | "image" | "pdf" | "binary";

const STARTS: readonly (readonly [Nature, readonly number[]])[] = [
  ["utf-16", [0xff, 0xfe]],
  ["utf-16", [0xfe, 0xff]],
];

/** Judges by content, never by name: a `.png` that holds text is text. `head` is the first 8 KB. */
export function natureOf(head: Buffer): Nature {
  for (const [nature, start] of STARTS) {
    if (start.every((byte, i) => head[i] === byte)) return nature;
  }
  if (imageFormatOf(head) !== undefined) return "image";
  if (isPdf(head)) return "pdf";
  return head.includes(0) ? "binary" : "text";
}
