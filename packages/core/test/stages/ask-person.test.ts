import { describe, expect, test } from "vitest";
import type {
  Answerer,
  ExecuteContext,
  Mode,
  PersonReply,
  PersonRequest,
  Question,
} from "../../src/index.ts";
import { hook, saying, settings } from "../command-hooks/hooks.ts";
import { callOne, createWorld, eventsOf, tool, type World, type WorldOptions } from "../world.ts";
import { says } from "./persons.ts";

const REQUEST = { words: "which one?", preview: "one or two", input: { pick: "one" } };
const throws: Answerer = {
  name: "person",
  answer: async () => {
    throw new Error("no terminal");
  },
};

/** What a running call makes of its session, with answerers for what it asks. */
async function running<T>(execute: (context: ExecuteContext) => Promise<T>, answerers: readonly Answerer[]) {
  const seen: { value?: T; thrown?: unknown } = {};
  const act = tool("Act", {
    async execute(_, context) {
      try {
        seen.value = await execute(context);
      } catch (thrown) {
        seen.thrown = thrown;
      }
    },
  });
  const world = await createWorld({ toolList: [act], answerers });
  await callOne(world, "Act");
  return { ...seen, world };
}

describe("what a running call asks", () => {
  test.each<[string, readonly Answerer[], object]>([
    ["a yes", [says({ behavior: "allow" })], { action: "accept", input: { pick: "one" } }],
    [
      "a yes to something else",
      [says({ behavior: "allow", input: { pick: "two" } })],
      { action: "accept", input: { pick: "two" } },
    ],
    ["a no", [says({ behavior: "deny" })], { action: "decline" }],
    [
      "a no with a word",
      [says({ behavior: "deny", message: "neither" })],
      { action: "decline", message: "neither" },
    ],
    ["a stop", [says({ behavior: "stop" })], { action: "cancel" }],
    ["no answer", [says(undefined)], { action: "decline" }],
    ["nobody", [], { action: "decline" }],
    ["an answerer that fails", [throws, says({ behavior: "allow" })], { action: "decline" }],
    ["what is no answer", [says({ behavior: "yes" })], { action: "decline" }],
    ["a text in place of an answer", [says("yes")], { action: "decline" }],
    ["a no with no word after all", [says({ behavior: "deny", message: undefined })], { action: "decline" }],
    [
      "another mode, which answers nothing",
      [says({ behavior: "mode", mode: "plan" })],
      { action: "decline" },
    ],
  ])("is told of %s", async (_, answerers, reply) => {
    expect((await running((context) => context.ask(REQUEST), answerers)).value).toStrictEqual(reply);
  });

  test("is shown as it was put, decides nothing and is journalled", async () => {
    const questions: Question[] = [];
    const answerer: Answerer = {
      name: "anna",
      answer: async (question) => {
        questions.push(question);
        return { behavior: "deny" };
      },
    };
    const { world } = await running((context) => context.ask(REQUEST), [answerer]);
    expect(questions).toMatchObject([
      {
        ...{ ...REQUEST, tool: "Act", proposals: [] },
        decision: {
          ...{ behavior: "ask", effective: "ask", because: [], votes: [], effects: [], uncovered: [] },
        },
      },
    ]);
    expect(questions[0]).not.toHaveProperty("agent");
    expect(questions[0]).not.toHaveProperty("questions");
    await world.session.close();
    expect(eventsOf(await world.journal(), "person.asked")).toMatchObject([
      { tool: "Act", words: "which one?", by: "anna", action: "decline" },
    ]);
  });
});

/** A tool that asks, and keeps what it was answered. */
function asking(
  replies: PersonReply[],
  over: Parameters<typeof tool>[1] = {},
  request: PersonRequest = REQUEST,
) {
  return tool("Ask", {
    effects: () => [],
    isConcurrencySafe: true,
    execute: async (_, context) => void replies.push(await context.ask(request)),
    ...over,
  });
}

test("questions with options reach who is asked as they were put", async () => {
  const asked: Question[] = [];
  const questions = [
    { key: "k", words: "which?", options: [{ label: "one" }, { label: "two" }], isMultiple: false },
  ];
  const person: Answerer = { name: "person", answer: async (question) => void asked.push(question) };
  const ask = asking([], {}, { ...REQUEST, questions });
  await callOne(await createWorld({ toolList: [ask], answerers: [person] }), "Ask");
  expect(asked.map((question) => question.questions)).toEqual([questions]);
});

test("a question of a subagent's call says whose it is", async () => {
  const asked: Question[] = [];
  const person: Answerer = { name: "person", answer: async (question) => void asked.push(question) };
  const world = await createWorld({ toolList: [asking([])], answerers: [person] });
  const agent = await world.session.agent({ name: "helper", system: "You are the helper." });
  await callOne({ session: agent }, "Ask");
  expect(asked.map((question) => question.agent)).toEqual(["helper"]);
});

test("questions of calls that run at the same time are put one after another", async () => {
  const replies: PersonReply[] = [];
  let open = 0;
  const together: number[] = [];
  const person: Answerer = {
    name: "person",
    async answer() {
      together.push(++open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return { behavior: "allow" };
    },
  };
  const world = await createWorld({ toolList: [asking(replies)], answerers: [person] });
  await world.session.call(Array(3).fill({ tool: "Ask", input: {} }));
  expect([together, replies.length]).toEqual([[1, 1, 1], 3]);
});

describe("a hook that answers for the person", () => {
  const yes = saying({
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } },
  });
  const worldWith = (needsPerson: boolean, replies: PersonReply[], options: WorldOptions = {}) =>
    createWorld({
      toolList: [asking(replies, { needsPerson })],
      commandHooks: settings([hook("PermissionRequest", yes)]),
      ...options,
    });

  test("answers what a tool asks that needs a person", async () => {
    const replies: PersonReply[] = [];
    const world = await worldWith(true, replies, { answerers: [says({ behavior: "deny" })] });
    await callOne(world, "Ask");
    expect(replies).toEqual([{ action: "accept", input: REQUEST.input }]);
    await world.session.close();
    expect(eventsOf(await world.journal(), "person.asked")).toMatchObject([
      { by: expect.stringContaining("PermissionRequest hook") },
    ]);
  });

  test("says nothing to what any other tool asks", async () => {
    const replies: PersonReply[] = [];
    await callOne(await worldWith(false, replies, { answerers: [says({ behavior: "deny" })] }), "Ask");
    expect(replies).toEqual([{ action: "decline" }]);
  });

  test("can itself be a tool that asks: nobody is there for it, and nothing waits", async () => {
    const replies: PersonReply[] = [];
    const judge = tool("mcp__judge__look", {
      async execute(_, context) {
        replies.push(await context.ask(REQUEST));
        const decision = { behavior: "allow" };
        return JSON.stringify({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } });
      },
    });
    const handler = { type: "mcp_tool", server: "judge", tool: "look" } as const;
    const world = await createWorld({
      toolList: [tool("Act"), judge],
      permissions: { allow: [judge.name] },
      commandHooks: settings([hook("PermissionRequest", handler, { matcher: "Act" })]),
      answerers: [says({ behavior: "deny" })],
    });
    expect((await callOne(world, "Act")).outcome).toBe("succeeded");
    expect(replies).toEqual([{ action: "decline" }]);
  });
});

const modeOf = async ({ world }: { readonly world: World }) => (await callOne(world, "Act")).decision?.mode;

describe("the mode of the session is widened by a call", () => {
  const changing = (mode: Mode, answer: object | undefined) =>
    running(
      async (context) => {
        if (answer) await context.ask(REQUEST);
        context.changeMode(mode);
      },
      [says(answer)],
    );

  test.each<[string, object | undefined]>([
    ["that did not ask", undefined],
    ["whose question was declined", { behavior: "deny" }],
    ["whose question was stopped", { behavior: "stop" }],
  ])("never: %s", async (_, answer) => {
    const changed = await changing("acceptEdits", answer);
    expect(String(changed.thrown)).toContain("Only the person can widen the mode `default` to `acceptEdits`");
    expect(await modeOf(changed)).toBe("default");
  });

  test("after the person's yes", async () => {
    const changed = await changing("acceptEdits", { behavior: "allow" });
    expect([changed.thrown, await modeOf(changed)]).toEqual([undefined, "acceptEdits"]);
  });

  test("not at all when it narrows it, which needs no question", async () => {
    const changed = await changing("plan", undefined);
    expect([changed.thrown, await modeOf(changed)]).toEqual([undefined, "plan"]);
  });
});
