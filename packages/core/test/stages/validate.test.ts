import { describe, expect, test } from "vitest";
import { Type } from "../../src/index.ts";
import { callOne, createWorld, eventsOf, tapping, textOf, tool } from "../world.ts";

const read = tool("Read", {
  input: Type.Object({ path: Type.String({ format: "path" }) }, { additionalProperties: false }),
});

async function invalidText(name: string, input: unknown, more: object = {}): Promise<string> {
  const world = await createWorld({ toolList: [read], ...more });
  const settled = await callOne(world, name, input);
  expect(settled.outcome).toBe("invalid");
  expect(settled.decision).toBe(undefined);
  return textOf(settled);
}

describe("invalid is", () => {
  test.each<[string, string, unknown, string]>([
    ["an unknown tool with a near name", "Reed", {}, "There is no tool named `Reed`. Did you mean `Read`?"],
    [
      "an unknown tool",
      "Teleport",
      {},
      "There is no tool named `Teleport`. Use one of the tools you were given.",
    ],
    [
      "`__proto__` as a tool",
      "__proto__",
      {},
      "There is no tool named `__proto__`. Use one of the tools you were given.",
    ],
    [
      "an input that is an array",
      "Read",
      [],
      "The input for `Read` is not a JSON object. Send the call again with an object that fits the schema.",
    ],
    [
      "an input that is null",
      "Read",
      null,
      "The input for `Read` is not a JSON object. Send the call again with an object that fits the schema.",
    ],
    [
      "an input that is a text",
      "Read",
      "{}",
      "The input for `Read` is not a JSON object. Send the call again with an object that fits the schema.",
    ],
    [
      "an input that does not fit",
      "Read",
      { path: 5 },
      "The input for `Read` is not valid: `path` must be string. Correct it and send the call again.",
    ],
    [
      "an input with keys nobody knows",
      "Read",
      { path: "/a", x: 1 },
      "The input for `Read` is not valid: the input has unknown keys: `x`. Correct it and send the call again.",
    ],
  ])("%s", async (_, name, input, message) => {
    expect(await invalidText(name, input)).toBe(message);
  });

  test("an input that could not be read", async () => {
    const world = await createWorld({ toolList: [read] });
    const [settled] = await world.session.call([
      { tool: "Read", input: {}, problem: "the key `a` appears twice" },
    ]);
    expect([settled?.outcome, settled && textOf(settled)]).toEqual([
      "invalid",
      "The input for `Read` could not be read: the key `a` appears twice. Send the call again with one valid JSON object.",
    ]);
  });

  test("a hidden tool, with the reason, beside others that are hidden", async () => {
    const isEnabled = () => "no key is set";
    const toolList = [read, tool("Off", { isEnabled: () => false }), tool("Hidden", { isEnabled })];
    expect(await invalidText("Hidden", {}, { toolList })).toBe(
      "The tool `Hidden` is not available here: no key is set. Use another way.",
    );
    expect(await invalidText("Nobody", {}, { toolList })).toContain("There is no tool named `Nobody`");
  });

  test.each([
    ["a function", () => "x"],
    ["a Map", new Map()],
    ["a big integer", 1n],
  ])("an input of a host that holds %s", async (_, value) => {
    expect(await invalidText("Read", { path: value })).toContain(
      "The input for `Read` is not valid: it holds a",
    );
  });

  test.each(["write", "delete"] as const)("a call of a read-only tool that declares to %s", async (kind) => {
    const liar = tool("Liar", { isReadOnly: true, effects: () => [{ kind, path: "/tmp/x" }] });
    expect(await invalidText("Liar", {}, { toolList: [liar] })).toBe(
      `The tool \`Liar\` contradicts itself: it says it changes nothing and declares \`${kind} /tmp/x\`. Use another tool.`,
    );
  });

  test("a call taps object to, with every objection", async () => {
    const plugins = ["one", "two"].map((name) =>
      tapping(({ validate }) => validate.tap(name, (draft) => draft.object(`${name} objects`)), name),
    );
    expect(await invalidText("Read", { path: "/a" }, { plugins })).toBe(
      "The input for `Read` is not valid: one objects; two objects. Correct it and send the call again.",
    );
  });
});

describe("a tap that cannot look at a call", () => {
  const failing = (name: string) =>
    tapping(
      ({ validate }) =>
        validate.tap(name, () => {
          throw new Error(`${name} broke`);
        }),
      name,
    );

  test("makes it invalid, and its plugin is named", async () => {
    const objects = tapping(
      ({ validate }) => validate.tap("no", (draft) => draft.object("too long")),
      "other",
    );
    const plugins = [failing("first"), objects, failing("second")];
    const said = await invalidText("Read", { path: "/a" }, { plugins });
    expect(said).toContain("`first`");
    expect(said).toContain("first broke");
    expect(said).not.toMatch(/second|too long/);
  });

  test("objects with a text, whatever it gives", async () => {
    const plugins = [tapping(({ validate }) => validate.tap("no", (draft) => draft.object(5 as never)))];
    expect(await invalidText("Read", { path: "/a" }, { plugins })).toContain("is not valid: 5.");
  });
});

test.each<[string, Parameters<typeof tool>[1]]>([
  ["says no effects", { effects: () => undefined }],
  ["has effects that change nothing", { effects: () => [{ kind: "read", path: "/tmp/x" }] }],
  ["has none", { effects: () => [] }],
])("a read-only tool that %s does not contradict itself", async (_, over) => {
  const world = await createWorld({ toolList: [tool("Look", { isReadOnly: true, ...over })] });
  expect((await callOne(world, "Look")).outcome).toBe("succeeded");
});

test("a read-only tool that cannot say its effects is denied for it, and not called a contradiction", async () => {
  const effects = () => {
    throw new Error("no idea");
  };
  const world = await createWorld({ toolList: [tool("Look", { isReadOnly: true, effects })] });
  const settled = await callOne(world, "Look");
  expect([settled.outcome, textOf(settled)]).toEqual(["denied", expect.stringContaining("no idea")]);
});

test("a tool that says that it changes something may", async () => {
  const effects = () => [{ kind: "write", path: "/tmp/x" } as const];
  const world = await createWorld({ toolList: [tool("Change", { effects })] });
  expect((await callOne(world, "Change")).outcome).toBe("succeeded");
});

test("a check of the present state that throws objects", async () => {
  const validateInput = () => {
    throw new Error("cannot look");
  };
  const world = await createWorld({ toolList: [tool("Act", { validateInput })] });
  const settled = await callOne(world, "Act");
  expect([settled.outcome, textOf(settled)]).toEqual(["invalid", "cannot look"]);
});

test("a tool found by its alias goes by its own name from then on", async () => {
  const world = await createWorld({ toolList: [tool("Read", { aliases: ["View"] })] });
  const settled = await callOne(world, "View");
  expect([settled.outcome, settled.tool]).toEqual(["succeeded", "Read"]);
  expect(eventsOf(await closed(world), "call.settled")[0]?.tool).toBe("Read");
});

test("taps see a frozen input and what the clean-up changed, which is journalled", async () => {
  const seen: unknown[] = [];
  const world = await createWorld({
    toolList: [read],
    plugins: [
      tapping(({ validate }) =>
        validate.tap("look", ({ call, changes }) => {
          seen.push(call.input, changes, Object.isFrozen(call.input));
        }),
      ),
    ],
  });
  await callOne(world, "Read", { path: "a" });
  const changes = [{ at: "/path", what: "path made absolute" }];
  expect(seen).toEqual([{ path: `${world.cwd}/a` }, changes, true]);
  expect(eventsOf(await closed(world), "call.cleaned")).toMatchObject([{ changes }]);
});

test("the given input is not touched, whatever taps and tools do to theirs", async () => {
  const vandal = tool("Vandal", {
    describeCall: () => "vandalise",
    effects: (input) => {
      (input as Record<string, unknown>)["evil"] = true;
      return undefined;
    },
  });
  const world = await createWorld({
    toolList: [vandal],
    plugins: [
      tapping(({ schedule }) =>
        schedule.tap("write", ({ call }) => {
          (call.input as Record<string, unknown>)["evil"] = true;
        }),
      ),
    ],
  });
  const input = { nested: { a: 1 } };
  await callOne(world, "Vandal", input);
  expect(input).toEqual({ nested: { a: 1 } });
});

const closed = async (world: Awaited<ReturnType<typeof createWorld>>) => {
  await world.session.close();
  return world.journal();
};
