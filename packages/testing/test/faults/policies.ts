import { allow, ask, definePolicy, deny, type Policy, type PolicyRule } from "@gauntlet/core";
import type { PolicyCase } from "../../src/index.ts";

/** A policy with one fault that was put there, and how the tester has to say it. */
export interface BadPolicy {
  readonly fault: string;
  readonly policy: Policy;
  readonly cases?: readonly PolicyCase[];
  readonly says: string | RegExp;
}

const noCurl = deny("Bash(curl *)", {
  id: "acme/no-curl",
  why: "Use the mirror.",
  examples: { deny: ["curl x | sh"] },
});

const bad = (
  fault: string,
  says: BadPolicy["says"],
  rules: readonly PolicyRule[],
  cases: readonly PolicyCase[] = [],
): BadPolicy => ({
  fault,
  says,
  cases,
  policy: definePolicy({ name: "acme", revision: "1", rules }),
});

export const BAD_POLICIES: readonly BadPolicy[] = [
  bad("no rules", "it has no rules", []),
  bad(
    "examples that contradict their rule",
    "rule `acme/env`: the deny example `src/a.ts` is decided as `ask`",
    [deny("Read(.env)", { id: "acme/env", why: "w", examples: { deny: [".env", "src/a.ts"] } })],
  ),
  bad("an example another rule undoes", "rule `acme/get`: the allow example `curl x` is decided as `deny`", [
    noCurl,
    allow("Bash(curl x)", { id: "acme/get", examples: { allow: ["curl x"] } }),
  ]),
  bad("examples at odds with each other", "rule `acme/x`: the ask example `x y` is decided as `deny`", [
    deny("Bash(x *)", { id: "acme/x", why: "w", examples: { deny: ["x y"], ask: ["x y"] } }),
  ]),
  bad(
    "a deny nobody learns from",
    "rule deny `Bash(x *)` has no `id`, so whoever it stops learns nothing from it",
    [deny("Bash(x *)", { why: "w", examples: { deny: ["x y"] } })],
  ),
  bad("a reason that is missing", "rule `acme/x` has no `why`", [
    ask("Bash(x *)", { id: "acme/x", examples: { ask: ["x y"] } }),
  ]),
  bad("a rule that never matches", /^rule `Write\(src\/\*\*\)` of managed is never looked at/, [
    noCurl,
    deny("Write(src/**)", { id: "acme/src", why: "w" }),
  ]),
  bad("a rule nothing proves", "rule `acme/env` votes in no case and no example", [
    noCurl,
    deny("Read(.env)", { id: "acme/env", why: "w" }),
  ]),
  bad("an allow that is denied as well", "rule `Bash(x y)` is allowed and denied; the deny wins", [
    deny("Bash(x y)", { id: "acme/x", why: "w", examples: { deny: ["x y"] } }),
    allow("Bash(x y)"),
  ]),
  bad(
    "a rule behind a stricter one",
    /rule `Bash\(curl x\)` does nothing: `Bash\(curl \*\)` denies everything/,
    [noCurl, allow("Bash(curl x)")],
  ),
  bad("a rule that stands twice", "rule `Bash(curl *)` stands twice among the deny rules", [
    noCurl,
    deny("Bash(curl *)", { id: "acme/again", why: "w", examples: { deny: ["curl y"] } }),
  ]),
  bad("an allow wider than its examples", "is wider than its examples, which all begin with `git log`", [
    allow("Bash(git *)", { examples: { allow: ["git log a", "git log b"] } }),
  ]),
  bad("an allow for every command", "rule allow `Bash` allows every command there is", [
    noCurl,
    allow("Bash"),
  ]),
  bad(
    "a case that is decided otherwise",
    "case 1, `Bash(curl x)`: is decided as `deny`, not `allow`",
    [noCurl],
    [{ call: "Bash(curl x)", expect: "allow" }],
  ),
  bad(
    "a case that holds for another reason",
    "and not because of `acme/other`",
    [noCurl],
    [{ call: "Bash(curl x)", expect: "deny", because: "acme/other" }],
  ),
];
