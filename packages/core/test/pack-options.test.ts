import { describe, expect, test } from "vitest";
import { definePlugin, type GivenPackOptions, HOST_NAME, Type } from "../src/index.ts";
import { callOne, createWorld, textOf, tool } from "./world.ts";

const schema = Type.Object(
  {
    editing: Type.Union([Type.Literal("strict"), Type.Literal("exact")], { default: "strict" }),
    maxBytes: Type.Optional(Type.Integer({ minimum: 1, default: 10 })),
    label: Type.Optional(Type.String()),
    hosts: Type.Optional(Type.Array(Type.String(HOST_NAME))),
  },
  { additionalProperties: false },
);
const pack = definePlugin({
  name: "@acme/pack",
  options: schema,
  tools: [
    tool("Tells", {
      effects: (_, { options }) => (options["label"] === "none" ? [] : undefined),
      execute: (_, { options }) => JSON.stringify(options),
    }),
  ],
});

async function told(packs?: GivenPackOptions): Promise<unknown> {
  const world = await createWorld({
    plugins: [pack],
    permissions: { allow: ["Tells"] },
    ...(packs && { packs }),
  });
  return JSON.parse(textOf(await callOne(world, "Tells")));
}

describe("options of a pack", () => {
  test("are the defaults of its schema where nothing is given", async () => {
    expect(await told()).toEqual({ editing: "strict", maxBytes: 10 });
  });

  test("are what is given, over the defaults", async () => {
    expect(await told({ "@acme/pack": { editing: "exact", label: "x" } })).toEqual({
      editing: "exact",
      maxBytes: 10,
      label: "x",
    });
  });

  test("are seen by the tools of that pack alone, in every member", async () => {
    const other = definePlugin({
      name: "other",
      tools: [tool("Other", { execute: (_, { options }) => JSON.stringify(options) })],
    });
    const world = await createWorld({
      plugins: [pack, other],
      permissions: { allow: ["Other", "Tells"] },
      packs: { "@acme/pack": { label: "none" } },
    });
    expect(textOf(await callOne(world, "Other"))).toBe("{}");
    const [settled] = await world.session.call([{ tool: "Tells", input: {} }]);
    expect(settled?.decision?.effects).toEqual([]);
  });

  test.each<[string, GivenPackOptions, string]>([
    [
      "a plugin that is not there",
      { "@acme/pak": {} },
      "`packs` names `@acme/pak`, which no plugin here is called",
    ],
    ["one that takes none", { "test-pack": {} }, "`packs` has options for `test-pack`, which takes none"],
    [
      "a value that does not fit",
      { "@acme/pack": { maxBytes: 0 } },
      '`packs["@acme/pack"].maxBytes` must be >= 1',
    ],
    [
      "an option it does not know",
      { "@acme/pack": { editin: 1 } },
      '`packs["@acme/pack"]` has unknown keys: `editin` (did you mean `editing`?)',
    ],
    [
      "none of its values",
      { "@acme/pack": { editing: "loose" } },
      '`packs["@acme/pack"].editing` must be one of `strict`, `exact`, not `loose`',
    ],
    ...["example.com/docs", "example.com\\docs", "https://example.com", "example.com:443", "a?b", ""].map(
      (host): [string, GivenPackOptions, string] => [
        `the host ${JSON.stringify(host)}, which is more or less than a host`,
        { "@acme/pack": { hosts: ["*.example.com", host] } },
        `\`packs["@acme/pack"].hosts[1]\` is \`${host}\`, and must be the name of a host alone`,
      ],
    ),
  ])("for %s are refused when a session is opened", async (_, packs, message) => {
    await expect(createWorld({ plugins: [pack], packs })).rejects.toMatchObject({
      code: "GNT_CONFIG_INVALID",
      message: expect.stringContaining(message),
    });
  });

  test("must be declared by an object schema", () => {
    expect(() => definePlugin({ name: "p", options: Type.String() as never })).toThrow(
      "declares `options` that are not an object schema",
    );
  });
});
