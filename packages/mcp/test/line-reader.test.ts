import fc from "fast-check";
import { expect, test } from "vitest";
import { LineReader } from "../src/line-reader.ts";

function read(chunks: readonly Buffer[], maxBytes: number) {
  const lines: (string | { head: string; tail: string })[] = [];
  const reader = new LineReader(maxBytes, {
    line: (text) => lines.push(text),
    tooLong: (head, tail) => lines.push({ head, tail }),
  });
  for (const chunk of chunks) reader.write(chunk);
  reader.end();
  return lines;
}

const cut = (text: string, sizes: readonly number[]): readonly Buffer[] => {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  let at = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return [...chunks, bytes.subarray(at)];
};

test("lines come out whole however they arrive, with either line end", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "é", "語", " "), maxLength: 30 });
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(7)), fc.constantFrom("\n", "\r\n"), (texts, sizes, end) => {
      const all = texts.map((text) => text + end).join("");
      expect(read(cut(all, sizes), 1_000)).toEqual(texts);
    }),
  );
});

test("of a line that is too long the ends are left, and the next line is whole", () => {
  const long = `begin${"x".repeat(10_000)}end`;
  const [first, second] = read(cut(`${long}\nnext\n`, Array(100).fill(97)), 100);
  expect(first).toMatchObject({ head: expect.stringMatching(/^begin/), tail: expect.stringMatching(/end$/) });
  expect(second).toBe("next");
});

test("a line of any length costs no more memory than the limit", () => {
  const reader = new LineReader(1_000, { line: () => {}, tooLong: () => {} });
  const chunk = Buffer.alloc(64 * 1024, 120);
  for (let at = 0; at < 100; at++) reader.write(chunk);
  expect(reader.dropped).toBe(100 * chunk.length);
  const held = JSON.stringify(Object.values(reader)).length;
  expect(held).toBeLessThan(10_000);
});
