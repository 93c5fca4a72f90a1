import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AnsweredHook, combineHooks } from "../../src/command-hooks/combine-hooks.ts";
import { hookKey } from "../../src/command-hooks/match-hook.ts";
import type { HookAnswer } from "../../src/command-hooks/read-answer.ts";
import { combine } from "../../src/policy/combine.ts";
import { hook } from "./hooks.ts";

const RUNS = Number(process.env["GAUNTLET_PROOF_RUNS"] ?? 300);
const asked = { input: { a: 0 }, mayRewrite: true, rewriters: [] };

/** The behavior of hooks alone, where nobody else votes. */
const behaviorOf = (answered: readonly AnsweredHook[], over = {}) =>
  combine({
    votes: combineHooks(answered, { ...asked, ...over }).votes,
    effectCount: 1,
    mode: "default",
    headless: false,
  }).behavior;

const of = (answer: HookAnswer, name = "x", over = {}): AnsweredHook => ({
  hook: hook("PreToolUse", name, over),
  answer,
});

describe("the vote of hooks", () => {
  test.each<[string, readonly HookAnswer[], string]>([
    ["nobody says anything", [{}, {}], "ask"],
    ["one allows", [{ behavior: "allow" }, {}], "allow"],
    ["one asks and one allows", [{ behavior: "allow" }, { behavior: "ask" }], "ask"],
    ["one denies and two do not", [{ behavior: "allow" }, { behavior: "ask" }, { behavior: "deny" }], "deny"],
    ["one fails", [{ behavior: "allow" }, { failure: "crashed" }], "deny"],
    ["one stops the task", [{ behavior: "allow" }, { stop: "enough" }], "deny"],
    ["one stops the task and allows", [{ behavior: "allow", stop: "enough" }], "deny"],
  ])("is decided when %s", (_, answers, expected) => {
    expect(behaviorOf(answers.map((answer, i) => of(answer, `h${i}`)))).toBe(expected);
  });

  test("says why a hook that failed denies, and that one stops the task", () => {
    const whys = (answer: HookAnswer) => combineHooks([of(answer)], asked).votes.map(({ why }) => why);
    expect(whys({ failure: "timed out" })).toEqual([
      "the PreToolUse hook `x` failed: timed out (it may not fail: its `onFailure` is `block`)",
    ]);
    expect(whys({ stop: "enough" })).toEqual(["the PreToolUse hook `x` stops the task: enough"]);
  });

  test("does not hear a hook that failed and may", () => {
    const lenient = of({ failure: "crashed", behavior: "allow" }, "x", { onFailure: "continue" });
    expect(combineHooks([lenient], asked).votes).toEqual([]);
  });

  test("names the hook, where it is set, and what it said", () => {
    const place = { file: "/s.json", line: 7 };
    expect(combineHooks([of({ behavior: "deny", reason: "no" }, "guard.sh", place)], asked).votes).toEqual([
      {
        behavior: "deny",
        source: "hook",
        voter: "PreToolUse hook `guard.sh`",
        why: "the PreToolUse hook `guard.sh` objects: no",
        ...place,
      },
    ]);
  });
});

describe("a rewrite", () => {
  const rewrite = (input: object, name = "x") => of({ input: input as never }, name);

  test("counts, several of them in configuration order", () => {
    const { rewrites } = combineHooks([rewrite({ a: 1 }, "one"), of({}), rewrite({ a: 2 }, "two")], asked);
    expect(rewrites.map(({ input }) => input)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test("to what is there already is none", () => {
    expect(combineHooks([rewrite({ a: 0 })], asked).rewrites).toEqual([]);
  });

  test("is dropped when a hook denies", () => {
    expect(combineHooks([rewrite({ a: 1 }), of({ behavior: "deny" })], asked).rewrites).toEqual([]);
  });

  test("by a hook that failed is none", () => {
    const failed = of({ input: { a: 1 }, failure: "x" }, "x", { onFailure: "continue" });
    expect(combineHooks([failed], asked).rewrites).toEqual([]);
  });

  test("where hooks may only vote is passed over for who rewrote before, and denies for others", () => {
    const one = rewrite({ a: 1 }, "wrapper");
    const late = { mayRewrite: false, rewriters: [hookKey(one.hook)] };
    expect(combineHooks([one], { ...asked, ...late })).toMatchObject({ votes: [], rewrites: [] });
    expect(behaviorOf([one, rewrite({ a: 2 }, "other")], late)).toBe("deny");
  });
});

const answers = fc.record(
  {
    behavior: fc.constantFrom("allow", "ask", "deny"),
    stop: fc.constant("stop"),
    failure: fc.constant("failed"),
    input: fc.constantFrom({ a: 0 }, { a: 1 }, { a: 2 }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<HookAnswer>;
const hooks = fc
  .array(fc.tuple(answers, fc.constantFrom("block", "continue")), { maxLength: 5 })
  .map((all) => all.map(([answer, onFailure], i) => of(answer, `h${i}`, { onFailure })));

describe("whatever hooks answer", () => {
  test("the order they are listed in does not change the vote", () => {
    const shuffled = hooks.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(behaviorOf(other)).toBe(behaviorOf(all));
      }),
      { numRuns: RUNS },
    );
  });

  test("one more hook never turns a deny into something else, nor the ask of a hook into an allow", () => {
    fc.assert(
      fc.property(hooks, answers, (all, answer) => {
        const more = behaviorOf([...all, of(answer, "more")]);
        const before = behaviorOf(all);
        if (before === "deny") expect(more).toBe("deny");
        const asks = combineHooks(all, asked).votes.some(({ behavior }) => behavior === "ask");
        if (before === "ask" && asks) expect(more).not.toBe("allow");
      }),
      { numRuns: RUNS },
    );
  });

  test("a guard that failed denies", () => {
    fc.assert(
      fc.property(hooks, answers, (all, answer) => {
        expect(behaviorOf([...all, of({ ...answer, failure: "x" }, "guard")])).toBe("deny");
      }),
      { numRuns: RUNS },
    );
  });
});
