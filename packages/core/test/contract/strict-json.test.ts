import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJsonStrictly } from "../../src/contract/strict-json.ts";

const problemOf = (text: string): string | undefined => {
  const read = readJsonStrictly(text);
  return "problem" in read ? read.problem : undefined;
};

describe("readJsonStrictly", () => {
  it.each([
    [`{"command":"ls","command":"rm -rf /"}`, "the key `command` appears twice"],
    [`{"a":1,"b":2,"c":3,"a":4}`, "the key `a` appears twice"],
    [`{"command":"ls","comm\\u0061nd":"rm"}`, "the key `command` appears twice"],
    [`{"edits":[{},{"old":1,"old":2}]}`, "the key `old` appears twice in `/edits/1`"],
    [`{"a/b":{"x":{"y":1,"y":2}}}`, "the key `y` appears twice in `/a~1b/x`"],
    [`{"":1,"":2}`, "the key `` appears twice"],
    [`{"__proto__":{"isAdmin":true}}`, "the key `__proto__` is not accepted"],
    [`{"a":[{"\\u005f_proto__":1}]}`, "the key `__proto__` in `/a/0` is not accepted"],
    [`{"a\\"b":1,"a\\"b":2}`, 'the key `a\\"b` appears twice'],
    [`{"${"k".repeat(90)}":1,"${"k".repeat(90)}":2}`, `the key \`${"k".repeat(80)}…\` appears twice`],
    ['{"a":"\\\\","b":1,"b":2}', "the key `b` appears twice"],
    ["", "it is empty"],
    [`{"command":"rm -rf /tm`, "it is not complete JSON: it ends at position 22"],
    [`{"a":1`, "it is not complete JSON: it ends at position 6"],
    ["tru", "it is not complete JSON: it ends at position 3"],
    [`{"a":1,}`, "it is not JSON: unexpected `}` at position 7"],
    ["[1] x", "it is not JSON: unexpected `x` at position 4"],
    ["hello", "it is not JSON: unexpected `h`"],
    [`{"a":"b\nc"}`, "it is not JSON: unexpected `\\n` at position 7"],
  ])("refuses %j and says what and where", (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it.each([
    `{"a":{"x":1},"b":{"x":1}}`,
    `[{"x":1},{"x":1}]`,
    `{"x":"x","y":["x","x"]}`,
    `{"constructor":1,"prototype":2}`,
    `{"a":"{\\"a\\":1,\\"a\\":2}"}`,
    `{"a":"\\\\","b":"\\\\\\""}`,
    ` { "a" : [ ] , "b" : { } } `,
    `"__proto__"`,
    `["__proto__","__proto__"]`,
  ])("accepts %s", (text) => {
    expect(readJsonStrictly(text)).toEqual({ value: JSON.parse(text) });
  });

  it("accepts 256 levels and refuses 257", () => {
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect(problemOf(nested(256))).toBeUndefined();
    expect(problemOf(nested(257))).toBe("it is nested deeper than 256 levels (position 256)");
    expect(problemOf("[".repeat(1_000_000))).toBe("it is nested deeper than 256 levels (position 256)");
  });

  it("gives what JSON.parse gives when no key repeats", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        if (text.includes("__proto__")) return;
        expect(readJsonStrictly(text)).toEqual({ value: JSON.parse(text) });
      }),
    );
  });

  it("refuses whatever JSON.parse refuses", () => {
    const almostJson = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", '"', "{", "}", "[", "]", ",", ":", "\\", "x"))
      .map(([text, at, insert]) => {
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + insert + text.slice(cut + 1);
      });
    fc.assert(
      fc.property(almostJson, (text) => {
        const isJson = (() => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        if (!isJson) expect(problemOf(text)).toEqual(expect.any(String));
      }),
      { numRuns: 500 },
    );
  });

  it("refuses a repeated key wherever it is and however it is escaped", () => {
    const escaped = (key: string) =>
      `"${[...key].map((unit) => [...Array(unit.length).keys()].map((i) => `\\u${unit.charCodeAt(i).toString(16).padStart(4, "0")}`).join("")).join("")}"`;
    const wraps = fc.array(fc.constantFrom("object", "array"), { maxLength: 5 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.boolean(),
        wraps,
        (keys, pick, isEscaped, around) => {
          const again = keys[pick % keys.length] as string;
          const members = keys.map((key) => `${JSON.stringify(key)}:{"in":[1,"x"]}`);
          members.push(`${isEscaped ? escaped(again) : JSON.stringify(again)}:null`);
          let text = `{${members.join(",")}}`;
          for (const kind of around) text = kind === "array" ? `[0,${text}]` : `{"k":1,"w":${text}}`;
          expect(JSON.parse(text)).toBeDefined();
          expect(problemOf(text)).toMatch(/appears twice|`__proto__`/);
        },
      ),
    );
  });

  it("reads ten megabytes of keys, quotes and backslashes", () => {
    const objects = `[${'{"a":1,"b":"x"},'.repeat(300_000)}0]`;
    const slashes = JSON.stringify('\\"'.repeat(1_500_000));
    const keys = JSON.stringify(Object.fromEntries([...Array(300_000).keys()].map((i) => [`key${i}`, i])));
    for (const text of [objects, slashes, keys]) expect(problemOf(text)).toBeUndefined();
  });
});
