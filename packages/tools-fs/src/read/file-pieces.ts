import { read, readSync } from "node:fs";
import { promisify } from "node:util";
import { MAX_KNOWN_BYTES } from "../file/known-content.ts";
import type { OpenedFile } from "../file/open-regular.ts";
import { MAX_UNSIZED_BYTES } from "../limits.ts";

const PIECE_BYTES = 256 * 1024;
const NO_BYTES = Buffer.alloc(0);

const readPart = promisify(read);

/** An opened file that is passed over from its start, more than once if need be. */
export interface PassedFile {
  readonly fd: number;
  /** 0 for files that do not tell, such as those under /proc. */
  readonly size: number;
  /** Bytes of a pass: what is appended meanwhile is left out, and a file that states no size may be endless. */
  readonly limit: number;
  /** Memory for the whole of a file whose content may be kept. */
  readonly whole: Buffer | undefined;
  /** Memory for a piece. */
  memoryAt(position: number): Buffer;
}

/** @param known the whole content, when it is as it was last seen. */
export function passedFile({ fd, stats }: OpenedFile, known: Buffer | undefined): PassedFile {
  const { size } = stats;
  const limit = size > 0 ? size : MAX_UNSIZED_BYTES;
  if (size > 0 && size <= MAX_KNOWN_BYTES) {
    const whole = known ?? Buffer.allocUnsafeSlow(size);
    return { fd, size, limit, whole, memoryAt: (position) => whole.subarray(position) };
  }
  const first = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let [now, before] = [Buffer.allocUnsafeSlow(PIECE_BYTES), Buffer.allocUnsafeSlow(PIECE_BYTES)];
  const memoryAt = (position: number): Buffer => {
    [now, before] = [before, now];
    return position === 0 ? first : now;
  };
  return { fd, size, limit, whole: undefined, memoryAt };
}

/**
 * All pieces in their order; while one is used the next one is read.
 * @param head the first piece, which stays as it is; any other may be overwritten as soon as the next one is asked for.
 */
export async function* piecesOf(file: PassedFile, head: Buffer): AsyncGenerator<Buffer, void> {
  let position = head.length;
  let next = pieceAt(file, position);
  try {
    yield head;
    for (let piece = await next; piece.length > 0; piece = await next) {
      position += piece.length;
      next = pieceAt(file, position);
      yield piece;
    }
  } finally {
    // Who leaves early closes the file: not while it is being read.
    await next.catch(() => {});
  }
}

/**
 * One piece; empty at the end. The first one, which is the whole of most files, is read at once; any other leaves the
 * event loop to others meanwhile, and so does a file that may wait for its content, as some under /proc do.
 */
export async function pieceAt(file: PassedFile, position: number): Promise<Buffer> {
  const { fd, size, limit } = file;
  if (position >= limit) return NO_BYTES;
  const memory = file.memoryAt(position);
  const wanted = Math.min(limit - position, PIECE_BYTES);
  const count =
    size > 0 && position === 0
      ? readSync(fd, memory, 0, wanted, position)
      : (await readPart(fd, memory, 0, wanted, position)).bytesRead;
  return memory.subarray(0, count);
}
