import type { Answerer, PersonAnswer, Question } from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import { createWorld, type WorldOptions } from "./world.ts";

const COLOR = {
  question: "Which color?",
  header: "Color",
  options: [
    { label: "red", description: "warm" },
    { label: "blue", description: "cold" },
  ],
  multiSelect: false,
};
const ASK = { questions: [COLOR, { ...COLOR, question: "Which sizes?", header: "Size", multiSelect: true }] };
const ANSWERS = { "Which color?": "red", "Which sizes?": "red, blue" };

/** Answers everything with `said`, and keeps what it was asked. */
function personWho(said: PersonAnswer): Answerer & { readonly asked: readonly Question[] } {
  const asked: Question[] = [];
  return {
    name: "person",
    asked,
    answer: async (question) => {
      asked.push(question);
      return said;
    },
  };
}

const answering = (answers: Readonly<Record<string, string>>, more = {}): PersonAnswer => ({
  behavior: "allow",
  input: { ...ASK, answers, ...more },
});

describe("AskUserQuestion", () => {
  test("puts the questions with their options to the person, and the answers to the model", async () => {
    const person = personWho(answering(ANSWERS));
    const world = await createWorld({ answerers: [person] });
    expect(await world.call("AskUserQuestion", ASK)).toEqual({
      outcome: "succeeded",
      text: "The person answered:\n- Which color? red\n- Which sizes? red, blue",
    });
    expect(person.asked).toMatchObject([
      {
        tool: "AskUserQuestion",
        words: "Which color? · Which sizes?",
        questions: [
          { key: "Which color?", words: "Color: Which color?", isMultiple: false },
          { key: "Which sizes?", isMultiple: true },
        ],
      },
    ]);
  });

  test.each<[string, PersonAnswer, string]>([
    ["refuses", { behavior: "deny" }, "The person did not answer. Do what you can without"],
    ["refuses with a word", { behavior: "deny", message: "later" }, "The person did not answer: later."],
    ["answers nothing", answering({}), "The person gave no answer."],
    ["answers in other words", answering({ "Which color?": "green" }), "- Which color? green"],
    ["answers what was not asked", answering({ "Which age?": "4" }), "The person gave no answer."],
    ["sends no answers", { behavior: "allow", input: null }, "The person gave no answer."],
  ])("says what became of it when the person %s", async (_, said, text) => {
    const world = await createWorld({ answerers: [personWho(said)] });
    expect((await world.call("AskUserQuestion", ASK)).text).toContain(text);
  });

  test("is answered by the person, whatever the model puts into `answers`", async () => {
    const person = personWho(answering({ "Which color?": "blue" }));
    const world = await createWorld({ answerers: [person] });
    expect((await world.call("AskUserQuestion", { ...ASK, answers: ANSWERS })).text).toContain(
      "- Which color? blue",
    );
  });

  test.each<[string, WorldOptions]>([
    ["bypassPermissions", { mode: "bypassPermissions" }],
    ["an allow rule", { permissions: { allow: ["AskUserQuestion"] } }],
    ["plan", { mode: "plan" }],
  ])("is answered by the person under %s too", async (_, options) => {
    const person = personWho(answering(ANSWERS));
    const world = await createWorld({ answerers: [person], ...options });
    expect((await world.call("AskUserQuestion", ASK)).outcome).toBe("succeeded");
    expect(person.asked).toHaveLength(1);
  });

  test.each<[string, WorldOptions]>([
    ["headless", { headless: true }],
    ["in mode dontAsk", { mode: "dontAsk" }],
  ])("is denied %s, in words", async (_, options) => {
    const person = personWho(answering(ANSWERS));
    const world = await createWorld({ answerers: [person], ...options });
    const { outcome, text } = await world.call("AskUserQuestion", ASK);
    expect([outcome, person.asked]).toEqual(["denied", []]);
    expect(text).toContain("needs a person and nobody is there");
  });

  test.each([
    ["no question", { questions: [] }],
    ["five questions", { questions: Array.from({ length: 5 }, (_, n) => ({ ...COLOR, question: `${n}` })) }],
    ["one option", { questions: [{ ...COLOR, options: COLOR.options.slice(1) }] }],
    ["a long header", { questions: [{ ...COLOR, header: "thirteen chars" }] }],
    ["a question twice", { questions: [COLOR, COLOR] }],
  ])("refuses %s", async (_, input) => {
    const world = await createWorld({ answerers: [personWho(answering({}))] });
    expect((await world.call("AskUserQuestion", input)).outcome).toBe("invalid");
  });
});

describe("plan mode", () => {
  const edit = { tool: "Write", input: { file_path: "a.txt", content: "x" } };
  const approving = (answers: Readonly<Record<string, string>>, more = {}): PersonAnswer => ({
    behavior: "allow",
    input: { plan: "1. write a.txt", answers, ...more },
  });

  test("is entered by the model alone, and from then on nothing is changed", async () => {
    const world = await createWorld({ permissions: { allow: ["Write"] } });
    expect((await world.call("EnterPlanMode", {})).text).toContain("what changes something is refused");
    expect((await world.call("Write", edit.input)).outcome).toBe("denied");
    expect((await world.call("TodoWrite", { todos: [] })).outcome).toBe("succeeded");
    expect((await world.call("EnterPlanMode", {})).outcome).toBe("invalid");
  });

  test.each([
    ["default", "ask"],
    ["acceptEdits", "allow"],
  ])("is left with a plan the person approves into the mode %s", async (mode, behavior) => {
    const person = personWho(approving({ mode }));
    const world = await createWorld({ mode: "plan", answerers: [person] });
    const { text } = await world.call("ExitPlanMode", { plan: "1. write a.txt" });
    expect(text).toBe(`The person approved the plan. The mode is now \`${mode}\`. Do what it says.`);
    expect(person.asked).toMatchObject([{ preview: "1. write a.txt", questions: [{ key: "mode" }] }]);
    expect(await world.session.explain(edit)).toMatchObject({ decision: { behavior } });
  });

  test.each(["bypassPermissions", "plan", "constructor"])("is not left for the mode %s", async (mode) => {
    const world = await createWorld({ mode: "plan", answerers: [personWho(approving({ mode }))] });
    expect((await world.call("ExitPlanMode", { plan: "x" })).text).toContain("The mode is now `default`");
  });

  test("tells the model a plan that the person has changed", async () => {
    const person = personWho(approving({}, { plan: "1. write b.txt" }));
    const world = await createWorld({ mode: "plan", answerers: [person] });
    const { text } = await world.call("ExitPlanMode", { plan: "1. write a.txt" });
    expect(text).toContain("approved the plan, and changed it");
    expect(text).toContain("1. write b.txt");
  });

  test("goes on when the person refuses, with their word", async () => {
    const person = personWho({ behavior: "deny", message: "too much" });
    const world = await createWorld({ mode: "plan", answerers: [person] });
    const { outcome, text } = await world.call("ExitPlanMode", { plan: "x" });
    expect([outcome, text]).toEqual([
      "failed",
      expect.stringContaining("did not approve the plan: too much"),
    ]);
    expect(await world.session.explain(edit)).toMatchObject({ decision: { behavior: "deny" } });
  });

  test.each<[string, WorldOptions]>([
    ["nobody is there", { headless: true }],
    ["nobody answers", { answerers: [] }],
    ["everything is allowed", { answerers: [], permissions: { allow: ["ExitPlanMode"] } }],
  ])("is not left where %s", async (_, options) => {
    const world = await createWorld({ mode: "plan", ...options });
    await world.call("ExitPlanMode", { plan: "x" });
    expect(await world.session.explain(edit)).toMatchObject({ decision: { behavior: "deny" } });
  });

  test("has nothing to leave outside of it", async () => {
    const world = await createWorld({ answerers: [personWho(approving({}))] });
    expect(await world.call("ExitPlanMode", { plan: "x" })).toEqual({
      outcome: "invalid",
      text: "You are not in plan mode, so there is nothing to leave. Do the work.",
    });
  });
});
