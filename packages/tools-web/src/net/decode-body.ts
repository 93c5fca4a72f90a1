import { Duplex, pipeline, Readable } from "node:stream";
import * as zlib from "node:zlib";
import { MAX_ENCODINGS } from "../limits.ts";
import { messages } from "../messages.ts";
import { FetchFailure } from "./fetch-failure.ts";
import type { Reply } from "./get.ts";

type Decoder = () => Duplex;

/** Node has it from version 22.15 on. */
const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: (options: object) => Duplex };

/** ZSTD_d_windowLogMax. */
const ZSTD_WINDOW_LOG_MAX = 100;
/** 8 MiB, the largest window a server may use (RFC 9659). */
const ZSTD_WINDOW_LOG = 23;

// Like browsers, what is there of a body that was cut off is used.
const LENIENT = { finishFlush: zlib.constants.Z_SYNC_FLUSH } as const;
const LENIENT_BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH } as const;

const DECODERS: Readonly<Record<string, Decoder | undefined>> = {
  gzip: () => zlib.createGunzip(LENIENT),
  "x-gzip": () => zlib.createGunzip(LENIENT),
  br: () => zlib.createBrotliDecompress(LENIENT_BROTLI),
  deflate: createInflate,
  zstd:
    createZstdDecompress &&
    (() => createZstdDecompress({ params: { [ZSTD_WINDOW_LOG_MAX]: ZSTD_WINDOW_LOG } })),
};

/** The encodings that are asked for. */
export const ACCEPTED_ENCODINGS: readonly string[] = ["gzip", "br", "zstd", "deflate"].filter(
  (name) => DECODERS[name] !== undefined,
);

/**
 * The body of a reply as its owner wrote it, chunk by chunk and no faster than it is read: what is not read is not
 * decompressed.
 * @throws FetchFailure for an encoding that is not known here and for data that is not of its encoding.
 */
export async function* decodedBody({ body, headers, url }: Reply): AsyncGenerator<Buffer> {
  const names = (headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length > MAX_ENCODINGS) throw new FetchFailure(messages.unknownEncoding(names.join(", ")));
  const decoders = names.toReversed().map((name) => {
    const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
    if (decoder === undefined) throw new FetchFailure(messages.unknownEncoding(name));
    return decoder();
  });
  // What goes wrong on the way is thrown by the loop below.
  const decoded = decoders.length === 0 ? body : pipeline([body, ...decoders], () => undefined);
  try {
    for await (const chunk of decoded as AsyncIterable<Buffer>) yield chunk;
  } catch (thrown) {
    const { code = "", message } = thrown as NodeJS.ErrnoException;
    throw /^(Z_|ZSTD_|ERR__)/.test(code)
      ? new FetchFailure(messages.badEncoding(url.host, names.join(", ")))
      : new FetchFailure(messages.broken(url.host, message));
  } finally {
    for (const stream of [body, ...decoders]) stream.destroy();
  }
}

/** Some servers mean the bare data by `deflate`, and some the data in a zlib wrapper; the first byte tells. */
function createInflate(): Duplex {
  return Duplex.from(async function* (source: AsyncIterable<Buffer>) {
    const chunks = source[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done) return;
    const isWrapped = ((first.value[0] ?? 0) & 0x0f) === 8;
    const all = Readable.from(
      (async function* () {
        yield first.value;
        for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
      })(),
    );
    const inflate = isWrapped ? zlib.createInflate(LENIENT) : zlib.createInflateRaw(LENIENT);
    yield* pipeline(all, inflate, () => undefined) as AsyncIterable<Buffer>;
  });
}
