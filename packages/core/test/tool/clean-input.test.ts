import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Type } from "../../src/index.ts";
import { cleanInput } from "../../src/tool/clean-input.ts";
import { deepFreeze } from "../../src/tool/deep-freeze.ts";

const resolve = (path: string): string => (path.startsWith("/") ? path : `/srv/${path}`);
const clean = (input: unknown, schema: object) => cleanInput(input, schema, resolve);
const path = Type.String({ format: "path" });

const READ = "JSON text read as a value";
const DROPPED = "`null` removed from an optional key";
const ABSOLUTE = "path made absolute";

test.each(["file:///etc/hosts", "FILE://x", "https://a.example/x", "vscode-remote://a/b"])(
  "%s is an address and not a path",
  (file) => {
    expect(() => clean({ file }, schema)).toThrow("`file` is an address, and must be the path");
  },
);

test.each(["a:/b", "C://x", "./file:///x", "a b://c"])("%s is a path", (file) => {
  expect(() => clean({ file }, schema)).not.toThrow();
});

test("a path with a NUL character is refused by name", () => {
  expect(() => clean({ file: "a\0b" }, Type.Object({ file: path }))).toThrow(
    "`file` holds a NUL character, which no path can have",
  );
});

test("a path that no system takes is refused by name", () => {
  const schema = Type.Object({ file: path });
  expect(() => clean({ file: "x/".repeat(5_000) }, schema)).toThrow(
    "`file` is longer than any path can be (4095 bytes)",
  );
  expect(() => clean({ file: "日".repeat(1_400) }, schema)).toThrow("longer than any path can be");
  expect(() => clean({ file: `/${"x".repeat(4_094)}` }, schema)).not.toThrow();
});

describe("changed are", () => {
  test.each<[string, object, unknown, unknown, string]>([
    ["JSON text of an object", Type.Object({ a: Type.Number() }), '{"a":1}', { a: 1 }, READ],
    ["JSON text of an array", Type.Array(Type.String()), '["x"]', ["x"], READ],
    ["JSON text of a number", Type.Number(), "1.5", 1.5, READ],
    ["JSON text of a whole number", Type.Integer(), "5", 5, READ],
    ["JSON text of a whole number where any number fits", Type.Number(), "5", 5, READ],
    ["JSON text of a boolean", Type.Boolean(), "true", true, READ],
    ["JSON text of null where null fits", Type.Null(), "null", null, READ],
    ["a relative path", path, "a/b", "/srv/a/b", ABSOLUTE],
  ])("%s", (_, schema, given, cleaned, what) => {
    expect(clean({ at: given }, Type.Object({ at: schema as never }))).toEqual({
      input: { at: cleaned },
      changes: [{ at: "/at", what }],
    });
  });

  test("null for an optional key, which goes away", () => {
    const schema = Type.Object({ at: Type.Optional(Type.String()) });
    expect(clean({ at: null }, schema)).toEqual({ input: {}, changes: [{ at: "/at", what: DROPPED }] });
    // As JSON pointers write it.
    const odd = Type.Object({ "a/b~c": Type.Optional(Type.String()) });
    expect(clean({ "a/b~c": null }, odd)).toEqual({
      input: {},
      changes: [{ at: "/a~1b~0c", what: DROPPED }],
    });
  });

  test("paths in arrays and in objects inside JSON text, each named by its pointer", () => {
    const schema = Type.Object({ all: Type.Array(Type.Object({ file: path })) });
    expect(clean({ all: ['{"file":"a"}', { file: "/b" }, { file: "c" }] }, schema)).toEqual({
      input: { all: [{ file: "/srv/a" }, { file: "/b" }, { file: "/srv/c" }] },
      changes: [
        { at: "/all/0", what: READ },
        { at: "/all/0/file", what: ABSOLUTE },
        { at: "/all/2/file", what: ABSOLUTE },
      ],
    });
  });
});

describe("left as they are", () => {
  test.each<[string, object, unknown]>([
    ["JSON text where a text is wanted", Type.String(), '{"a":1}'],
    ["a number in words", Type.Number(), "five"],
    ["a fraction where a whole number is wanted", Type.Integer(), "1.5"],
    ["JSON text of another type", Type.Object({}), "[1]"],
    [
      "JSON text with a key `__proto__`",
      Type.Object({}, { additionalProperties: true }),
      '{"__proto__":{"x":1}}',
    ],
    [
      "JSON text with a key `__proto__` deep inside",
      Type.Object({}, { additionalProperties: true }),
      '{"a":[{"__proto__":{}}]}',
    ],
    ["JSON text with a key twice", Type.Object({}, { additionalProperties: true }), '{"a":1,"a":2}'],
    ["text that only begins as JSON", Type.Object({}), '{"a":1} and more'],
    ["an empty path", path, ""],
    ["an absolute path", path, "/x"],
    ["null where null is wanted", Type.Null(), null],
    ["null where one of several schemas takes it", Type.Union([Type.String(), Type.Null()]), null],
    ["null where anything goes", Type.Unknown(), null],
    ["null where it is the constant", { const: null }, null],
    ["text where nothing is said about the type", Type.Unknown(), '{"a":1}'],
  ])("%s", (_, schema, given) => {
    for (const member of [schema as never, Type.Optional(schema as never)]) {
      expect(clean({ at: given }, Type.Object({ at: member }))).toEqual({
        input: { at: given },
        changes: [],
      });
    }
  });

  test("null for a required key", () => {
    expect(clean({ at: null }, Type.Object({ at: Type.String() }))).toEqual({
      input: { at: null },
      changes: [],
    });
  });

  test("keys the schema does not know", () => {
    const input = { other: "5", at: "5" };
    expect(clean(input, Type.Object({ at: Type.Number() })).input).toEqual({ other: "5", at: 5 });
  });
});

const schema = Type.Object({
  text: Type.Optional(Type.String()),
  number: Type.Optional(Type.Number()),
  flag: Type.Optional(Type.Boolean()),
  file: Type.Optional(path),
  list: Type.Optional(Type.Array(Type.Object({ file: Type.Optional(path) }))),
  either: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const jsonText = fc.jsonValue().map((value) => JSON.stringify(value));
const value = fc.oneof(fc.jsonValue(), jsonText, fc.string(), fc.constant(null));
const anyInput = fc.dictionary(
  fc.constantFrom("text", "number", "flag", "file", "list", "either", "x"),
  value,
);

test("the given object is never touched", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const before = structuredClone(input);
      clean(deepFreeze(input), schema);
      expect(input).toEqual(before);
    }),
  );
});

test("cleaning twice gives what cleaning once gives", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const once = clean(input, schema);
      const twice = clean(once.input, schema);
      expect(twice).toEqual({ input: once.input, changes: [] });
    }),
  );
});

test("without changes the copy equals the input", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { input: cleaned, changes } = clean(input, schema);
      if (changes.length === 0) expect(cleaned).toEqual(input);
    }),
  );
});
