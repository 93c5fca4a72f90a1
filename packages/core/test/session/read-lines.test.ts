import fc from "fast-check";
import { expect, test } from "vitest";
import { readLines } from "../../src/session/read-lines.ts";

async function linesOf(chunks: readonly Uint8Array[]): Promise<readonly string[]> {
  const lines: string[] = [];
  const source = (async function* () {
    yield* chunks;
  })();
  for await (const line of readLines(source)) lines.push(line);
  return lines;
}

test.each([
  ["nothing holds no line", "", []],
  ["a last line without an end counts", "a\nb", ["a", "b"]],
  ["an end makes no further line", "a\nb\n", ["a", "b"]],
  ["empty lines are lines", "\n\na\n", ["", "", "a"]],
  ["a carriage return stays", "a\r\nb\rc\n", ["a\r", "b\rc"]],
  ["other line ends of Unicode stay", "a\u2028b\u2029c\u0085d\n", ["a\u2028b\u2029c\u0085d"]],
])("%s", async (_, text, lines) => {
  expect(await linesOf([Buffer.from(text)])).toEqual(lines);
});

test("wherever chunks begin, the lines are those of the whole text", async () => {
  const part = fc.constantFrom("a", "\n", "\r", "\u2028", "é", "🧤", '{"x":"');
  await fc.assert(
    fc.asyncProperty(fc.array(part), fc.array(fc.nat(8)), async (parts, cuts) => {
      const bytes = Buffer.from(parts.join(""));
      const chunks: Uint8Array[] = [];
      let start = 0;
      for (const cut of cuts) {
        chunks.push(bytes.subarray(start, start + cut));
        start += cut;
      }
      chunks.push(bytes.subarray(start));
      const whole = parts.join("").split("\n");
      if (whole.at(-1) === "") whole.pop();
      expect(await linesOf(chunks)).toEqual(whole);
    }),
  );
});
