import { expect, test } from "vitest";
import { boundedFetch } from "../src/bounded-fetch.ts";

const MIB = 1024 ** 2;

/** Reads a stream of events to its end. */
async function read(pieces: readonly string[]): Promise<number> {
  const stream = ReadableStream.from(pieces.map((piece) => Buffer.from(piece)));
  const headers = { "content-type": "text/event-stream" };
  const response = await boundedFetch(async () => new Response(stream, { headers }))("http://127.0.0.1/");
  return (await response.arrayBuffer()).byteLength;
}

const line = `data: ${"x".repeat(MIB)}`;

test.each([
  ["LF", "\n"],
  ["CR", "\r"],
  ["CR LF", "\r\n"],
])("one event of many lines is bounded as a whole when lines end in %s", async (_, end) => {
  await expect(read(Array(20).fill(line + end))).rejects.toThrow("larger than 16 MiB");
  const half = line.slice(0, MIB / 2);
  await expect(read(Array(40).fill([half, end]).flat())).rejects.toThrow("larger than 16 MiB");
});

test.each([
  ["LF", "\n"],
  ["CR", "\r"],
  ["CR LF", "\r\n"],
])("a stream of many events has no end when lines end in %s", async (_, end) => {
  expect(await read(Array(20).fill(line + end + end))).toBeGreaterThan(20 * MIB);
});
