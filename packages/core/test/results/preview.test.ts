import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { previewText, splitHeadTail } from "../../src/results/preview.ts";

const path = "/state/results/call-1.txt";
const noteBytes = 400;

describe("previewText", () => {
  test("shows both ends, cut at lines, with size, file and next step between them", () => {
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i + 1}\n`).join("");
    expect(
      previewText({ head: lines, tail: lines, totalBytes: 70_151, path, previewBytes: 50 }),
    ).toMatchInlineSnapshot(`
      "line 1
      line 2
      line 3

      [70,106 of 70,151 bytes are left out here. The whole text is in the file \`/state/results/call-1.txt\`. To see more, read that file in parts or search in it.]

      line 18
      line 19
      line 20
      "
    `);
  });

  test("says how much of the text the file holds when it does not hold all", () => {
    const text = previewText({
      head: "a",
      tail: "z",
      totalBytes: 9_000,
      path,
      storedBytes: 5_000,
      problem: "no space left on device",
    });
    expect(text).toContain(
      `The file \`${path}\` holds the first 5,000 bytes; the rest is not stored (no space left on device).`,
    );
  });

  test("says that and why nothing could be stored", () => {
    const text = previewText({ head: "a", tail: "z", totalBytes: 9_000, problem: "permission denied" });
    expect(text).toContain(
      "[8,998 of 9,000 bytes are left out here. They could not be stored (permission denied).]",
    );
  });

  test("keeps a long line at the cut instead of dropping it for the sake of a line end", () => {
    const text = previewText({
      head: `x\n${"y".repeat(500)}`,
      tail: "z".repeat(500),
      totalBytes: 5_000,
      path,
      previewBytes: 100,
    });
    expect(text).toContain("y".repeat(48));
    expect(text).toContain("z".repeat(50));
  });

  test("leaves room of a short end to the other one", () => {
    const text = previewText({ head: "a".repeat(200), tail: "", totalBytes: 200, path, previewBytes: 100 });
    expect(text.startsWith(`${"a".repeat(100)}\n`)).toBe(true);
  });

  test("never breaks a character and stays within its size, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.nat(200), (source, previewBytes) => {
        const text = source.replaceAll("�", "?");
        const bytes = Buffer.from(text);
        const shown = previewText({ head: bytes, tail: bytes, totalBytes: bytes.length, path, previewBytes });
        expect(shown).not.toContain("�");
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(previewBytes + noteBytes);
      }),
      { numRuns: 500 },
    );
  });
});

describe("splitHeadTail", () => {
  test("gives a text that fits as head", () => {
    expect(splitHeadTail("short", 5)).toEqual({ head: "short", tail: "" });
  });

  test.each([
    ["between lines when one ends near", "aaaa\nbbbbbbbb\ncccc\n", 12, { head: "aaaa\n", tail: "cccc\n" }],
    [
      "nothing from an end that begins with a line",
      "aaaaaaaa\nbb\ncc\n",
      12,
      { head: "aaaaaa", tail: "bb\ncc\n" },
    ],
    ["between characters of four bytes", "😀😀😀😀", 10, { head: "😀", tail: "😀" }],
    ["anywhere in one long line", "abcdefghij", 4, { head: "ab", tail: "ij" }],
  ])("cuts %s", (_, text, bytes, ends) => {
    expect(splitHeadTail(text, bytes)).toEqual(ends);
  });

  test("gives a true beginning and a true end within the size, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.nat(100), (text, bytes) => {
        const { head, tail } = splitHeadTail(text, bytes);
        expect(text.startsWith(head)).toBe(true);
        expect(text.endsWith(tail)).toBe(true);
        expect(head.length + tail.length).toBeLessThanOrEqual(text.length);
        expect(Buffer.byteLength(head + tail)).toBeLessThanOrEqual(bytes);
      }),
      { numRuns: 500 },
    );
  });
});
