import { open, rm } from "node:fs/promises";
import { MAX_FILE_BYTES, SNIFF_BYTES } from "./limits.ts";
import { messages } from "./messages.ts";
import { decodedBody } from "./net/decode-body.ts";
import { FetchFailure } from "./net/fetch-failure.ts";
import type { Reply } from "./net/get.ts";

/** A body that is read step by step: its beginning first, then as much as is wanted. */
export interface BodyReader {
  /** The first `SNIFF_BYTES`, or all of a shorter one. */
  head(): Promise<Buffer>;
  /** All of it up to a limit; what is beyond is neither read nor decompressed. */
  upTo(maxBytes: number): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }>;
  /**
   * Writes all of it to a new private file.
   * @returns bytes written.
   * @throws FetchFailure for one that is too large; then there is no file.
   */
  saveTo(path: string): Promise<number>;
}

/** Makes a reader of a reply's body. @param onBytes told how many bytes have come so far, decompressed. */
export function createBodyReader(reply: Reply, onBytes: (total: number) => void): BodyReader {
  const chunks = decodedBody(reply);
  const read: Buffer[] = [];
  let size = 0;
  let isDone = false;
  const next = async (): Promise<Buffer | undefined> => {
    const step = await chunks.next();
    isDone = step.done === true;
    if (step.done) return undefined;
    size += step.value.length;
    onBytes(size);
    return step.value;
  };
  const gather = async (enough: number): Promise<void> => {
    while (!isDone && size < enough) {
      const chunk = await next();
      if (chunk !== undefined) read.push(chunk);
    }
  };
  return {
    async head() {
      await gather(SNIFF_BYTES);
      return Buffer.concat(read).subarray(0, SNIFF_BYTES);
    },
    async upTo(maxBytes) {
      await gather(maxBytes + 1);
      await chunks.return(undefined);
      const bytes = Buffer.concat(read.splice(0), Math.min(size, maxBytes));
      return { bytes, isCut: size > maxBytes };
    },
    async saveTo(path) {
      try {
        await save(path, read, next);
        return size;
      } catch (thrown) {
        await rm(path, { force: true });
        if (thrown instanceof FetchFailure) throw thrown;
        throw new FetchFailure(messages.notSaved((thrown as NodeJS.ErrnoException).code ?? String(thrown)));
      } finally {
        await chunks.return(undefined);
      }
    },
  };

  async function save(
    path: string,
    first: readonly Buffer[],
    rest: () => Promise<Buffer | undefined>,
  ): Promise<void> {
    const file = await open(path, "wx", 0o600);
    try {
      for (const chunk of first) await file.writeFile(chunk);
      for (let chunk = await rest(); chunk !== undefined; chunk = await rest()) {
        if (size > MAX_FILE_BYTES)
          throw new FetchFailure(messages.fileTooLarge(reply.url.href, MAX_FILE_BYTES));
        await file.writeFile(chunk);
      }
    } finally {
      await file.close();
    }
  }
}
