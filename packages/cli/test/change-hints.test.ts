import type { Decision, Vote } from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import { changeHints, quoteForShell } from "../src/change-hints.ts";

const vote = (behavior: Vote["behavior"], more: Partial<Vote> = {}): Vote => ({
  behavior,
  source: "builtin",
  voter: "v",
  why: "w",
  ...more,
});
const rule = (behavior: Vote["behavior"], text: string, more: Partial<Vote> = {}): Vote =>
  vote(behavior, { source: "project", voter: "rules", rule: text, file: "/c.json", line: 3, ...more });
const decision = (more: Partial<Decision>): Decision => {
  const because = more.because ?? [];
  const behavior = because[0]?.behavior ?? "ask";
  return {
    id: "i",
    at: "t",
    behavior,
    effective: behavior,
    because,
    uncovered: [],
    votes: because,
    effects: [],
    mode: "default",
    headless: false,
    policies: [],
    ...more,
  };
};

const ALLOW = vote("allow");

describe("what would have to change", () => {
  test.each<[string, Partial<Decision>, readonly string[]]>([
    ["nothing, when it runs", { because: [ALLOW] }, []],
    [
      "one rule, which alone stands in the way",
      { because: [rule("deny", "Read")], votes: [rule("deny", "Read"), ALLOW] },
      ["remove or narrow the rule `Read` in /c.json:3", "then it would run"],
    ],
    [
      "two rules, behind which others ask",
      {
        because: [rule("deny", "A"), rule("deny", "B")],
        votes: [rule("deny", "A"), rule("deny", "B"), vote("ask")],
      },
      [
        "remove or narrow the rule `A` in /c.json:3",
        "remove or narrow the rule `B` in /c.json:3",
        "then it would ask a person",
      ],
    ],
    [
      "a rule that votes on several effects, said once",
      { because: [rule("deny", "A", { effect: 0 }), rule("deny", "A", { effect: 1 })] },
      ["remove or narrow the rule `A` in /c.json:3", "then it would ask a person"],
    ],
    [
      "a rule without a file",
      { because: [vote("ask", { source: "session", voter: "rules", rule: "Bash" })], votes: [ALLOW] },
      ["remove or narrow the rule `Bash` of session", "then it would run"],
    ],
    ["the mode", { because: [vote("deny", { source: "mode" })] }, ["choose another mode"]],
    [
      "the person's absence",
      { because: [vote("deny", { voter: "needs-person" })] },
      ["run it where a person is"],
    ],
    [
      "nothing but an answer",
      { because: [vote("ask", { voter: "protected-paths" })] },
      ["only a person's yes lifts this; no rule and no mode does"],
    ],
    ["nothing at all", { because: [vote("deny")] }, ["no rule and no mode lifts this"]],
    [
      "the mind of a plugin",
      { because: [vote("deny", { source: "plugin", voter: "acme" })] },
      ["`acme` has to vote otherwise; no rule outvotes it"],
    ],
    [
      "a rule and a plugin: no promise what comes then",
      { because: [rule("deny", "A"), vote("deny", { source: "plugin", voter: "acme" })] },
      ["remove or narrow the rule `A` in /c.json:3", "`acme` has to vote otherwise; no rule outvotes it"],
    ],
    [
      "an ask where nobody is asked",
      { behavior: "ask", effective: "deny", mode: "dontAsk" },
      [
        "no rule was found that allows exactly this and no more",
        "or let a person answer: choose another mode than `dontAsk`",
      ],
    ],
  ])("%s", (_, of, hints) => {
    expect(changeHints(decision(of), [])).toEqual(hints);
  });

  test("rules that are enough are offered as flags", () => {
    expect(changeHints(decision({}), ["Edit(it's)", "Read(a)"])).toEqual([
      "allow it: --allow 'Edit(it'\\''s)' --allow 'Read(a)'",
    ]);
  });
});

test.each([
  ["a", "'a'"],
  ["it's", "'it'\\''s'"],
  ["$(x) `y`", "'$(x) `y`'"],
])("%s is one word of a shell as %s", (text, quoted) => {
  expect(quoteForShell(text)).toBe(quoted);
});
