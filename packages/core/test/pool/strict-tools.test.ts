import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ToolDefinition, Type } from "../../src/index.ts";
import { strictCost } from "../../src/pool/strict-cost.ts";
import { markStrict, STRICT_LIMITS, type StrictChoice } from "../../src/pool/strict-tools.ts";
import { deferringWorld, PLAIN, REFERENCES } from "../deferral.ts";
import { use } from "../turn/conversation.ts";
import { callOne, tool } from "../world.ts";

const object = (properties: object, more: object = {}) => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});
const cost = (optional: number, unions = 0) => ({ optional, unions });

describe("what a schema costs as a strict one", () => {
  test.each<[string, object, ReturnType<typeof cost> | undefined]>([
    ["nothing without properties", object({}), cost(0)],
    ["nothing for what is required", object({ a: { type: "string" } }, { required: ["a"] }), cost(0)],
    [
      "one for each optional property, at any depth",
      object({ a: object({ b: { type: "string" }, c: { type: "null" } }) }),
      cost(3),
    ],
    [
      "one for each type that is one of several",
      object({ a: { type: ["string", "null"] } }, { required: ["a"] }),
      cost(0, 1),
    ],
    [
      "one for each `anyOf`",
      object({ a: { anyOf: [{ type: "string" }, { const: 1 }] } }, { required: ["a"] }),
      cost(0, 1),
    ],
    [
      "what a definition costs, where it is used",
      object(
        { a: { $ref: "#/$defs/x" } },
        { required: ["a"], $defs: { x: object({ b: { type: "string" } }) } },
      ),
      cost(1),
    ],
    [
      "nothing for remarks, formats and plain patterns",
      object(
        {
          a: {
            type: "string",
            title: "t",
            description: "d",
            default: "x",
            format: "date",
            pattern: "^[a-z]+$",
          },
        },
        { required: ["a"], $schema: "s" },
      ),
      cost(0),
    ],
    [
      "nothing for lists that may be empty or not",
      object({ a: { type: "array", items: { enum: ["x", 1, null] }, minItems: 1 } }, { required: ["a"] }),
      cost(0),
    ],
    [
      "what the parts of `allOf` cost",
      object({ a: { allOf: [{ type: "string" }, { enum: ["a"] }] } }, { required: ["a"] }),
      cost(0),
    ],
  ])("%s", (_, schema, expected) => {
    expect(strictCost(schema as never)).toEqual(expected);
  });

  test.each<[string, object]>([
    ["a member that every object has", object({ a: { type: "string", constructor: 1 } })],
    ["an open object", { type: "object", properties: {} }],
    ["an open object inside", object({ a: { type: "object", properties: {} } })],
    ["further properties of a kind", object({}, { additionalProperties: { type: "string" } })],
    ["a place where anything goes", object({ a: {} })],
    ["a place with only a description", object({ a: { description: "d" } })],
    ["a bound of a number", object({ a: { type: "integer", minimum: 0 } })],
    ["a bound of a length", object({ a: { type: "string", minLength: 1 } })],
    ["two items at least", object({ a: { type: "array", items: { type: "string" }, minItems: 2 } })],
    ["a look ahead", object({ a: { type: "string", pattern: "^(?!x)" } })],
    ["a reference back", object({ a: { type: "string", pattern: "(a)\\1" } })],
    ["a word boundary", object({ a: { type: "string", pattern: "\\bx" } })],
    ["another format", object({ a: { type: "string", format: "uri-template" } })],
    ["one of several, exclusively", object({ a: { oneOf: [{ type: "string" }] } })],
    [
      "recursion",
      object({ a: { $ref: "#/$defs/x" } }, { $defs: { x: object({ b: { $ref: "#/$defs/x" } }) } }),
    ],
    ["a reference to elsewhere", object({ a: { $ref: "https://x/y" } })],
    ["a reference to nothing", object({ a: { $ref: "#/$defs/none" } }, { $defs: {} })],
    ["a reference to what every object inherits", object({ a: { $ref: "#/$defs/toString" } }, { $defs: {} })],
    [
      "a reference in `allOf`",
      object({ a: { allOf: [{ $ref: "#/$defs/x" }] } }, { $defs: { x: { type: "string" } } }),
    ],
    ["an enum of objects", object({ a: { enum: [{}] } })],
    ["no object at the root", { type: "string" }],
  ])("not to be had with %s", (_, schema) => {
    expect(strictCost(schema as never)).toBeUndefined();
  });
});

const definition = (name: string, optional: number, unions: number, strict = true): ToolDefinition => ({
  name,
  description: "d",
  input_schema: object(
    {
      ...Object.fromEntries(Array.from({ length: optional }, (_, i) => [`o${i}`, { type: "string" }])),
      ...Object.fromEntries(
        Array.from({ length: unions }, (_, i) => [`u${i}`, { type: ["string", "null"] }]),
      ),
    },
    { required: Array.from({ length: unions }, (_, i) => `u${i}`) },
  ),
  ...(strict && { strict: true as const }),
});
const marked = (definitions: readonly ToolDefinition[], choice: StrictChoice = "declared") =>
  markStrict(definitions, choice)
    .filter(({ strict }) => strict)
    .map(({ name }) => name);

describe("the strict tools of a request", () => {
  test.each<[string, readonly ToolDefinition[], StrictChoice, readonly string[]]>([
    ["are those that ask for it", [definition("A", 0, 0, false), definition("B", 0, 0)], "declared", ["B"]],
    ["are none when they are off", [definition("B", 0, 0)], "off", []],
    [
      "are all that fit when that is wished",
      [definition("A", 0, 0, false), { ...definition("B", 0, 0, false), input_schema: { type: "object" } }],
      "fitting",
      ["A"],
    ],
    [
      "are the first as far as optional properties go",
      [definition("A", 20, 0), definition("B", 5, 0), definition("C", 4, 0)],
      "declared",
      ["A", "C"],
    ],
    [
      "are the first as far as unions go",
      [definition("A", 0, 10), definition("B", 0, 7), definition("C", 0, 6)],
      "declared",
      ["A", "C"],
    ],
  ])("%s", (_, definitions, choice, names) => {
    expect(marked(definitions, choice)).toEqual(names);
  });

  test("are at most twenty", () => {
    expect(marked(Array.from({ length: 30 }, (_, i) => definition(`T${i}`, 0, 0)))).toHaveLength(20);
  });

  test("stay within all limits, are the same for the same list, and the same when tools are added behind", () => {
    const one = fc.record({ optional: fc.nat(9), unions: fc.nat(5), strict: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(one, { maxLength: 40 }),
        fc.constantFrom<StrictChoice>("declared", "fitting"),
        (specs, choice) => {
          const all = specs.map(({ optional, unions, strict }, i) =>
            definition(`T${i}`, optional, unions, strict),
          );
          const chosen = markStrict(all, choice).filter(({ strict }) => strict);
          const costs = chosen.map(({ input_schema }) => strictCost(input_schema) ?? cost(99, 99));
          expect(chosen.length).toBeLessThanOrEqual(STRICT_LIMITS.tools);
          expect(costs.reduce((sum, { optional }) => sum + optional, 0)).toBeLessThanOrEqual(
            STRICT_LIMITS.optional,
          );
          expect(costs.reduce((sum, { unions }) => sum + unions, 0)).toBeLessThanOrEqual(
            STRICT_LIMITS.unions,
          );
          expect(markStrict(all, choice)).toEqual(markStrict(all, choice));
          const half = all.slice(0, all.length / 2);
          expect(markStrict(all, choice).slice(0, half.length)).toEqual(markStrict(half, choice));
        },
      ),
    );
  });
});

describe("a tool that asks to be strict", () => {
  const exact = tool("Exact", {
    strict: true,
    input: Type.Object({ n: Type.String() }, { additionalProperties: false }),
  });
  const sent = async (features: typeof PLAIN, more: object = {}) => {
    const world = await deferringWorld([{ blocks: [use("Exact", { input: { n: "1" } })] }], {
      toolList: [exact],
      features,
      ...more,
    });
    await world.prompt();
    return world.model.requests.map(({ tools }) => tools[0]?.strict);
  };

  test("is sent so, request after request, where the model takes it", async () => {
    expect(await sent(REFERENCES)).toEqual([true, true]);
  });

  test("is not where the model does not, or it is off", async () => {
    expect(await sent(PLAIN)).toEqual([undefined, undefined]);
    expect(await sent(REFERENCES, { strict: "off" })).toEqual([undefined, undefined]);
  });

  test("is checked here all the same", async () => {
    const world = await deferringWorld([], { toolList: [exact] });
    expect((await callOne(world, "Exact", { n: 1 })).outcome).toBe("invalid");
  });
});
