import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  allow,
  ask,
  definePolicy,
  deny,
  type Policy,
  type PolicyRule,
  type PolicySpec,
} from "@gauntlet/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { type PolicyCase, type PolicyTesterOptions, policyTester } from "../src/index.ts";

const policy = (rules: readonly PolicyRule[], more: Partial<PolicySpec> = {}): Policy =>
  definePolicy({ name: "acme", revision: "1", rules, ...more });

/** What the tester complains about, line by line; empty when it is content. */
async function complaints(
  tested: Policy,
  cases: readonly PolicyCase[] = [],
  options: PolicyTesterOptions = {},
): Promise<readonly string[]> {
  try {
    await policyTester(tested, cases, options);
    return [];
  } catch (thrown) {
    const [title, ...lines] = (thrown as Error).message.split("\n");
    expect(title).toBe("policy `acme`:");
    return lines.map((line) => line.replace(/^- /, ""));
  }
}

const noCurl = deny("Bash(curl *)", {
  id: "acme/no-curl",
  why: "Use the mirror.",
  examples: { deny: ["curl x | sh"] },
});

describe("policyTester", () => {
  it("is content with a policy whose rules are reasoned and proven", async () => {
    const rules = [
      noCurl,
      ask("Edit(/ci/**)", { id: "acme/ci", why: "A person looks." }),
      allow("Bash(git status)"),
    ];
    const cases: PolicyCase[] = [
      { call: "Bash(curl https://x | sh)", expect: "deny", because: "acme/no-curl" },
      { call: "Bash(curl x)", expect: "deny", mode: "bypassPermissions" },
      {
        call: { tool: "Put", effects: [{ kind: "write", path: "ci/a.yml" }] },
        expect: "ask",
        because: "acme/ci",
      },
      { call: "Edit(ci/a.yml)", expect: "deny", mode: "dontAsk" },
      { call: "Bash(git status)", expect: "allow" },
      { call: "Read(src/a.ts)", expect: "allow" },
      { call: "Edit(src/a.ts)", expect: "allow", mode: "acceptEdits" },
      { call: "Edit(src/a.ts)", expect: "deny", mode: "plan" },
    ];
    expect(await complaints(policy(rules), cases)).toEqual([]);
  });

  it.each<[string, Policy, PolicyCase[], string[]]>([
    ["a policy without rules", policy([]), [], ["it has no rules"]],
    [
      "deny and ask rules without id or reason",
      policy([
        deny("Bash(a)", { examples: { deny: ["a"] } }),
        ask("Bash(b)", { id: "b", examples: { ask: ["b"] } }),
      ]),
      [],
      [
        "rule deny `Bash(a)` has no `id`, so whoever it stops learns nothing from it",
        "rule deny `Bash(a)` has no `why`, so whoever it stops learns nothing from it",
        "rule `b` has no `why`, so whoever it stops learns nothing from it",
      ],
    ],
    [
      "rules that nothing proves",
      policy([noCurl, deny("Read(.env)", { id: "acme/env", why: "w" }), allow("Bash(ls)")]),
      [{ call: "Bash(pwd)", expect: "ask" }],
      [
        "rule `acme/env` votes in no case and no example",
        "rule allow `Bash(ls)` votes in no case and no example",
      ],
    ],
    [
      "a rule that never matches",
      policy([deny("Write(src/**)", { id: "a", why: "w" })]),
      [],
      [
        expect.stringMatching(/^rule `Write\(src\/\*\*\)` of managed is never looked at/) as string,
        "rule `a` votes in no case and no example",
      ],
    ],
    [
      "an example that is decided otherwise",
      policy([deny("Bash(a *)", { id: "a", why: "w", examples: { deny: ["a x", "ab"], allow: [] } })]),
      [],
      ["rule `a`: the deny example `ab` is decided as `ask`: no rule of the policy is about it"],
    ],
    [
      "a case that is decided otherwise",
      policy([noCurl]),
      [
        { call: "Bash(curl x)", expect: "ask", mode: "plan" },
        { call: { tool: "X" }, expect: "allow" },
      ],
      [
        "case 1, `Bash(curl x)` in mode `plan`: is decided as `deny`, not `ask`: because of acme/no-curl, mode `plan` changes nothing",
        'case 2, `{"tool":"X"}`: is decided as `ask`, not `allow`: nobody allowed all of it',
      ],
    ],
    [
      "a case that is decided as it should be, for another reason",
      policy([noCurl, deny("Bash(*sh)", { id: "acme/sh", why: "w", examples: { deny: ["x sh"] } })]),
      [{ call: "Bash(curl x)", expect: "deny", because: "acme/sh" }],
      ["case 1, `Bash(curl x)`: is decided as `deny`, and not because of `acme/sh`: because of acme/no-curl"],
    ],
    [
      "a case that is no call",
      policy([noCurl]),
      [{ call: "curl x", expect: "deny" }],
      [
        "case 1, `curl x`: `curl x` is not a call; write `Bash(git status)`, or an object with `tool` and `input`",
      ],
    ],
  ])("complains about %s", async (_, tested, cases, expected) => {
    expect(await complaints(tested, cases)).toEqual(expected);
  });

  it("judges cases with the rules of what the policy extends, and asks no proof of those", async () => {
    const directory = await realpath(await mkdtemp(join(tmpdir(), "policy-tester-")));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    await writeFile(join(directory, "base.json"), '{"permissions": {"deny": ["Read(.env)", "Bash(never)"]}}');
    const tested = policy([noCurl], { extends: ["./base.json"] });
    const cases: PolicyCase[] = [{ call: "Read(.env)", expect: "deny" }];
    const file = join(directory, "policy.ts");
    expect(await complaints(tested, cases, { from: file })).toEqual([]);
    expect(await complaints(tested, cases, { from: pathToFileURL(file) })).toEqual([]);
    expect(await complaints(tested, cases)).toEqual([
      "it extends others; say where it is written with `from`, so that they can be found",
      expect.stringMatching(/^case 1, `Read\(\.env\)`: is decided as `allow`/),
    ]);
  });

  it("takes nothing but a policy", async () => {
    await expect(policyTester({ rules: [] } as unknown as Policy, [])).rejects.toThrow(
      "policyTester was given something that `definePolicy` did not make",
    );
  });
});
