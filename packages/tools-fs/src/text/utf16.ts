const MIN_BYTES = 4;
/** Share of units in the Latin range from which two-byte text without a mark is taken for UTF-16. */
const MIN_LATIN = 0.5;
/** Units below which all of them must be in the Latin range: a few zero bytes soon stand where they should. */
const MIN_UNITS = 16;

/**
 * Tells UTF-16 without byte order mark from a binary file: one byte of most pairs is 0, always the same one, and what
 * comes out is text.
 * @param head the first bytes of the file.
 */
export function utf16WithoutBom(head: Buffer): "utf-16le" | "utf-16be" | undefined {
  const bytes = head.subarray(0, head.length & ~1);
  if (bytes.length < MIN_BYTES) return undefined;
  const zeros = [0, 0];
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0) zeros[i & 1] = (zeros[i & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const units = bytes.length / 2;
  const latin = units < MIN_UNITS ? units : units * MIN_LATIN;
  if (even === 0 && odd >= latin) return isUtf16Text(bytes, "utf-16le") ? "utf-16le" : undefined;
  if (odd === 0 && even >= latin) return isUtf16Text(bytes, "utf-16be") ? "utf-16be" : undefined;
  return undefined;
}

/** True when bytes are whole UTF-16 units without control characters, half pairs (but at the end) and U+FFFF. */
export function isUtf16Text(bytes: Buffer, charset: "utf-16le" | "utf-16be"): boolean {
  if (bytes.length % 2 !== 0) return false;
  const text = new TextDecoder(charset, { ignoreBOM: true }).decode(bytes, { stream: true });
  return !/(?![\b-\r])\p{Cc}|[\ufffd-\uffff]/u.test(text);
}
