import { describe, expect, test } from "vitest";
import type { OutcomeKind } from "../../src/contract/call.ts";
import { createStreaks } from "../../src/stages/streaks.ts";
import { createWorld, eventsOf, tapping, tool, type World, type WorldOptions } from "../world.ts";

const use = (name: string, input: unknown = {}) => ({ type: "tool_use", name, input }) as const;
const NOTE = /gone wrong (\d+) times/;

/** Runs one message per list of uses, and gives the counts said to the model, in call order. */
async function said(messages: readonly (readonly object[])[], options: WorldOptions = {}) {
  const world = await createWorld({
    turns: messages.map((blocks) => ({ blocks: blocks as never })),
    ...options,
  });
  await world.prompt();
  return { world, counts: countsIn(world) };
}

const countsIn = ({ model }: World): readonly (number | undefined)[] =>
  (model.requests.at(-1)?.messages ?? []).flatMap(({ content }) =>
    content.flatMap((block) => {
      if (block.type !== "tool_result") return [];
      const [, times] = NOTE.exec(String((block as { content: unknown }).content)) ?? [];
      return [times === undefined ? undefined : Number(times)];
    }),
  );

const failing = tool("Fails", {
  isConcurrencySafe: true,
  execute: () => {
    throw new Error("no such file");
  },
});
const reading = tool("Reads", { isReadOnly: true });
const acting = tool("Acts");
const toolList = [failing, reading, acting];

describe("a call that goes wrong again just the same", () => {
  test("is said to the model from the third time on, and recorded before the call settles", async () => {
    const { world, counts } = await said(Array(4).fill([use("Fails", { a: 1 })]), { toolList });
    expect(counts).toEqual([undefined, undefined, 3, 4]);
    const last = world.model.requests.at(-1)?.messages.at(-1)?.content[0];
    expect(last).toMatchObject({
      is_error: true,
      content:
        "no such file\n\nThis same call has now gone wrong 4 times, with nothing done in between that could help. Do not send it again as it is: change the input, look for the cause, or choose another way.",
    });
    await world.session.close();
    const journal = await world.journal();
    const repeated = eventsOf(journal, "call.repeated");
    expect(repeated).toMatchObject([
      { tool: "Fails", times: 3 },
      { tool: "Fails", times: 4 },
    ]);
    for (const { call } of repeated) {
      const order = journal
        .map(({ event }) => event)
        .filter((event) => "call" in event && event.call === call);
      expect(order.slice(-2).map(({ type }) => type)).toEqual(["call.repeated", "call.settled"]);
    }
  });

  test("counts within one message too, and whatever the order of the keys", async () => {
    const { counts } = await said(
      [
        [
          use("Fails", { a: 1, b: { c: 1, d: 2 } }),
          use("Fails", { b: { d: 2, c: 1 }, a: 1 }),
          use("Fails", { a: 1, b: { c: 1, d: 2 } }),
        ],
      ],
      { toolList },
    );
    expect(counts.filter((count) => count !== undefined)).toEqual([3]);
  });

  test.each([
    ["another input", [use("Fails", { a: 2 })]],
    ["another order of a list", [use("Fails", { a: [2, 1] })]],
  ])("does not count %s", async (_, other) => {
    const { counts } = await said([[use("Fails", { a: [1, 2] })], other, [use("Fails", { a: [1, 2] })]], {
      toolList,
    });
    expect(counts).toEqual([undefined, undefined, undefined]);
  });

  test.each<[string, WorldOptions, ReturnType<typeof use>]>([
    ["invalid", {}, use("Fials")],
    ["denied", { permissions: { deny: ["Fails(*)"] } }, use("Fails")],
  ])("counts what is %s", async (_, options, block) => {
    const { counts } = await said(Array(3).fill([block]), { toolList, ...options });
    expect(counts).toEqual([undefined, undefined, 3]);
  });

  test("counts an alias as the tool it stands for", async () => {
    const known = tool("Fails", {
      aliases: ["OldFails"],
      execute: () => {
        throw new Error("no");
      },
    });
    const { counts } = await said([[use("Fails")], [use("OldFails")], [use("Fails")]], { toolList: [known] });
    expect(counts).toEqual([undefined, undefined, 3]);
  });

  test("starts again after something was done, and not after a read", async () => {
    const twice = [[use("Fails")], [use("Fails")]];
    const { counts: read } = await said([...twice, [use("Reads")], [use("Fails")]], { toolList });
    expect(read.at(-1)).toBe(3);
    const { counts: acted } = await said([...twice, [use("Acts")], [use("Fails")]], { toolList });
    expect(acted.at(-1)).toBeUndefined();
  });

  test("starts again after its own success", async () => {
    let calls = 0;
    const moody = tool("Moody", {
      isReadOnly: true,
      execute: () => {
        if (++calls !== 3) throw new Error("not now");
      },
    });
    const { counts } = await said(Array(5).fill([use("Moody")]), { toolList: [moody] });
    expect(counts).toEqual(Array(5).fill(undefined));
  });

  test("starts again with the next prompt", async () => {
    const { world } = await said([[use("Fails")], [use("Fails")], [], [use("Fails")]], { toolList });
    await world.prompt("again");
    expect(countsIn(world).filter((count) => count !== undefined)).toEqual([]);
  });

  test("is not looked for among the calls of a call", async () => {
    const parent = tool("Parent", {
      async execute(_, context) {
        const texts = [];
        for (let i = 0; i < 4; i++) texts.push((await context.call("Fails", {})).text);
        return texts.join("\n");
      },
    });
    const { counts } = await said([[use("Parent")]], { toolList: [parent, failing] });
    expect(counts).toEqual([undefined]);
  });

  test("starts again after a call of a call did something, and not after one that read or failed", async () => {
    const parent = tool("Parent", {
      isReadOnly: true,
      effects: () => [],
      execute: async (input, context) => (await context.call((input as { child: string }).child, {})).outcome,
    });
    const after = async (child: string) => {
      const messages = [[use("Fails")], [use("Fails")], [use("Parent", { child })], [use("Fails")]];
      return (await said(messages, { toolList: [...toolList, parent] })).counts.at(-1);
    };
    expect([await after("Acts"), await after("Reads"), await after("Fails")]).toEqual([undefined, 3, 3]);
  });

  test("tells apart inputs that could not be read", async () => {
    const broken = (problem: string) => ({
      call: { state: "requested", id: "c", name: "Act", input: "{", problem } as const,
      ...{ tool: "Act", outcome: "invalid" as const, isReadOnly: true },
    });
    const streaks = createStreaks();
    const counts = ["no end", "no key", "no end", "no end"].map((problem) => streaks.note(broken(problem)));
    expect(counts).toEqual([undefined, undefined, undefined, 3]);
  });

  test("is said no more than its text when a tap withholds it", async () => {
    const { counts } = await said(Array(3).fill([use("Fails")]), {
      toolList,
      plugins: [
        tapping(({ mapResult }) =>
          mapResult.tap({ name: "check", onFailure: "withhold" }, () => {
            throw new Error("cannot check");
          }),
        ),
      ],
    });
    expect(counts).toEqual([undefined, undefined, undefined]);
  });
});

describe("streaks", () => {
  const ended = (input: unknown, outcome: OutcomeKind = "failed") => ({
    call: { state: "requested", id: "c", name: "Act", input } as const,
    tool: "Act",
    outcome,
    isReadOnly: true,
  });

  test("forget the oldest beyond a thousand", () => {
    const streaks = createStreaks();
    for (let time = 0; time < 2; time++) streaks.note(ended("first"));
    for (let n = 0; n < 1_000; n++) streaks.note(ended(n));
    expect(streaks.note(ended("first"))).toBeUndefined();
    streaks.note(ended(999));
    expect(streaks.note(ended(999))).toBe(3);
  });

  test("remember a thousand", () => {
    const streaks = createStreaks();
    for (let time = 0; time < 2; time++) streaks.note(ended("first"));
    for (let n = 0; n < 999; n++) streaks.note(ended(n));
    expect(streaks.note(ended("first"))).toBe(3);
  });

  test("count an input with nothing in it", () => {
    const streaks = createStreaks();
    const counts = Array.from({ length: 3 }, () => streaks.note(ended({ a: null })));
    expect(counts).toEqual([undefined, undefined, 3]);
  });

  test("leave cancelled calls out", () => {
    const streaks = createStreaks();
    for (const outcome of ["failed", "cancelled", "failed", "cancelled"] as const)
      expect(streaks.note(ended({}, outcome))).toBeUndefined();
    expect(streaks.note(ended({}))).toBe(3);
  });

  test("leave out an input that cannot be written as JSON", () => {
    const streaks = createStreaks();
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    for (let time = 0; time < 4; time++) {
      expect(streaks.note(ended(circular))).toBeUndefined();
      expect(streaks.note(ended(10n))).toBeUndefined();
    }
  });
});
