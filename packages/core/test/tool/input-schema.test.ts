import { describe, expect, test } from "vitest";
import { type TObject, Type } from "../../src/index.ts";
import { compileInputSchema, isTypeBoxSchema } from "../../src/tool/input-schema.ts";

const issues = async (schema: TObject, input: unknown) => (await compileInputSchema(schema))(input);
const strict = Type.Object(
  {
    path: Type.String({ minLength: 1 }),
    count: Type.Optional(Type.Integer({ minimum: 0 })),
    mode: Type.Optional(
      Type.Union([Type.Literal("a"), Type.Literal("b"), Type.Object({ n: Type.Number() })]),
    ),
    kind: Type.Optional(Type.Enum(["x", "y"])),
    one: Type.Optional(Type.Literal("yes")),
    edits: Type.Optional(Type.Array(Type.Object({ old: Type.String() }))),
  },
  { additionalProperties: false },
);

test("an input that fits has no issues", async () => {
  expect(await issues(strict, { path: "a", count: 0, edits: [{ old: "x" }] })).toEqual([]);
});

describe("issues are sentences", () => {
  test.each<[string, unknown, readonly string[]]>([
    ["a missing key", {}, ["`path` is missing"]],
    ["a wrong type", { path: 5 }, ["`path` must be string"]],
    ["a missing key deep inside", { path: "a", edits: [{}] }, ["`edits.0.old` is missing"]],
    ["an unknown key", { path: "a", pth: 1 }, ["the input has unknown keys: `pth` (did you mean `path`?)"]],
    [
      "a value that is none of a choice",
      { path: "a", mode: "c" },
      ["`mode` must be one of `a`, `b`, an object, not `c`"],
    ],
    ["a value inside of a choice", { path: "a", mode: { n: "x" } }, ["`mode.n` must be number"]],
    ["a key a choice lacks", { path: "a", mode: {} }, ["`mode.n` is missing"]],
    ["a value that is none of a list", { path: "a", kind: 5 }, ["`kind` must be one of `x`, `y`, not `5`"]],
    ["the one value there is", { path: "a", one: "no" }, ["`one` must be `yes`, not `no`"]],
    [
      "a long value that is secret",
      { path: "a", kind: `https://user:secret@host/${"x".repeat(500)}` },
      [`\`kind\` must be one of \`x\`, \`y\`, not \`https://user:[masked]@host/${"x".repeat(53)}…\``],
    ],
    ["a number out of bounds", { path: "a", count: -1 }, ["`count` must be >= 0"]],
    ["two at once", { count: "x" }, ["`path` is missing", "`count` must be integer"]],
  ])("about %s", async (_, input, expected) => {
    expect(await issues(strict, input)).toEqual(expected);
  });

  test("and no more than eight of them", async () => {
    const many = Type.Object(
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, Type.String()])),
    );
    expect((await issues(many, {})).length).toBe(8);
  });
});

describe("a required key is the input's own", () => {
  test.each(["toString", "constructor", "hasOwnProperty", "valueOf"])(
    "not the `%s` every object has",
    async (key) => {
      const schema = Type.Object({ [key]: Type.Unknown() });
      expect(await issues(schema, {})).toEqual([`\`${key}\` is missing`]);
      expect(await issues(schema, JSON.parse(`{"${key}": 1}`))).toEqual([]);
    },
  );

  test("deep inside as well", async () => {
    const schema = Type.Object({ inner: Type.Object({ toString: Type.Unknown() }) });
    expect(await issues(schema, { inner: {} })).not.toEqual([]);
    const list = Type.Object({ list: Type.Array(Type.Object({ valueOf: Type.Unknown() })) });
    expect(await issues(list, { list: [{}] })).not.toEqual([]);
  });
});

test("schemas built with TypeBox are told from foreign ones", () => {
  expect([isTypeBoxSchema(strict), isTypeBoxSchema({ type: "object" })]).toEqual([true, false]);
});
