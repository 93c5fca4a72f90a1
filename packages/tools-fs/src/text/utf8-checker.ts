import { isUtf8 } from "node:buffer";

/** Tells whether bytes that come in pieces are valid UTF-8, in memory that does not grow. */
export interface Utf8Checker {
  push(chunk: Buffer): void;
  /** True when everything pushed so far is valid, but for a character that may still be completed. */
  isValid(): boolean;
  /** True when everything is valid and no character is cut off at the end. */
  end(): boolean;
}

/** Makes a checker for one file. */
export function createUtf8Checker(): Utf8Checker {
  let rest = Buffer.alloc(0);
  let valid = true;
  return {
    push(chunk) {
      if (!valid) return;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.length - cutOffBytes(bytes);
      valid = isUtf8(bytes.subarray(0, end));
      rest = Buffer.from(bytes.subarray(end));
    },
    isValid: () => valid,
    end: () => valid && rest.length === 0,
  };
}

/** Bytes at the end that begin a character whose other bytes are not there yet; 0 to 3. */
function cutOffBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}
