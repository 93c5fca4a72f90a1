import { type FileHandle, open } from "node:fs/promises";

/** The beginning and the end of a file of lines, and nothing of what lies between. */
export interface FileEnds {
  /** Whole lines from the first on. */
  readonly head: readonly string[];
  /** The line after those of `head`, as far as it was read; missing when the file was read to its end. */
  readonly cut?: string;
  /** Whole lines up to the last; a last one without an end is among them. */
  readonly tail: readonly string[];
}

/**
 * Reads at most `bytes` bytes from each end of a file.
 * @throws what the system says when it cannot be read.
 */
export async function readEnds(path: string, bytes: number): Promise<FileEnds> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const first = await readAt(file, 0, Math.min(bytes, size));
    const head = first.toString("utf8").split("\n");
    const rest = head.pop() ?? "";
    if (size <= bytes) return { head, tail: rest === "" ? head : [...head, rest] };

    const last = await readAt(file, size - bytes, bytes);
    const [, ...tail] = last.toString("utf8").split("\n");
    // A character may be cut as well.
    return { head, cut: rest.replace(/\uFFFD+$/, ""), tail: tail.at(-1) === "" ? tail.slice(0, -1) : tail };
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}
