import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyReplacements, MAX_COUNTED_PLACES, matchText } from "../../src/edit/match-text.ts";

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

  test("inserts the line ends of the place whichever of the two new_string has", () => {
    fc.assert(
      fc.property(textOf(lfOnly, 12), textOf(lfOnly, 4), textOf(lfOnly, 6), (lf, oldString, newString) => {
        const text = `first\r\n${lf.replaceAll("\n", "\r\n")}`;
        fc.pre(oldString !== "");
        const [asLf, asCrlf] = [newString, newString.replaceAll("\n", "\r\n")].map((given) => {
          const match = matchText(text, { oldString, newString: given, replaceAll: true });
          return match.kind === "found" ? applyReplacements(text, match.replacements) : text;
        });
        expect(asCrlf).toBe(asLf);
      }),
    );
  });

  test("never doubles a \\r that both sides mean", () => {
    const text = "x\r\ny\r\n";
    const match = matchText(text, { oldString: "x\ny", newString: "x\r\ny", replaceAll: false });
    expect(match.kind === "found" && applyReplacements(text, match.replacements)).toBe(text);
  });

  test("keeps a new_string with \\r\\n as it is where lines end with \\n", () => {
    const match = matchText("a\nb\n", { oldString: "a", newString: "x\r\ny", replaceAll: false });
    expect(match.kind === "found" && applyReplacements("a\nb\n", match.replacements)).toBe("x\r\ny\nb\n");
  });

  test("finds very many places in one long line", () => {
    const text = "abc ".repeat(400_000);
    const all = matchText(text, { oldString: "abc", newString: "x", replaceAll: true });
    expect(all.kind === "found" && applyReplacements(text, all.replacements)).toBe("x ".repeat(400_000));
  });

  test("counts no more places than it takes to refuse", () => {
    const text = "a".repeat(1_000_000);
    const match = matchText(text, { oldString: "a".repeat(1_000), newString: "x", replaceAll: false });
    expect(match).toMatchObject({ kind: "several", count: MAX_COUNTED_PLACES + 1 });
  });
});
