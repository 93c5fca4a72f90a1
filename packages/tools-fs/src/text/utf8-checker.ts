import { isUtf8 } from "node:buffer";

const LF = 10;
const TAIL_BYTES = 4096;
const NO_BYTES = Buffer.alloc(0);

/** Tells whether bytes that come in pieces are valid UTF-8, in memory that does not grow. */
export interface Utf8Checker {
  /** Every piece but the first may be overwritten afterwards. */
  push(piece: Buffer): void;
  /**
   * @param isWhole more bytes do not follow, so a character that is cut off at the end is damaged.
   * @returns undefined when everything is valid. Else by what to judge the charset: the start, and the lines around
   * the first byte that does not fit. No line begins in its middle, so characters of several bytes stay whole.
   */
  end(isWhole: boolean): Buffer | undefined;
}

/** Makes a checker for one file. */
export function createUtf8Checker(): Utf8Checker {
  let first: Buffer | undefined;
  let [rest, lineBefore] = [NO_BYTES, NO_BYTES];
  let sample: Buffer | undefined;

  const sampleWith = (piece: Buffer): Buffer => {
    if (first === undefined || first === piece) return piece;
    const wholeLines = first.subarray(0, first.lastIndexOf(LF) + 1 || first.length);
    return Buffer.concat([wholeLines, lineBefore, piece]);
  };

  return {
    push(piece) {
      if (sample !== undefined) return;
      first ??= piece;
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const end = bytes.length - cutOffBytes(bytes);
      if (!isUtf8(bytes.subarray(0, end))) {
        sample = sampleWith(piece);
        return;
      }
      rest = Buffer.from(bytes.subarray(end));
      lineBefore = Buffer.from(
        piece.subarray(Math.max(piece.lastIndexOf(LF) + 1, piece.length - TAIL_BYTES)),
      );
    },
    end: (isWhole) => sample ?? (isWhole && rest.length > 0 ? sampleWith(NO_BYTES) : undefined),
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
