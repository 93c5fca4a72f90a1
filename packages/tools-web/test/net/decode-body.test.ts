import { Readable } from "node:stream";
import * as zlib from "node:zlib";
import { describe, expect, test } from "vitest";
import { ACCEPTED_ENCODINGS, decodedBody } from "../../src/net/decode-body.ts";

const TEXT = Buffer.from("one text ".repeat(5_000));
const hasZstd = "zstdCompressSync" in zlib;

async function decode(encoding: string, body: Buffer, chunkBytes = 1_000): Promise<Buffer> {
  const chunks = Array.from({ length: Math.ceil(body.length / chunkBytes) }, (_, i) =>
    body.subarray(i * chunkBytes, (i + 1) * chunkBytes),
  );
  const reply = {
    url: new URL("https://a.example/"),
    status: 200,
    statusText: "",
    headers: { "content-encoding": encoding },
    body: Readable.from(chunks),
    close: () => undefined,
  };
  const got: Buffer[] = [];
  for await (const chunk of decodedBody(reply)) got.push(chunk);
  return Buffer.concat(got);
}

test.each([
  ["", TEXT],
  ["identity", TEXT],
  ["gzip", zlib.gzipSync(TEXT)],
  ["x-gzip", zlib.gzipSync(TEXT)],
  ["GZIP", zlib.gzipSync(TEXT)],
  ["br", zlib.brotliCompressSync(TEXT)],
  ["deflate", zlib.deflateSync(TEXT)],
  ["deflate", zlib.deflateRawSync(TEXT)],
  ["gzip, br", zlib.brotliCompressSync(zlib.gzipSync(TEXT))],
])("reads the encoding %j", async (encoding, body) => {
  expect((await decode(encoding, body)).equals(TEXT)).toBe(true);
});

describe("zstd", () => {
  test.runIf(hasZstd)("is asked for and read where Node can", async () => {
    const { zstdCompressSync } = zlib as unknown as { zstdCompressSync: (data: Buffer) => Buffer };
    expect(ACCEPTED_ENCODINGS).toContain("zstd");
    expect((await decode("zstd", zstdCompressSync(TEXT))).equals(TEXT)).toBe(true);
  });

  test.runIf(hasZstd)("is refused with a window larger than servers may use", async () => {
    // A frame whose header asks for a window of 1 GiB.
    const frame = Buffer.from("28b52ffd00a0010000", "hex");
    await expect(decode("zstd", frame)).rejects.toThrow("not in the encoding it names");
  });

  test.skipIf(hasZstd)("is not asked for and refused where Node cannot", async () => {
    expect(ACCEPTED_ENCODINGS).not.toContain("zstd");
    await expect(decode("zstd", TEXT)).rejects.toThrow("which was not asked for");
  });
});

test("keeps what came of a body that was cut off", async () => {
  const whole = zlib.gzipSync(TEXT, { level: 0 });
  const got = await decode("gzip", whole.subarray(0, 20_000));
  expect(got.length).toBeGreaterThan(10_000);
  expect(TEXT.subarray(0, got.length).equals(got)).toBe(true);
});

test.each([
  ["gzip", "not in the encoding it names"],
  ["br", "not in the encoding it names"],
  ["compress", "which was not asked for"],
  ["__proto__", "which was not asked for"],
  ["gzip, gzip, gzip, gzip", "which was not asked for"],
])("refuses %s in words", async (encoding, text) => {
  await expect(decode(encoding, Buffer.from("no such data, to be sure"))).rejects.toThrow(text);
});
