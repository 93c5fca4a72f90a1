import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { definePlugin, defineResource, type Plugin, type Tool, Type } from "../../src/index.ts";
import {
  manifestDifference,
  manifestHash,
  manifestOf,
  manifestText,
  toolHashes,
} from "../../src/tool/pack-manifest.ts";
import { tool } from "../world.ts";

const resource = defineResource({ name: "line", open: () => 1, close: async () => undefined });
const pack = (tools: readonly Tool[], more: Partial<Plugin> = {}): Plugin =>
  definePlugin({
    name: "p",
    tools,
    resources: [resource],
    secrets: ["P_TOKEN"],
    profiles: { simple: ["B"] },
    options: Type.Object({ n: Type.Integer({ default: 1 }) }),
    ...(more as object),
  });
const a = tool("A", {
  isReadOnly: () => true,
  effectKinds: ["read", "connect"],
  hosts: ["b.example", "a.example"],
  searchHint: "first",
});
const b = tool("B", { isReadOnly: true, isConcurrencySafe: false });
const withOutput = tool("B", {
  isReadOnly: true,
  isConcurrencySafe: false,
  output: Type.Object({ n: Type.Number() }),
} as never);

describe("a manifest", () => {
  test("says what a pack brings and asks for, in an order of its own", () => {
    const made = manifestOf(pack([b, a]), ["permission", "buildPool", "permission"]);
    expect(made).toMatchObject({
      manifest: 1,
      name: "p",
      hooks: ["buildPool", "permission"],
      resources: ["line"],
      secrets: ["P_TOKEN"],
      profiles: { simple: ["B"] },
      options: { type: "object" },
    });
    expect(made.tools).toMatchObject([
      {
        name: "A",
        searchHint: "first",
        effects: ["connect", "read"],
        hosts: ["a.example", "b.example"],
        flags: { isReadOnly: "by input", isConcurrencySafe: null },
      },
      {
        name: "B",
        searchHint: null,
        effects: "any",
        hosts: "any",
        flags: { isReadOnly: true, isConcurrencySafe: false },
      },
    ]);
  });

  test("has the same bytes and hash however its tools are listed and its keys were read", () => {
    const one = manifestOf(pack([a, b]), []);
    const other = manifestOf(pack([b, a]), []);
    expect(manifestText(one)).toBe(manifestText(other));
    const shuffled = JSON.parse(JSON.stringify(one), (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(manifestHash(shuffled)).toBe(manifestHash(one));
    expect(manifestText(shuffled)).toBe(manifestText(one));
  });

  test("comes back from its text as it was", () => {
    const made = manifestOf(pack([a, b]), ["validate"]);
    expect(manifestDifference(JSON.parse(manifestText(made)), made)).toBeUndefined();
  });

  test.each<[string, Plugin, string]>([
    ["a tool more", pack([a, b, tool("C")]), "the code has the tool `C`, which the manifest does not list"],
    ["a tool less", pack([a]), "the manifest lists the tool `B`, which the code does not have"],
    [
      "another description",
      pack([a, tool("B", { isReadOnly: true, isConcurrencySafe: false, description: "Other." })]),
      "the tool `B` differs in `description`",
    ],
    ["another flag", pack([a, tool("B", { isConcurrencySafe: false })]), "the tool `B` differs in `flags`"],
    [
      "another kind of effect",
      pack([
        tool("A", {
          isReadOnly: () => true,
          effectKinds: ["read"],
          hosts: ["a.example", "b.example"],
          searchHint: "first",
        }),
        b,
      ]),
      "the tool `A` differs in `effects`",
    ],
    ["an output", pack([a, withOutput]), "the tool `B` differs in `output`"],
    [
      "another secret",
      pack([a, b], { secrets: ["X"] } as never),
      '`secrets` is `["X"]` in the code and `["P_TOKEN"]` in the manifest',
    ],
  ])("tells code with %s from itself", (_, plugin, difference) => {
    expect(manifestDifference(manifestOf(pack([a, b]), []), manifestOf(plugin, []))).toBe(difference);
  });

  test("has the schema of what a tool gives, and says so when the code has none any more", () => {
    const said = manifestOf(pack([a, withOutput]), []);
    expect(said.tools[1]?.output).toMatchObject({ type: "object" });
    expect(manifestDifference(said, manifestOf(pack([a, b]), []))).toBe("the tool `B` differs in `output`");
  });

  test("of any two packs that differ in a description has another hash, for the tool too", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (one, other) => {
        fc.pre(one.trim() !== "" && other.trim() !== "" && one !== other);
        const [first, second] = [one, other].map((description) =>
          manifestOf(pack([tool("A", { description })]), []),
        );
        expect(manifestHash(first as never)).not.toBe(manifestHash(second as never));
        expect(toolHashes(first as never)["A"]).not.toBe(toolHashes(second as never)["A"]);
      }),
    );
  });
});
