import fc from "fast-check";
import { expect, test } from "vitest";
import { BEHAVIORS, type Behavior, MODES, type Source, type Vote } from "../../src/contract/decision.ts";
import { combine } from "../../src/policy/combine.ts";
import { narrowMode } from "../../src/policy/narrow-mode.ts";
import type { PolicyCall, RuleSource } from "../../src/policy/policy.ts";
import { compileRules } from "../../src/policy/rules.ts";
import { BUILTIN_VOTERS, collectVotes, rulesVoter } from "../../src/policy/voters.ts";
import {
  type CallSpec,
  CWD,
  call,
  connect,
  context,
  ENV,
  exec,
  HOME,
  opaque,
  read,
  rule,
  write,
} from "./fixtures.ts";

const OTHERS: readonly Source[] = ["user", "project", "local", "cli", "session", "host"];

const texts = fc.constantFrom(
  "Bash",
  "Bash(curl *)",
  "Bash(curl x)",
  "Read(**)",
  "Read(.env)",
  "Read(~/.ssh/**)",
  "Edit(src/**)",
  "Edit(/src/a.ts)",
  "WebFetch(domain:*)",
  "WebFetch(domain:a.example)",
  "Probe",
  "Probe(level:high)",
);
const ruleOf = (sources: readonly Source[]): fc.Arbitrary<RuleSource> =>
  fc
    .tuple(fc.constantFrom(...BEHAVIORS), texts, fc.constantFrom(...sources))
    // A rule on a field is for deny and ask only.
    .filter(([behavior, text]) => behavior !== "allow" || !text.includes("level"))
    .map(([behavior, text, source]) => rule(behavior, text, { source }));

const calls: fc.Arbitrary<CallSpec> = fc.record({
  tool: fc.constantFrom("Probe", "Bash", "Read"),
  input: fc.constantFrom({}, { level: "high" }),
  plugin: fc.constantFrom("@gauntlet/tools", "acme"),
  effects: fc.subarray([
    exec("curl x"),
    opaque("curl x"),
    read(`${CWD}/.env`),
    read(`${HOME}/.ssh/id`),
    read(CWD, { tree: true }),
    write(`${CWD}/src/a.ts`),
    connect("a.example"),
  ]),
});

const pluginVote = (effectCount: number): fc.Arbitrary<Vote> =>
  fc
    .tuple(
      fc.constantFrom(...BEHAVIORS),
      fc.constantFrom<Source>("plugin", "tool", "hook", "host"),
      fc.nat(effectCount),
    )
    .map(([behavior, source, at]) => ({
      behavior,
      source,
      voter: "v",
      why: "w",
      ...(at < effectCount ? { effect: at } : {}),
    }));

/**
 * What the rules of the organization say by themselves about a call; undefined when they say nothing against it. Whose
 * claims are trusted is the same with and without the others: it decides what an allow of the organization covers.
 */
function strictest(
  rules: readonly RuleSource[],
  given: PolicyCall,
  trustEffects: readonly string[],
): Behavior | undefined {
  const votes = compileRules(rules, ENV).votes(given, context({ trustEffects }));
  return (["deny", "ask"] as const).find((behavior) => votes.some((vote) => vote.behavior === behavior));
}

test("what the organization denies or asks no other source, plugin or mode loosens", () => {
  let denied = 0;
  let asked = 0;
  fc.assert(
    fc.property(
      fc.array(ruleOf(["managed"]), { minLength: 1, maxLength: 5 }),
      fc.array(ruleOf(OTHERS), { maxLength: 8 }),
      calls.chain((spec) =>
        fc.tuple(fc.constant(spec), fc.array(pluginVote(spec.effects?.length ?? 0), { maxLength: 5 })),
      ),
      fc.constantFrom(...MODES),
      fc.array(fc.constantFrom("@gauntlet/*", "acme", "*")),
      (organization, others, [spec, said], mode, trustEffects) => {
        const given = call(spec);
        const wanted = strictest(organization, given, trustEffects);
        if (wanted === undefined) return;
        const voters = [rulesVoter(compileRules([...others, ...organization], ENV)), ...BUILTIN_VOTERS];
        const votes = [...said, ...collectVotes(voters, given, context({ mode, trustEffects }))];
        const verdict = combine({ votes, effectCount: given.effects.length, mode, headless: false });
        if (wanted === "deny") denied++;
        else asked++;
        expect(wanted === "deny" ? ["deny"] : ["deny", "ask"]).toContain(verdict.behavior);
        expect(verdict.effective).not.toBe("allow");
      },
    ),
    { numRuns: 3_000 },
  );
  expect(Math.min(denied, asked)).toBeGreaterThan(50);
});

test("a narrowed mode with further rules allows nothing, and lets nothing be asked, that its parent would have refused", () => {
  const order = ["deny", "ask", "allow"] as const;
  let narrower = 0;
  fc.assert(
    fc.property(
      fc.array(ruleOf(["managed", ...OTHERS]), { maxLength: 8 }),
      fc.array(
        ruleOf(["session"]).filter(({ behavior }) => behavior !== "allow"),
        { maxLength: 3 },
      ),
      calls,
      fc.tuple(fc.constantFrom(...MODES), fc.option(fc.constantFrom(...MODES), { nil: undefined })),
      fc.array(fc.constantFrom("@gauntlet/*", "acme", "*")),
      (rules, own, spec, [mode, wanted], trustEffects) => {
        const given = call(spec);
        const verdictIn = (of: readonly RuleSource[], under: typeof mode) => {
          const voters = [rulesVoter(compileRules(of, ENV)), ...BUILTIN_VOTERS];
          const votes = collectVotes(voters, given, context({ mode: under, trustEffects }));
          return combine({ votes, effectCount: given.effects.length, mode: under, headless: false })
            .effective;
        };
        const parent = verdictIn(rules, mode);
        const child = verdictIn([...rules, ...own], narrowMode(mode, wanted));
        if (child !== parent) narrower++;
        expect(order.indexOf(child)).toBeLessThanOrEqual(order.indexOf(parent));
      },
    ),
    { numRuns: 3_000 },
  );
  expect(narrower).toBeGreaterThan(50);
});
