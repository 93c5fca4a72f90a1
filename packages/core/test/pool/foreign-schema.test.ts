import { describe, expect, test } from "vitest";
import { compileForeignSchema } from "../../src/pool/foreign-schema.ts";
import { callOne, createWorld, textOf, tool } from "../world.ts";

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const issues = async (schema: object, input: unknown) => (await compileForeignSchema(schema))(input);

describe("a schema", () => {
  test("of draft-07 is judged by its own rules", async () => {
    const schema = object(
      { pair: { type: "array", items: [{ type: "string" }, { type: "number" }], additionalItems: false } },
      { $schema: "http://json-schema.org/draft-07/schema#" },
    );
    expect(await issues(schema, { pair: ["a", 1] })).toEqual([]);
    expect(await issues(schema, { pair: [1, "a"] })).not.toEqual([]);
    expect(await issues(schema, { pair: ["a", 1, 2] })).not.toEqual([]);
  });

  test("of 2020-12 is judged by its own rules, and so is one that names no version", async () => {
    const pair = { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false };
    for (const more of [{ $schema: "https://json-schema.org/draft/2020-12/schema" }, {}]) {
      expect(await issues(object({ pair }, more), { pair: ["a", 1] })).toEqual([]);
      expect(await issues(object({ pair }, more), { pair: [1] })).not.toEqual([]);
    }
  });

  test.each(["draft-04", "draft-06", "draft-07"])("of %s keeps its bounds", async (draft) => {
    const bounds = draft === "draft-04" ? { minimum: 3, exclusiveMinimum: true } : { exclusiveMinimum: 3 };
    const schema = object({ n: bounds }, { $schema: `http://json-schema.org/${draft}/schema#`, id: "x" });
    expect(await issues(schema, { n: 3 })).toEqual(["`n` must be > 3"]);
    expect(await issues(schema, { n: 4 })).toEqual([]);
  });

  test("of 2019-09 is judged by its own rules", async () => {
    const schema = object(
      { a: { $ref: "#/$defs/text" } },
      {
        $schema: "https://json-schema.org/draft/2019-09/schema",
        $defs: { text: { type: "string" } },
        unevaluatedProperties: false,
      },
    );
    expect(await issues(schema, { a: "x" })).toEqual([]);
    expect((await issues(schema, { a: "x", b: 1 })).length).toBe(1);
  });

  test("that names no version and is only valid as draft-07 is judged as that", async () => {
    const schema = object({ pair: { type: "array", items: [{ type: "string" }] } });
    expect(await issues(schema, { pair: [1] })).toEqual(["`pair.0` must be string"]);
  });

  test("tells its patterns apart and matches them in linear time", async () => {
    const schema = object({
      a: { type: "string", pattern: "^(a+)+$" },
      b: { type: "string", pattern: "^b$" },
    });
    expect(await issues(schema, { a: `${"a".repeat(50_000)}!`, b: "b" })).toEqual([
      '`a` must match pattern "^(a+)+$"',
    ]);
    expect(await issues(schema, { a: "a", b: "a" })).toEqual(['`b` must match pattern "^b$"']);
  });

  test("may carry the `$id` another schema has", async () => {
    const one = object({ a: { type: "string" } }, { $id: "https://example.com/s" });
    const other = object({ a: { type: "number" } }, { $id: "https://example.com/s" });
    expect([await issues(one, { a: "x" }), await issues(other, { a: 1 })]).toEqual([[], []]);
  });

  test("requires keys of the input's own", async () => {
    expect(await issues(object({}, { required: ["toString"] }), {})).not.toEqual([]);
  });
});

test("issues name the place and the key", async () => {
  const schema = object({ a: object({ b: { type: "string" } }) }, { additionalProperties: false });
  expect(await issues(schema, { a: { b: 5 }, other: 1 })).toEqual([
    "the input has unknown keys: `other`",
    "`a.b` must be string",
  ]);
});

test("issues name what may stand there", async () => {
  const schema = object({
    a: { enum: ["x", "y"] },
    b: { anyOf: [{ const: "x" }, { type: "object", required: ["n"] }] },
    c: { oneOf: [{ const: 1 }, { type: "null" }] },
  });
  expect(await issues(schema, { a: "z", b: "z", c: [] })).toEqual([
    "`b` must be one of `x`, an object, not `z`",
    "`c` must be one of `1`, `null`, not a list",
    "`a` must be one of `x`, `y`, not `z`",
  ]);
  expect(await issues(schema, { b: {} })).toEqual(["`b.n` is missing"]);
});

test("issues are at most eight", async () => {
  const schema = object({ list: { type: "array", items: { type: "string" } } });
  expect((await issues(schema, { list: Array.from({ length: 50 }, () => 1) })).length).toBe(8);
});

const MALFORMED: readonly [string, object][] = [
  ["has a type nobody knows", object({ a: { type: "strin" } })],
  ["has properties that are an array", { type: "object", properties: [] }],
  ["has required that is a text", object({}, { required: "a" })],
  ["has a pattern that is no expression", object({ a: { type: "string", pattern: "(" } })],
  ["has a pattern that looks ahead", object({ a: { type: "string", pattern: "(?=a)b" } })],
  ["refers to a schema nobody has", object({ a: { $ref: "https://example.com/other.json" } })],
  ["refers to a definition it lacks", object({ a: { $ref: "#/$defs/none" } })],
  ["names a version nobody knows", object({}, { $schema: "https://example.com/schema" })],
  ["names no text as version", object({}, { $schema: 5 })],
  ["is asynchronous, which would accept everything", object({ a: { type: "string" } }, { $async: true })],
  [
    "has an asynchronous part",
    object({ a: { $ref: "#/$defs/s" } }, { $defs: { s: { $async: true, type: "string" } } }),
  ],
];

test.each(MALFORMED)("a schema that %s is refused", async (_, schema) => {
  await expect(compileForeignSchema(schema)).rejects.toThrow();
});

test.each(MALFORMED)("a tool whose schema %s cannot be used", async (_, schema) => {
  let ran = false;
  const broken = tool("Foreign", {
    input: schema as never,
    execute: () => {
      ran = true;
    },
  });
  const settled = await callOne(await createWorld({ toolList: [broken] }), "Foreign", { a: 5 });
  expect([settled.outcome, textOf(settled), ran]).toEqual([
    "invalid",
    expect.stringMatching(
      /^The tool `Foreign` cannot be used: its input schema cannot be compiled \(.+\)\. Use another tool and tell the person\.$/s,
    ),
    false,
  ]);
});
