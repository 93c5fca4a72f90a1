import { describe, expect, test } from "vitest";
import type { Answerer, ExecuteContext, Mode, PersonAnswer, Question } from "../../src/index.ts";
import { callOne, createWorld, eventsOf, tool, type World } from "../world.ts";

const REQUEST = { words: "which one?", preview: "one or two", input: { pick: "one" } };
const says = (said: unknown): Answerer => ({ name: "person", answer: async () => said as PersonAnswer });
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
    await world.session.close();
    expect(eventsOf(await world.journal(), "person.asked")).toMatchObject([
      { tool: "Act", words: "which one?", by: "anna", action: "decline" },
    ]);
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
    expect(String(changed.thrown)).toContain("only the person can widen the mode `default` to `acceptEdits`");
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
