import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileForeignSchema } from "../../src/pool/foreign-schema.ts";
import { wireSchema } from "../../src/pool/wire-schema.ts";

const id = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
const slug = { type: "object", properties: { slug: { type: "string" } }, required: ["slug"] };

describe("an input schema is sent", () => {
  test("as it is when it is an object schema", () => {
    const schema = { ...id, additionalProperties: false, $defs: { x: { anyOf: [{}, {}] } } };
    expect(JSON.stringify(wireSchema(schema))).toBe(JSON.stringify(schema));
  });

  test.each<[string, object, object]>([
    ["with a type when it has none", {}, { type: "object", properties: {} }],
    [
      "with the properties of all alternatives, none of them required",
      { anyOf: [id, slug] },
      {
        description: "Needs one of: id; slug.",
        type: "object",
        properties: { id: { type: "string" }, slug: { type: "string" } },
      },
    ],
    [
      "with what every alternative requires",
      {
        type: "object",
        properties: { a: {} },
        oneOf: [{ required: ["a", "b"] }, { required: ["a", "c"] }],
      },
      {
        description: "Needs one of: a and b; a and c.",
        type: "object",
        properties: { a: {} },
        required: ["a"],
      },
    ],
    [
      "with all that must hold together",
      { allOf: [id, slug] },
      {
        type: "object",
        properties: { id: { type: "string" }, slug: { type: "string" } },
        required: ["id", "slug"],
      },
    ],
    [
      "without a condition, whose properties may be given",
      {
        type: "object",
        properties: { mode: {} },
        allOf: [JSON.parse('{"if":{},"then":{"properties":{"y":{}},"required":["y"]}}')],
      },
      { type: "object", properties: { mode: {}, y: {} } },
    ],
    [
      "with what its root refers to",
      { $ref: "#/$defs/in", $defs: { in: id } },
      { $defs: { in: id }, type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    ],
    [
      "with every description of a property",
      { anyOf: [{ properties: { a: { type: "string" } } }, { properties: { a: { type: "number" } } }] },
      { type: "object", properties: { a: { anyOf: [{ type: "string" }, { type: "number" }] } } },
    ],
  ])("%s", (_, schema, sent) => {
    expect(wireSchema(schema)).toEqual(sent);
  });

  test("without running in circles", () => {
    const circle = {
      $ref: "#/$defs/a",
      $defs: { a: { allOf: [{ $ref: "#/$defs/a" }], properties: { x: {} } } },
    };
    expect(wireSchema(circle)["properties"]).toEqual({ x: {} });
  });

  test("with a property called `__proto__` as a property", () => {
    const sent = wireSchema(JSON.parse('{"anyOf":[{"properties":{"__proto__":{"type":"string"}}}]}'));
    expect(Object.keys(sent["properties"] as object)).toEqual(["__proto__"]);
  });
});

test("what a schema accepts, the schema that is sent accepts as well", async () => {
  const part = fc.record(
    {
      type: fc.constant("object"),
      properties: fc.dictionary(
        fc.constantFrom("a", "b", "c"),
        fc.constantFrom({ type: "string" }, { type: "number" }, {}),
      ),
      required: fc.uniqueArray(fc.constantFrom("a", "b", "c")),
      additionalProperties: fc.constant(false),
    },
    { requiredKeys: [] },
  );
  // What one alternative says nothing about is sent as another describes it, so here each describes all.
  const leaf = fc.constantFrom({ type: "string" }, { type: "number" }, {});
  const alternative = fc
    .tuple(part, fc.record({ a: leaf, b: leaf, c: leaf }))
    .map(([rest, properties]) => ({ ...rest, properties }));
  const schema = fc
    .tuple(
      part,
      fc.record(
        {
          anyOf: fc.array(alternative, { minLength: 1 }),
          oneOf: fc.array(alternative, { minLength: 1 }),
          allOf: fc.array(part, { minLength: 1 }),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([own, combined]) => ({ ...own, ...combined }));
  const input = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom<unknown>("x", 1));
  await fc.assert(
    fc.asyncProperty(schema, fc.array(input, { maxLength: 5 }), async (given, inputs) => {
      const sent = wireSchema(given);
      expect(["anyOf", "oneOf", "allOf", "$ref"].filter((key) => key in sent)).toEqual([]);
      expect(sent["type"]).toBe("object");
      const [before, after] = await Promise.all([compileForeignSchema(given), compileForeignSchema(sent)]);
      for (const one of inputs) if (before(one).length === 0) expect(after(one)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
