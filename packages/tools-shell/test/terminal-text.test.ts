import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTerminalText } from "../src/terminal-text.ts";

function plain(pieces: readonly (string | Buffer)[]): { text: string; overwritten: number } {
  let text = "";
  const terminal = createTerminalText((part) => {
    text += part;
  });
  for (const piece of pieces) terminal.push(piece);
  terminal.end();
  return { text, overwritten: terminal.overwritten() };
}

describe("terminal text", () => {
  test.each([
    ["plain text", "a\n\tb\f\n", "a\n\tb\f\n"],
    ["colours", "\u001b[1;32mok\u001b[0m\n", "ok\n"],
    ["a window title", "\u001b]0;title\u0007x\n", "x\n"],
    ["a link", "\u001b]8;;https://example.com\u0007here\u001b]8;;\u0007\n", "here\n"],
    ["Windows line ends", "a\r\nb\r\n", "a\nb\n"],
    ["a doubled carriage return at the end", "a\r\r\n", "a\n"],
    ["progress", "10%\r50%\r100%\n", "100%\n"],
    ["progress that ends with a return", "10%\r100%\r", "100%"],
    ["other control characters", "a\u0000b\u0008c\u0085\n", "a�b�c�\n"],
    ["a sequence that never ends", "a\u001b[\n", "a�[\n"],
  ])("of %s is what a person would have seen", (_, raw, seen) => {
    expect(plain([raw]).text).toBe(seen);
  });

  test("counts what was overwritten, so that nothing vanishes unsaid", () => {
    expect(plain(["1\r2\r3\n", "a\r\n", "4\r5"]).overwritten).toBe(3);
  });

  test("forgets progress however long the line of it is", () => {
    const { text, overwritten } = plain(Array.from({ length: 5_000 }, (_, i) => `\rstep ${i}`));
    expect(text).toBe("step 4999");
    expect(overwritten).toBe(4_999);
  });

  test("of whole lines that are plain bytes is those bytes", () => {
    const passed: (string | Buffer)[] = [];
    const terminal = createTerminalText((piece) => void passed.push(piece));
    terminal.push(Buffer.from("one\ntwo\nthr"));
    terminal.push(Buffer.from("ee\nfour\n"));
    terminal.end();
    expect(passed).toEqual([Buffer.from("one\ntwo\n"), "three\n", Buffer.from("four\n")]);
  });

  test("passes a long line on before it ends", () => {
    let passed = 0;
    const terminal = createTerminalText((part) => {
      passed += part.length;
    });
    terminal.push("x".repeat(10_000));
    expect(passed).toBe(10_000);
  });

  test("keeps a sequence together that a long line is cut in", () => {
    const long = "x".repeat(5_000);
    expect(plain([`${long}\u001b[3`, "2mgreen\u001b[0m\n"]).text).toBe(`${long}green\n`);
    expect(plain([`${long}\r`, "\nnext"]).text).toBe(`${long}\nnext`);
  });

  test("does not depend on how lines of ordinary length are cut into pieces", () => {
    const piece = fc.constantFrom(
      "a",
      "bc",
      "\n",
      "\r",
      "\r\n",
      "\u001b[3",
      "1m",
      "\u001b[0m",
      "\u0007",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const whole = plain([pieces.join("")]);
        expect(plain(pieces)).toEqual(whole);
        const bytes = pieces.map((text) => (text === "é" ? text : Buffer.from(text)));
        expect(plain(bytes)).toEqual(whole);
      }),
    );
  });
});
