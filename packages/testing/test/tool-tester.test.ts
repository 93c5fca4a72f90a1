import { mkdir, readFile, rm, symlink, writeFile as write } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  defineTool,
  deleteTree,
  readFile as reads,
  type Tool,
  type ToolSpec,
  Type,
  writeFile as writes,
} from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import { type ToolCase, type ToolTesterOptions, toolTester } from "../src/index.ts";

const input = Type.Object(
  { file_path: Type.String({ minLength: 1, description: "File to look at" }) },
  { additionalProperties: false },
);

type Spec = ToolSpec<typeof input, unknown>;

const honest: Spec = {
  name: "Show",
  description: "Shows a text file. Use it when the content matters.",
  input,
  isReadOnly: true,
  effects: ({ file_path }, ctx) => [reads(ctx.resolve(file_path))],
  describeCall: ({ file_path }) => `show ${file_path}`,
  execute: ({ file_path }, ctx) => readFile(ctx.resolve(file_path), "utf8"),
};

/** An honest tool that writes `b/c.txt`, whatever its input names. */
const writer: Spec = {
  ...honest,
  isReadOnly: false,
  effects: (_, ctx) => [writes(ctx.resolve("b/c.txt"))],
  async execute(_, ctx) {
    await mkdir(dirname(ctx.resolve("b/c.txt")), { recursive: true });
    await write(ctx.resolve("b/c.txt"), "new");
    return "written";
  },
};

const oneCase: ToolCase = { input: { file_path: "a.txt" }, files: { "a.txt": "one\ntwo" } };

async function complaints(
  tool: Tool,
  cases: readonly ToolCase[] = [oneCase],
  options?: ToolTesterOptions,
): Promise<readonly string[]> {
  try {
    await toolTester(tool, cases, options);
    return [];
  } catch (thrown) {
    return (thrown as Error).message.split("\n").slice(1);
  }
}

describe("toolTester passes", () => {
  test.each<{ title: string; spec: Spec; cases: readonly ToolCase[] }>([
    { title: "a tool that reads", spec: honest, cases: [{ ...oneCase, result: "two" }] },
    { title: "a result that a pattern describes", spec: honest, cases: [{ ...oneCase, result: /^one\n/g }] },
    {
      title: "a tool that writes what it declares, and the directory around it",
      spec: writer,
      cases: [{ ...oneCase, filesAfter: { "b/c.txt": "new", "a.txt": "one\ntwo", "d.txt": null } }],
    },
    {
      title: "a tool that deletes the tree it declares",
      spec: {
        ...honest,
        isReadOnly: false,
        effects: (_, ctx) => [deleteTree(ctx.resolve("b"))],
        execute: async (_, ctx) => rm(ctx.resolve("b"), { recursive: true }).then(() => "gone"),
      },
      cases: [{ ...oneCase, files: { "b/c/d.txt": "x" }, filesAfter: { b: null } }],
    },
    {
      title: "an input that is refused as expected",
      spec: honest,
      cases: [{ input: {}, outcome: "invalid" }],
    },
    {
      title: "a call that fails as expected",
      spec: honest,
      cases: [{ input: { file_path: "none.txt" }, outcome: "failed", result: "ENOENT" }],
    },
    {
      title: "an objection to the present state",
      spec: { ...honest, validateInput: () => "That is not there. Look again." },
      cases: [{ ...oneCase, outcome: "invalid", result: "Look again" }],
    },
    {
      title: "a tool that asks, since the tester says yes",
      spec: { ...honest, checkPermission: () => ({ behavior: "ask", why: "it may be long" }) },
      cases: [oneCase],
    },
    {
      title: "a tool that denies",
      spec: { ...honest, checkPermission: () => ({ behavior: "deny", why: "not this one" }) },
      cases: [{ ...oneCase, outcome: "denied", result: "not this one" }],
    },
  ])("$title", async ({ spec, cases }) => {
    expect(await complaints(defineTool(spec), cases)).toEqual([]);
  });

  test("a tool that calls another, whose effects are its own", async () => {
    const caller = defineTool({
      ...honest,
      name: "Caller",
      isReadOnly: false,
      effects: () => [],
      execute: async (given, ctx) => (await ctx.call("Show", given)).text,
    });
    const others = [defineTool(writer)];
    expect(
      await complaints(caller, [{ ...oneCase, result: "written", filesAfter: { "b/c.txt": "new" } }], {
        others,
      }),
    ).toEqual([]);
  });

  test("a tool without effects where the author says so", async () => {
    const { effects: _, ...silent } = honest;
    expect(await complaints(defineTool(silent), [oneCase], { hasUnknownEffects: true })).toEqual([]);
  });
});

const touch = async (directory: string): Promise<undefined> => write(join(directory, "trace"), "x") as never;

describe("toolTester says what is wrong", () => {
  test.each<{ title: string; spec: Partial<Spec>; says: readonly unknown[]; one?: ToolCase }>([
    {
      title: "a description too short to choose by",
      spec: { description: "Shows." },
      says: ["- the description is too short to tell a model when to use the tool and when not"],
    },
    {
      title: "a read-only tool that writes",
      spec: { execute: async (_, ctx) => touch(ctx.cwd).then(() => "ok") },
      says: [expect.stringContaining("the tool says it is read-only and changed `trace`")],
    },
    {
      title: "a read-only tool that only changes bytes",
      spec: { execute: async (_, ctx) => write(ctx.resolve("a.txt"), Buffer.from([0xff])).then(() => "ok") },
      says: [expect.stringContaining("the tool says it is read-only and changed `a.txt`")],
    },
    {
      title: "a read-only tool that leaves a link",
      spec: { execute: async (_, ctx) => symlink("a.txt", ctx.resolve("link")).then(() => "ok") },
      says: [expect.stringContaining("the tool says it is read-only and changed `link`")],
    },
    {
      title: "a read-only tool that declares a write",
      spec: { effects: (_, ctx) => [writes(ctx.resolve("a.txt"))] },
      says: [expect.stringMatching(/ended as `invalid`.*contradicts itself/)],
    },
    {
      title: "a change nobody declared",
      spec: { ...writer, effects: (_, ctx) => [writes(ctx.resolve("b.txt"))] },
      says: [
        expect.stringContaining("the tool changed `b` and declares no effect on it"),
        expect.stringContaining("the tool changed `b/c.txt` and declares no effect on it"),
      ],
    },
    {
      title: "effects left out",
      spec: { effects: () => undefined },
      says: [expect.stringContaining("`effects` says nothing")],
    },
    {
      title: "an effect of a kind it does not declare",
      spec: { effectKinds: ["connect"] },
      says: [expect.stringContaining("which it does not declare among what its calls may do")],
    },
    {
      title: "effects that throw",
      spec: {
        effects: () => {
          throw new Error("boom");
        },
      },
      says: [expect.stringContaining("ended as `denied`"), expect.stringContaining("`effects` threw: boom")],
    },
    {
      title: "effects that throw where a refusal is expected",
      spec: {
        effects: () => {
          throw new Error("boom");
        },
      },
      one: { ...oneCase, outcome: "denied" },
      says: [expect.stringContaining("`effects` threw: boom")],
    },
    {
      title: "an effect with a relative path",
      spec: { effects: ({ file_path }) => [reads(file_path)] },
      one: { ...oneCase, outcome: "denied" },
      says: [expect.stringContaining("`a.txt` is not an absolute path")],
    },
    {
      title: "effects that write",
      spec: { effects: async (_, ctx) => (await touch(ctx.cwd)) ?? [] },
      says: [expect.stringContaining("deciding about the call changed `trace`")],
    },
    {
      title: "a check of the state that writes",
      spec: { validateInput: (_, ctx) => touch(ctx.cwd) },
      says: [expect.stringContaining("deciding about the call changed `trace`")],
    },
    {
      title: "no words for people",
      spec: { describeCall: () => " " },
      says: [expect.stringContaining("`describeCall` gives no words")],
    },
    {
      title: "words that fail",
      spec: {
        describeCall: () => {
          throw new Error("boom");
        },
      },
      says: [expect.stringContaining("`describeCall` is missing or fails")],
    },
    {
      title: "a failing `toModel`",
      spec: {
        toModel: () => {
          throw new Error("boom");
        },
      },
      says: [expect.stringContaining("`toModel` threw: boom")],
    },
    {
      title: "a blank result",
      spec: { toModel: () => "" },
      says: [expect.stringContaining("the result is blank")],
    },
    {
      title: "another result than expected",
      spec: {},
      one: { ...oneCase, result: "three" },
      says: [expect.stringContaining("the result does not hold three: one")],
    },
    {
      title: "a result that does not fit the pattern",
      spec: {},
      one: { ...oneCase, result: /^two/ },
      says: [expect.stringContaining("the result does not hold /^two/: one")],
    },
    {
      title: "another outcome than expected",
      spec: {},
      one: { ...oneCase, outcome: "failed" },
      says: [expect.stringContaining("ended as `succeeded`, not `failed`: one")],
    },
    {
      title: "other files than expected",
      spec: {},
      one: { ...oneCase, filesAfter: { "a.txt": "1", "b.txt": "2" } },
      says: [
        expect.stringContaining('the file `a.txt` holds "one\\ntwo", not "1"'),
        expect.stringContaining("there is no file `b.txt`"),
      ],
    },
    {
      title: "a file that must be gone",
      spec: {},
      one: { ...oneCase, filesAfter: { "a.txt": null } },
      says: [expect.stringContaining("there is something at `a.txt`")],
    },
  ])("$title", async ({ spec, says, one = oneCase }) => {
    const found = await complaints(defineTool({ ...honest, ...spec }), [one]);
    const lines = found.filter((line) => line.startsWith("- "));
    expect(lines).toEqual(says);
  });

  test("`describeCall` left out", async () => {
    const { describeCall: _, ...silent } = honest;
    expect(await complaints(defineTool(silent))).toEqual([
      expect.stringContaining("`describeCall` is missing or fails, so people would be asked about raw JSON"),
    ]);
  });

  test("inputs without a description, nested ones too", async () => {
    const tool = defineTool({
      ...honest,
      input: Type.Object(
        {
          file_path: Type.String(),
          edits: Type.Optional(
            Type.Array(Type.Object({ line: Type.Number() }), { description: "What to change" }),
          ),
        },
        { additionalProperties: false },
      ),
    } as unknown as Spec);
    expect(await complaints(tool)).toEqual([
      "- the input `file_path` has no description",
      "- the input `edits` takes keys it does not name; give its schema `{ additionalProperties: false }`",
      "- the input `edits.line` has no description",
    ]);
  });

  test("an input that takes unknown keys", async () => {
    const open = Type.Object({ file_path: Type.String({ description: "File to look at" }) });
    expect(await complaints(defineTool({ ...honest, input: open }))).toEqual([
      "- the input takes keys it does not name; give its schema `{ additionalProperties: false }`",
    ]);
  });

  test("a schema that JSON cannot say", async () => {
    const endless = Type.Object(
      { file_path: Type.String({ maxLength: Number.POSITIVE_INFINITY }) },
      { additionalProperties: false },
    );
    expect(await complaints(defineTool({ ...honest, input: endless }))).toContain(
      "- the input schema cannot be sent as JSON: `maxLength` is Infinity",
    );
  });

  test("everything at once, under the name of the tool", async () => {
    const tool = defineTool({ ...honest, description: "Shows.", describeCall: () => "" });
    await expect(toolTester(tool, [oneCase, { input: {} }])).rejects.toThrow(
      /^tool `Show`:\n- the description.*\n- case 1 \({"file_path":"a.txt"}\): `describeCall`.*\n- case 2 \({}\): ended as `invalid`.*$/,
    );
  });

  test("a tool without a case", async () => {
    expect(await complaints(defineTool(honest), [])).toEqual(["- no case is given"]);
  });

  test("something that is no tool", async () => {
    await expect(toolTester({ ...honest } as unknown as Tool, [oneCase])).rejects.toThrow(
      "toolTester was given something that `defineTool` did not make",
    );
  });
});
