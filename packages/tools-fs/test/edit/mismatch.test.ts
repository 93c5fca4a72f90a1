import { describe, expect, test } from "vitest";
import { explainMismatch } from "../../src/edit/mismatch.ts";
import { noMatch } from "../../src/edit-messages.ts";

const told = (text: string, oldString: string) => noMatch("f", explainMismatch(text, oldString), "");

describe("A match that fails is explained:", () => {
  test.each([
    {
      name: "spaces for a tab",
      text: "if x:\n\treturn 1\n",
      old: "if x:\n    return 1",
      says: "other whitespace stands at line 1: line 2 of the file has `\\treturn 1` where `old_string` has `    return 1` (tabs against spaces).",
    },
    {
      name: "blanks at the end of a line",
      text: "a = 1  \nb = 2\n",
      old: "a = 1\nb = 2",
      says: "line 1 of the file has `a = 1  ` where `old_string` has `a = 1` (blanks at the end of the line).",
    },
    {
      name: "a missing blank line",
      text: "one\n\ntwo\n",
      old: "one\ntwo",
      says: "line 2 of the file has `` where `old_string` has `two`.",
    },
    {
      name: "a space that does not break",
      text: "price: 5\u00a0€\n",
      old: "price: 5 €",
      says: "line 1 of the file has `price: 5\\u{a0}\\u{20ac}` where `old_string` has `price: 5 \\u{20ac}`.",
    },
    {
      name: "typographic quotes",
      text: "say “hello”\n",
      old: 'say "hello"',
      says: 'characters that look alike stands at line 1: line 1 of the file has `say \\u{201c}hello\\u{201d}` where `old_string` has `say "hello"`.',
    },
    {
      name: "a dash",
      text: "a – b\n",
      old: "a - b",
      says: "line 1 of the file has `a \\u{2013} b` where `old_string` has `a - b`.",
    },
    {
      name: "another unicode form",
      text: "cafe\u0301\n",
      old: "café",
      says: "where `old_string` has `caf\\u{e9}` (the same letters in another unicode form).",
    },
    {
      name: "a character without width",
      text: "ab\u200bcd\n",
      old: "abcd",
      says: "line 1 of the file has `ab\\u{200b}cd` where `old_string` has `abcd`.",
    },
    {
      name: "capitals",
      text: "const Foo = 1;\n",
      old: "const foo = 1;",
      says: "other capitals stands at line 1: line 1 of the file has `const Foo = 1;` where `old_string` has `const foo = 1;`.",
    },
    {
      name: "a carriage return by itself",
      text: "one\rtwo\n",
      old: "one\ntwo",
      says: "line 1 of the file has `one\\rtwo` where `old_string` has `one`.",
    },
    {
      name: "one other line among several",
      text: "function f() {\n  const a = load();\n  return a;\n}\n",
      old: "function f() {\n  const a = read();\n  return a;\n}",
      says: "The nearest place begins at line 1: line 2 of the file has `  const a = load();` where `old_string` has `  const a = read();`.",
    },
    {
      name: "a line break at the end that the file lacks",
      text: "one\ntwo",
      old: "two\n",
      says: "line 2 of the file has `two` where `old_string` has `two` and goes on with a line break, which the file does not have there.",
    },
    {
      name: "one line with a slip in it",
      text: "a\nconst total = price * qty;\n",
      old: "const total = price * quantity;",
      says: "The nearest place begins at line 2: line 2 of the file has `…st total = price * qty;` where `old_string` has `…st total = price * quantity;`.",
    },
    {
      name: "quotes that were escaped",
      text: 'x = "a"\n',
      old: 'x = \\"a\\"',
      says: 'line 1 of the file has `x = "a"` where `old_string` has `x = \\"a\\"`.',
    },
    {
      name: "several lines, each with a slip",
      text: "head\nif (left && right) {\n  return first;\n}\n",
      old: "if (left and right) {\n  return frist;\n}",
      says: "The nearest place begins at line 2: line 2 of the file has `if (left && right) {`",
    },
    {
      name: "line numbers with an arrow",
      text: "one\ntwo\n",
      old: "     1→one\n     2→two",
      says: "leave out the line numbers",
    },
    {
      name: "line numbers",
      text: "one\ntwo\n",
      old: "1\tone\n2\ttwo",
      says: "leave out the line numbers",
    },
    {
      name: "nothing like it",
      text: "one\n",
      old: "entirely different",
      says: "No part of it stands in the file",
    },
    { name: "white space only", text: "one\n", old: "   ", says: "No part of it" },
  ])("$name", ({ text, old, says }) => {
    expect(told(text, old)).toContain(says);
  });

  test("a long line is shown around the difference", () => {
    const far = "x".repeat(500);
    expect(told(`${far} a\n`, `${far} A`)).toContain(
      `\`…${"x".repeat(19)} a\` where \`old_string\` has \`…${"x".repeat(19)} A\``,
    );
  });

  test("every place is named when there are several", () => {
    expect(told("a  b\nmid\na\tb\n", "a b")).toContain("stands at lines 1, 3:");
  });

  test("a long text against many equal lines", () => {
    const line = "return undefined;\n";
    expect(told(`${line.repeat(5_000)}end\n`, `${line.repeat(4_000)}other\n`)).toContain(
      "The nearest place begins",
    );
  });
});
