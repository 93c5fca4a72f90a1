import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyReplacements, matchText } from "../../src/edit/match-text.ts";

const alphabet = fc.constantFrom("a", "b", "\n", "\r\n", "\r", " ", "é", "😀", "$&");
const textOf = (units: fc.Arbitrary<string>, max: number) =>
  fc.array(units, { maxLength: max }).map((parts) => parts.join(""));
const lfOnly = fc.constantFrom("a", "b", "\n", " ", "é", "😀", "$&");
const view = (text: string) => text.replaceAll("\r\n", "\n");

describe("matching", () => {
  test("equals literal replacement in texts with \\n only", () => {
    const cases = [textOf(lfOnly, 30), textOf(lfOnly, 4), textOf(lfOnly, 6)] as const;
    fc.assert(
      fc.property(...cases, (text, oldString, newString) => {
        fc.pre(oldString !== "");
        const match = matchText(text, { oldString, newString, replaceAll: true });
        const after = match.kind === "found" ? applyReplacements(text, match.replacements) : text;
        expect(after).toBe(text.split(oldString).join(newString));
      }),
    );
  });

  test("changes nothing before and after the replaced place, whatever the line ends", () => {
    fc.assert(
      fc.property(
        textOf(alphabet, 20),
        textOf(alphabet, 6),
        textOf(alphabet, 20),
        textOf(lfOnly, 6),
        (head, middle, tail, now) => {
          const text = head + middle + tail;
          const oldString = view(middle);
          fc.pre(oldString !== "" && !oldString.includes("\r") && !head.endsWith("\r") && oldString !== now);
          const match = matchText(text, { oldString, newString: now, replaceAll: false });
          fc.pre(match.kind === "found");
          const after = applyReplacements(text, match.replacements);
          expect(after.startsWith(head)).toBe(true);
          expect(after.endsWith(tail)).toBe(true);
          expect(view(after.slice(head.length, after.length - tail.length))).toBe(now);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("keeps a text uniform in its line ends", () => {
    fc.assert(
      fc.property(textOf(lfOnly, 20), textOf(lfOnly, 4), textOf(lfOnly, 6), (lf, oldString, newString) => {
        const text = `first\r\n${lf.replaceAll("\n", "\r\n")}`;
        fc.pre(oldString !== "");
        const match = matchText(text, { oldString, newString, replaceAll: true });
        const after = match.kind === "found" ? applyReplacements(text, match.replacements) : text;
        fc.pre(after.includes("\n"));
        expect(view(after)).toBe(view(text).split(oldString).join(newString));
        if (after.includes("first")) expect(/(?<!\r)\n/.test(after)).toBe(false);
      }),
    );
  });
});
