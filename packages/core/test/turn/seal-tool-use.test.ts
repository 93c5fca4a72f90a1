import { describe, expect, test } from "vitest";
import type { ToolUseBlock } from "../../src/contract/message.ts";
import { sealToolUse } from "../../src/turn/seal-tool-use.ts";

const ids = { hasUse: (id: string) => id === "taken", newId: () => "n-e-w" };
const seal = (block: object, problem?: string) =>
  sealToolUse(
    { type: "tool_use", id: "toolu_1", name: "Read", input: {}, ...block } as ToolUseBlock,
    problem,
    ids,
  );

describe("sealToolUse", () => {
  test("leaves a sound tool use as it is", () => {
    const block = {
      id: "a-B_9",
      name: "mcp__server__tool-1",
      input: { deep: [{ n: 1, none: null, yes: true }] },
    };
    expect(seal({ ...block, caller: { type: "direct" } })).toEqual({
      block: { type: "tool_use", ...block, caller: { type: "direct" } },
      name: block.name,
    });
  });

  test.each([
    ["empty", "", ""],
    ["missing", undefined, ""],
    ["of another type", 7, ""],
    ["with a space", "a b", "a b"],
    ["with a colon", "functions.Read:0", "functions.Read:0"],
    ["with a line end", "toolu_1\n", "toolu_1\n"],
    ["absurdly long", "x".repeat(513), "x".repeat(513)],
    ["that the conversation has", "taken", "taken"],
  ])("replaces an id that is %s, and keeps it for the record", (_, id, given) => {
    expect(seal({ id })).toMatchObject({ block: { id: "toolu_new" }, given: { id: given } });
  });

  test("keeps an id that is only long: a gateway may know something by it", () => {
    const id = "x".repeat(200);
    expect(seal({ id })).not.toHaveProperty("given");
  });

  test.each([
    ["with a space", "x y", "x_y"],
    ["with dots and slashes", "../etc/passwd", "___etc_passwd"],
    ["of other letters", "läs🙂", "l_s_"],
    ["empty", "", "_"],
    ["too long", "n".repeat(200), "n".repeat(128)],
    ["with half a character", "a\ud800", "a_"],
  ])(
    "spells a name that is %s so that it can be sent, and judges by the name as said",
    (_, name, sendable) => {
      const said = name.toWellFormed();
      expect(seal({ name })).toMatchObject({ name: said, block: { name: sendable }, given: { name: said } });
    },
  );

  test("takes a name that is no text for none", () => {
    expect(seal({ name: null })).toMatchObject({ name: "", block: { name: "_" }, given: { name: "" } });
  });

  const endless: Record<string, unknown> = {};
  endless["self"] = endless;
  test.each([
    ["a text", "oops"],
    ["a list", [1]],
    ["null", null],
    ["missing", undefined],
    ["a number", 3],
    ["an object of a class", new Date(0)],
  ])("makes an input that is %s an empty object with a problem", (_, input) => {
    expect(seal({ input })).toMatchObject({ block: { input: {} }, problem: "it is not a JSON object" });
  });

  test.each([
    ["a function", { f: () => 1 }, "it holds something that is not JSON"],
    ["a big integer", { list: [1n] }, "it holds something that is not JSON"],
    ["itself", endless, "it is nested deeper than 256 levels"],
    ["a key `__proto__`", JSON.parse('{"a":{"__proto__":{"x":1}}}'), "the key `__proto__` is not accepted"],
  ])("refuses an input that holds %s", (_, input, problem) => {
    expect(seal({ input })).toMatchObject({ block: { input: {} }, problem });
  });

  test("keeps the problem a port found, and none of the input", () => {
    expect(seal({ input: { a: 1 } }, "the key `\ud800` appears twice")).toMatchObject({
      block: { input: {} },
      problem: "the key `\ufffd` appears twice",
    });
  });

  test("replaces half characters everywhere in an input", () => {
    const { block } = seal({ input: { "k\udc00": ["v\ud83d", { deep: "\ud83d\ude42 \ud83d" }] } });
    expect(block.input).toEqual({ "k\ufffd": ["v\ufffd", { deep: "🙂 \ufffd" }] });
  });

  test("judges by no more of a name than any tool could have", () => {
    expect(seal({ name: "Read".repeat(1_000_000) }).name).toHaveLength(256);
  });
});
