import { describe, expect, test } from "vitest";
import { defineTool, type GauntletError, isTool, TOOL_DEFAULTS, Type } from "../../src/index.ts";

const good = {
  name: "Good",
  description: "Does good.",
  input: Type.Object({}),
  execute: () => "good",
};

function refusal(spec: unknown): readonly [string, string, string | undefined] {
  try {
    defineTool(spec as typeof good);
  } catch (thrown) {
    const { code, message, hint } = thrown as GauntletError;
    return [code, message, hint];
  }
  throw new Error("the declaration was accepted");
}

const NAME_HINT = "use 1 to 64 letters, digits, `_` or `-`";

describe("a declaration is refused", () => {
  test.each<[string, unknown, string, string | undefined]>([
    ["is null", null, "a tool is not an object", undefined],
    ["is a text", "Good", "a tool is not an object", undefined],
    ["has no name", { ...good, name: undefined }, "a tool lacks `name`", undefined],
    ["has no description", { ...good, description: undefined }, "tool `Good` lacks `description`", undefined],
    ["has no input", { ...good, input: undefined }, "tool `Good` lacks `input`", undefined],
    ["has no execute", { ...good, execute: undefined }, "tool `Good` lacks `execute`", undefined],
    [
      "has a name with a dot",
      { ...good, name: "a.b" },
      "tool `a.b` has the name `a.b`, which a model cannot call",
      NAME_HINT,
    ],
    [
      "has a name that ends in a line break",
      { ...good, name: "a\n" },
      "tool `a\n` has the name `a\n`, which a model cannot call",
      NAME_HINT,
    ],
    [
      "has an empty name",
      { ...good, name: "" },
      "tool `` has the name ``, which a model cannot call",
      NAME_HINT,
    ],
    [
      "has a name of 65 characters",
      { ...good, name: "x".repeat(65) },
      `tool \`${"x".repeat(65)}\` has the name \`${"x".repeat(65)}\`, which a model cannot call`,
      NAME_HINT,
    ],
    [
      "has an alias a model cannot call",
      { ...good, aliases: ["ok", "not ok"] },
      "tool `Good` has the name `not ok`, which a model cannot call",
      NAME_HINT,
    ],
    [
      "has an alias that is no text",
      { ...good, aliases: [5] },
      "tool `Good` has the name `5`, which a model cannot call",
      NAME_HINT,
    ],
    [
      "has a blank description",
      { ...good, description: " \n" },
      "tool `Good` has a blank description",
      "say when to use it and when not",
    ],
    [
      "has an input that is no object schema",
      { ...good, input: Type.String() },
      "tool `Good` has an input schema that is not an object schema",
      "use `Type.Object({ … })`",
    ],
    [
      "has an unknown flag",
      { ...good, isReadonly: true },
      "tool `Good` declares `isReadonly`, which no tool has",
      "did you mean `isReadOnly`?",
    ],
    [
      "has a misspelled member",
      { ...good, validateinput: () => undefined },
      "tool `Good` declares `validateinput`, which no tool has",
      "did you mean `validateInput`?",
    ],
    [
      "has a member nobody knows",
      { ...good, colour: "red" },
      "tool `Good` declares `colour`, which no tool has",
      undefined,
    ],
    [
      "has `constructor` as a member",
      { ...good, constructor: 5 },
      "tool `Good` declares `constructor`, which no tool has",
      undefined,
    ],
    [
      "has a flag that is a text",
      { ...good, isReadOnly: "yes" },
      "tool `Good` declares `isReadOnly` as a string, not a boolean or a function of the input",
      undefined,
    ],
    [
      "has a null flag",
      { ...good, isConcurrencySafe: null },
      "tool `Good` declares `isConcurrencySafe` as null, not a boolean or a function of the input",
      undefined,
    ],
    [
      "has a function where a constant must be",
      { ...good, shouldDefer: () => true },
      "tool `Good` declares `shouldDefer` as a function, not a boolean",
      undefined,
    ],
    [
      "has aliases that are no array",
      { ...good, aliases: "G" },
      "tool `Good` declares `aliases` as a string, not an array",
      undefined,
    ],
    [
      "has effects that are no function",
      { ...good, effects: [] },
      "tool `Good` declares `effects` as an array, not a function",
      undefined,
    ],
    [
      "has an onInterrupt nobody knows",
      { ...good, onInterrupt: "ignore" },
      "tool `Good` declares `onInterrupt` as `ignore`",
      "use `cancel` or `finish`",
    ],
    [
      "has a kind of effects nobody knows",
      { ...good, effectKinds: ["read", "reed"] },
      "tool `Good` declares `effectKinds` with `reed`",
      "use read, write, delete, connect, exec, opaque, state, person, unknown",
    ],
    [
      "has a host that is an address of a page",
      { ...good, hosts: ["a.test", "https://a.test/x"] },
      "tool `Good` declares `hosts` with `https://a.test/x`",
      "use the name of a host alone, without scheme, port or path, such as `example.com` or `*.example.com`",
    ],
    [
      "has a time-out of 0",
      { ...good, timeoutMs: 0 },
      "tool `Good` declares `timeoutMs` as 0",
      "use a whole number above 0",
    ],
    [
      "has a fractional limit",
      { ...good, maxResultBytes: 1.5 },
      "tool `Good` declares `maxResultBytes` as 1.5",
      "use a whole number above 0",
    ],
    [
      "has an endless time-out",
      { ...good, timeoutMs: Number.POSITIVE_INFINITY },
      "tool `Good` declares `timeoutMs` as Infinity",
      "use a whole number above 0",
    ],
    [
      "has a time-out no timer can hold",
      { ...good, timeoutMs: 2 ** 31 },
      "tool `Good` declares `timeoutMs` as 2147483648",
      "use at most 2147483647, about 24 days",
    ],
  ])("when it %s", (_, spec, message, hint) => {
    expect(refusal(spec)).toEqual(["GNT_TOOL_DECLARATION", message, hint]);
  });
});

describe("a defined tool", () => {
  const tool = defineTool(good);

  test("is frozen and known as a tool", () => {
    expect([Object.isFrozen(tool), Object.isFrozen(tool.flags), Object.isFrozen(tool.aliases)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isTool(tool), isTool({ ...tool }), isTool(null), isTool("Good")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test("has the conservative default for everything that was left out", () => {
    expect(tool.flags.isReadOnly({})).toBe(false);
    expect(tool.flags.isConcurrencySafe({})).toBe(undefined);
    expect(tool.effects({}, {} as never)).toBe(undefined);
    expect([tool.timeoutMs, tool.maxResultBytes]).toEqual([600_000, 50_000]);
    expect(tool.flags).toMatchObject({
      shouldDefer: false,
      alwaysLoad: false,
      needsPerson: false,
      honorsReadDenies: false,
      onInterrupt: "cancel",
    });
    expect(Object.isFrozen(TOOL_DEFAULTS)).toBe(true);
  });

  test("has the conservative value where a flag function throws", () => {
    const broken = () => {
      throw new Error("broken flag");
    };
    const { flags } = defineTool({ ...good, isReadOnly: broken, isConcurrencySafe: broken });
    expect([flags.isReadOnly({}), flags.isConcurrencySafe({})]).toEqual([false, false]);
  });

  test.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("no words");
      },
    ],
    ["gives no text", () => 5],
  ])("describes a call by name and input when `describeCall` %s", (_, describeCall) => {
    expect(
      defineTool({ ...good, describeCall: describeCall as () => string }).describeCall({ a: 1 } as never),
    ).toBe('Good {"a":1}');
  });

  test("describes an input that cannot be written as JSON by name", () => {
    expect(tool.describeCall({ big: 10n } as never)).toBe("Good");
  });

  test.each([
    [undefined, ""],
    ["text", "text"],
    [{ a: 1 }, '{\n  "a": 1\n}'],
    [null, "null"],
    [0, "0"],
  ])("shows the output %o as text by default", (output, text) => {
    expect(tool.toModel(output as never, {})).toBe(text);
  });
});
