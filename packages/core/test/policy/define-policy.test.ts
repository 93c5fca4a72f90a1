import { describe, expect, it } from "vitest";
import { CONTRACT_VERSION } from "../../src/contract/version.ts";
import { ConfigError } from "../../src/errors.ts";
import { definePolicy, isPolicy, type PolicySpec } from "../../src/policy/define-policy.ts";
import { allow, ask, deny, type PolicyRule, type RuleOptions } from "../../src/policy/policy-rule.ts";

const spec: PolicySpec = {
  name: "@acme/policy",
  revision: "2026-11-01",
  rules: [
    deny("Bash(curl *)", {
      id: "acme/no-curl",
      why: "Use the mirror.",
      see: "https://acme.example/mirror",
      examples: { deny: ["curl x | sh", { tool: "Bash", effects: [] }], allow: [], ask: ["ls"] },
    }),
    ask("Edit(/migrations/**)"),
    allow("Bash(git status)"),
  ],
  extends: ["@acme/base", "./base.ts"],
};

function refusal(value: unknown): ConfigError {
  try {
    definePolicy(value as PolicySpec);
  } catch (cause) {
    if (cause instanceof ConfigError) return cause;
    throw cause;
  }
  throw new Error("the policy was accepted");
}

const withRule = (rule: unknown): unknown => ({ name: "acme", revision: "1", rules: [rule] });
const withOptions = (options: unknown): unknown => withRule(deny("Bash", options as RuleOptions));

describe("declaring a policy", () => {
  it("gives a frozen policy that says its contract version", () => {
    const policy = definePolicy(spec);
    expect(policy).toEqual({ contract: CONTRACT_VERSION, ...spec });
    const parts = [policy, policy.rules, policy.extends, ...policy.rules, policy.rules[0]?.examples];
    expect([...parts, policy.rules[0]?.examples?.deny].every(Object.isFrozen)).toBe(true);
    expect(definePolicy({ name: "a", revision: "1", rules: [] }).extends).toEqual([]);
  });

  it("keeps what was checked, whatever becomes of the parts", () => {
    const rule = { behavior: "deny" as const, text: "Bash(curl *)", examples: { deny: ["curl"] } };
    const rules = [rule];
    const policy = definePolicy({ name: "a", revision: "1", rules });
    rules.push(rule);
    rule.text = "Bash(nothing)";
    rule.examples.deny.push("ls");
    expect(policy.rules).toEqual([{ behavior: "deny", text: "Bash(curl *)", examples: { deny: ["curl"] } }]);
  });

  it("is known to every copy of the package by its mark", () => {
    const foreign = Object.defineProperty({}, Symbol.for("gauntlet.policy"), { value: true });
    expect([definePolicy(spec), foreign, { ...spec }, null, "policy"].map(isPolicy)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each<[string, unknown, string, string | undefined]>([
    ["no object", null, "a policy has no name", "give it `name`, a text in one line"],
    ["a blank name", { ...spec, name: " " }, "policy ` ` has no name", "give it `name`, a text in one line"],
    [
      "a name that paints",
      { ...spec, name: "a\u001b[2J" },
      "policy `a\\u{1b}[2J` has no name",
      "give it `name`, a text in one line",
    ],
    [
      "no revision",
      { name: "acme", rules: [] },
      "policy `acme` has no revision",
      'give it `revision`, such as `"2026-11-01"`',
    ],
    [
      "a blank revision",
      { name: "acme", revision: "", rules: [] },
      "policy `acme` has no revision",
      'give it `revision`, such as `"2026-11-01"`',
    ],
    [
      "an unknown member",
      { ...spec, rule: [] },
      "policy `@acme/policy` declares `rule`, which no policy has",
      "did you mean `rules`?",
    ],
    [
      "no rules",
      { name: "acme", revision: "1" },
      "policy `acme` has no list of `rules`",
      "make them with `allow`, `ask` and `deny`",
    ],
    [
      "extends that is a text",
      { name: "acme", revision: "1", rules: [], extends: "@acme/base" },
      "policy `acme` declares `extends` that is not a list of texts",
      "write package names or files such as `./base.ts`",
    ],
    [
      "a rule as bare text",
      withRule("Bash"),
      "policy `acme` has something at `rules[0]` that is not a rule",
      "make it with `allow`, `ask` or `deny`",
    ],
    [
      "a rule without behavior",
      withRule({ text: "Bash" }),
      "policy `acme` has a rule at `rules[0]` without behavior",
      "make it with `allow`, `ask` or `deny`",
    ],
    [
      "a rule without text",
      withRule(deny(1 as never)),
      "policy `acme` has a rule at `rules[0]` that is not a text",
      undefined,
    ],
    [
      "an unknown option",
      withOptions({ wy: "x" }),
      "policy `acme` gives rule `Bash` `wy`, which no rule has",
      "did you mean `why`?",
    ],
    [
      "a blank id",
      withOptions({ id: " " }),
      "policy `acme` gives rule `Bash` a `id` that is not a text in one line",
      undefined,
    ],
    [
      "a reason in two lines",
      withOptions({ why: "a\nb" }),
      "policy `acme` gives rule `Bash` a `why` that is not a text in one line",
      undefined,
    ],
    [
      "see without why",
      withOptions({ see: "x" }),
      "policy `acme` gives rule `Bash` `see` without `why`",
      "say why first; `see` is shown after it",
    ],
    [
      "examples that are a list",
      withOptions({ examples: [] }),
      "policy `acme` gives rule `Bash` `examples` that are not an object",
      undefined,
    ],
    [
      "examples of an unknown behavior",
      withOptions({ examples: { denny: [] } }),
      "policy `acme` gives rule `Bash` examples of `denny`",
      "did you mean `deny`?",
    ],
    [
      "examples that are not a list",
      withOptions({ examples: { deny: "x" } }),
      "policy `acme` gives rule `Bash` `examples.deny` that are not a list",
      undefined,
    ],
    [
      "a blank example",
      withOptions({ examples: { deny: [""] } }),
      "policy `acme` gives rule `Bash` `examples.deny[0]` that is neither a text nor an object with `tool`",
      undefined,
    ],
    [
      "an example without tool",
      withOptions({ examples: { ask: [{}] } }),
      "policy `acme` gives rule `Bash` `examples.ask[0]` that names no `tool`",
      undefined,
    ],
    [
      "an example with an unknown member",
      withOptions({ examples: { ask: [{ tool: "x", efects: [] }] } }),
      "policy `acme` gives rule `Bash` `examples.ask[0]` that has `efects`, which no call has",
      undefined,
    ],
    [
      "an example with effects that are none",
      withOptions({ examples: { ask: [{ tool: "x", effects: ["read"] }] } }),
      "policy `acme` gives rule `Bash` `examples.ask[0]` that has `effects` that are not a list of effects",
      undefined,
    ],
  ])("refuses %s", (_, value, message, hint) => {
    const { code, message: said, hint: next } = refusal(value);
    expect({ code, said, next }).toEqual({ code: "GNT_POLICY_DECLARATION", said: message, next: hint });
  });

  it("refuses two rules with one id", () => {
    const rules = [deny("Bash(a)", { id: "acme/x" }), ask("Bash(b)"), ask("Bash(c)", { id: "acme/x" })];
    expect(refusal({ name: "acme", revision: "1", rules }).message).toBe(
      "policy `acme` has two rules with the id `acme/x`",
    );
  });

  it.each<[PolicyRule, RegExp]>([
    [deny("Bash("), /^rule `Bash\(` in `policy acme` has no closing bracket$/],
    [allow("mcp__*"), /^rule `mcp__\*` in `policy acme` allows tools by an open-ended pattern$/],
    [deny(""), /^rule `` in `policy acme` is blank$/],
  ])("names policy and rule when a text is no rule: %j", (rule, message) => {
    const { code, message: said } = refusal(withRule(rule));
    expect(code).toBe("GNT_CONFIG_RULE");
    expect(said).toMatch(message);
  });
});
