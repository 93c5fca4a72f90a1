import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson } from "../../src/config/json-text.ts";
import { TextProblem } from "../../src/config/located-value.ts";

describe("reading JSON text", () => {
  it("gives what JSON.parse gives, for any value however indented", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 4 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(readJson(text).value).toEqual(JSON.parse(text));
      }),
    );
  });

  it("refuses whatever JSON.parse refuses", () => {
    const damaged = fc
      .tuple(fc.jsonValue(), fc.nat(), fc.constantFrom("", ",", "}", "]", '"', "\\", "x", "0", "\n", ":"))
      .map(([value, at, insert]) => {
        const text = JSON.stringify(value, null, 1);
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + insert + text.slice(cut + 1);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        if (isJson(text)) return;
        expect(() => readJson(text)).toThrow(TextProblem);
      }),
    );
  });

  it.each([
    ["", 1, 1, "has the end of the text where a value was expected"],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'has `"` where `,` or `}` was expected'],
    ['{\n  "a": 1,\n}', 3, 1, "has `}` where a key in double quotes was expected"],
    ["[1, 2,]", 1, 7, "has `]` where a value was expected"],
    ['{"a": 1,', 1, 9, "has the end of the text where a key in double quotes was expected"],
    ['{"a": 1} x', 1, 10, "has `x` where the end of the text was expected"],
    ['{"a": 01}', 1, 7, "has `0` where a value was expected"],
    ["{a: 1}", 1, 2, "has `a` where a key in double quotes was expected"],
    ['{"a" 1}', 1, 6, "has `1` where `:` was expected"],
    ['["open', 1, 2, "has a text that is not closed or not escaped as JSON wants"],
    ['{\n"deny": 1,\n"deny": 2}', 3, 1, "repeats the key `deny`"],
    ["// no\n{}", 1, 1, "has `/` where a value was expected"],
  ])("says where %j breaks", (text, line, column, message) => {
    const problem = problemOf(text);
    expect([problem.place, problem.message]).toEqual([{ line, column }, message]);
  });

  it("refuses nesting that would exhaust the stack", () => {
    expect(problemOf("[".repeat(100_000)).message).toBe("nests too deep");
  });

  it("keeps `__proto__` as an own key", () => {
    const { value } = readJson('{"__proto__": {"polluted": true}}');
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect((value as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("finds the line of keys and elements", () => {
    const { placeOf } = readJson('{\n  "a": [\n    "x",\n    "x"\n  ],\n  "b": { "a": 1 }\n}');
    expect(placeOf(["a"])).toMatchObject({ line: 2 });
    expect(placeOf(["a", 1])).toMatchObject({ line: 4 });
    expect(placeOf(["b", "a"])).toMatchObject({ line: 6 });
    expect(placeOf(["c"])).toBeUndefined();
  });
});

function problemOf(text: string): TextProblem {
  try {
    readJson(text);
  } catch (cause) {
    if (cause instanceof TextProblem) return cause;
    throw cause;
  }
  throw new Error(`${text} was read`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
