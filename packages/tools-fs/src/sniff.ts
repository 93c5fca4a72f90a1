/** What the first bytes of a file say it is. */
export type Nature = "text" | "utf-16" | "image" | "pdf" | "binary";

const STARTS: readonly (readonly [Nature, readonly number[]])[] = [
  ["utf-16", [0xff, 0xfe]],
  ["utf-16", [0xfe, 0xff]],
  ["image", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image", [0xff, 0xd8, 0xff]],
  ["pdf", [...Buffer.from("%PDF-")]],
];

/** Judges by content, never by name: a `.png` that holds text is text. `head` is the first 8 KB. */
export function natureOf(head: Buffer): Nature {
  for (const [nature, start] of STARTS) {
    if (start.every((byte, i) => head[i] === byte)) return nature;
  }
  const text = head.toString("latin1", 0, 12);
  if (/^GIF8[79]a/.test(text) || /^RIFF.{4}WEBP/s.test(text)) return "image";
  return head.includes(0) ? "binary" : "text";
}
