import fc from "fast-check";
import { expect, test } from "vitest";
import { createLinePager, type Page } from "../../src/read/line-pager.ts";

const piece = fc.oneof(
  fc.constantFrom("\n", "\r\n", "\r", "é", "𝄞", "\uFEFF", "text", "\0"),
  fc.string({ unit: "grapheme", maxLength: 5 }),
);
const text = fc.array(piece, { maxLength: 20 }).map((parts) => Buffer.from(parts.join("")));
const bytes = fc.oneof(
  text,
  fc.tuple(text, fc.uint8Array({ maxLength: 4 }), text).map((parts) => Buffer.concat(parts)),
);

function page(content: Buffer, cuts: readonly number[], startLine: number): Page {
  const pager = createLinePager({ startLine, maxLines: undefined });
  let from = 0;
  for (const cut of [...cuts].map((at) => at % (content.length + 1)).sort((a, b) => a - b)) {
    // One buffer that is used again, as a reader does.
    const chunk = Buffer.from(content.subarray(from, cut));
    pager.push(chunk);
    chunk.fill(0x78);
    from = cut;
  }
  pager.push(content.subarray(from));
  return pager.end();
}

test("a file gives the same page however it is cut into pieces", () => {
  fc.assert(
    fc.property(
      bytes,
      fc.array(fc.nat(200), { maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      (content, cuts, startLine) => {
        const byBytes = Array.from({ length: content.length }, (_, i) => i);
        expect(page(content, cuts, startLine)).toEqual(page(content, byBytes, startLine));
      },
    ),
  );
});

test("valid text gives its lines without their ends and without the mark at its start", () => {
  fc.assert(
    fc.property(text, (content) => {
      const whole = content.toString("utf8");
      const lines = whole.replace(/^\uFEFF/, "").split("\n");
      if (lines.at(-1) === "" || whole === "\uFEFF") lines.pop();
      const shown = lines.map((line, i) =>
        i < lines.length - 1 || whole.endsWith("\n") ? line.replace(/\r$/, "") : line,
      );
      const found = page(content, [], 1);
      if (whole === "\uFEFF") return;
      expect(found.lines).toEqual(shown);
      expect(found.invalidUtf8).toBe(false);
    }),
  );
});
