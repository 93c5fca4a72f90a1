import {
  type Behavior,
  createPolicyTrial,
  type ExampleTrial,
  isPolicy,
  lintRules,
  loadPolicies,
  type Mode,
  messageOf,
  type Policy,
  type PolicyRule,
  type PolicyTrial,
  type TrialCall,
  type TrialResult,
  tryExamples,
} from "@gauntlet/core";

/** A call and what must be decided about it. */
export interface PolicyCase {
  /** As people write it, `Bash(curl x)` or `Read(./src/a.ts)`; or the call with its input and effects. */
  readonly call: string | TrialCall;
  /** What holds for a person at the terminal; in the mode `dontAsk` an ask is a deny. */
  readonly expect: Behavior;
  /** Default `default`. */
  readonly mode?: Mode;
  /** Id of a rule that must be among the determining ones. */
  readonly because?: string;
}

/** What a policy needs beside its cases. */
export interface PolicyTesterOptions {
  /** The file the policy is written in, absolute or as URL; needed when it extends others. */
  readonly from?: string | URL;
}

/**
 * Proves a policy: each deny and ask rule has an id and a reason, no rule is one that never matches, stands twice, is
 * undone by another, or allows a whole tool of commands without an example, the examples are decided as they say by the rules of the policy alone, and the cases by its rules, those it extends and the voters of
 * the runtime, in a place that does not exist: working directory `/srv/project`, home `/home/person`. Each rule of the
 * policy has to vote in some case or example.
 * @throws Error that lists everything found wrong, one line each.
 */
export async function policyTester(
  policy: Policy,
  cases: readonly PolicyCase[],
  { from }: PolicyTesterOptions = {},
): Promise<void> {
  if (!isPolicy(policy)) throw new Error("policyTester was given something that `definePolicy` did not make");
  const { rules } = policy;
  const own = createPolicyTrial(rules);
  const examples = tryExamples(rules);
  const extended = await extendedRules(policy, from);
  const judged = judge(createPolicyTrial([...rules, ...extended.rules]), cases);
  const results = [...judged.results, ...examples.flatMap(({ result }) => result ?? [])];
  const problems = [
    ...(rules.length === 0 && policy.extends.length === 0 ? ["it has no rules"] : []),
    ...rules.flatMap(wordProblems),
    ...own.warnings,
    ...lintProblems(rules),
    ...rules.filter((rule) => allowsAnyCommand(rule, own)).map(wideProblem),
    ...examples.flatMap(exampleProblems),
    ...extended.problems,
    ...judged.problems,
    ...unhitProblems(rules, results),
  ];
  if (problems.length > 0)
    throw new Error(`policy \`${policy.name}\`:\n${problems.map((problem) => `- ${problem}`).join("\n")}`);
}

async function extendedRules(
  { extends: entries }: Policy,
  from: string | URL | undefined,
): Promise<{ rules: readonly PolicyRule[]; problems: readonly string[] }> {
  if (entries.length === 0) return { rules: [], problems: [] };
  if (from === undefined) {
    const problem = "it extends others; say where it is written with `from`, so that they can be found";
    return { rules: [], problems: [problem] };
  }
  const { rules } = await loadPolicies(entries, from);
  return { rules, problems: [] };
}

const nameOf = ({ id, behavior, text }: PolicyRule): string =>
  id === undefined ? `rule ${behavior} \`${text}\`` : `rule \`${id}\``;

function wordProblems(rule: PolicyRule): readonly string[] {
  if (rule.behavior === "allow") return [];
  return (["id", "why"] as const)
    .filter((member) => rule[member] === undefined)
    .map((member) => `${nameOf(rule)} has no \`${member}\`, so whoever it stops learns nothing from it`);
}

/** What is found in pairs of rules, or by their examples; the trial itself tells of rules that never match. */
function lintProblems(rules: readonly PolicyRule[]): readonly string[] {
  const sources = rules.map((rule) => ({ ...rule, source: "managed" as const, anchor: "/srv/project" }));
  const place = { cwd: "/srv/project", home: "/home/person", caseInsensitive: false };
  return lintRules(sources, place, [])
    .filter(({ kind }) => !["never-matches", "doubtful", "unknown-tool"].includes(kind))
    .map(({ message }) => message);
}

/** Commands of which nobody can have meant all. */
const ANY_COMMANDS = ["Bash(rm -rf ..)", "Bash(some-program --that=nobody knows)"];

function allowsAnyCommand(rule: PolicyRule, trial: PolicyTrial): boolean {
  if (rule.behavior !== "allow" || (rule.examples?.allow ?? []).length > 0) return false;
  return ANY_COMMANDS.every((call) => trial.decide(call, { rulesOnly: true }).hits.includes(rule));
}

const wideProblem = (rule: PolicyRule): string =>
  `${nameOf(rule)} allows every command there is; narrow it, or give examples of what it is for`;

function exampleProblems({ rule, example, expected, problem }: ExampleTrial): readonly string[] {
  if (problem === undefined) return [];
  return [`${nameOf(rule)}: the ${expected} example ${callText(example)} ${problem}`];
}

function judge(trial: PolicyTrial, cases: readonly PolicyCase[]) {
  const results: TrialResult[] = [];
  const problems = cases.flatMap((one, i): readonly string[] => {
    const label = `case ${i + 1}, ${callText(one.call)}${one.mode === undefined ? "" : ` in mode \`${one.mode}\``}`;
    try {
      const result = trial.decide(one.call, one.mode === undefined ? {} : { mode: one.mode });
      results.push(result);
      return caseProblems(one, result).map((problem) => `${label}: ${problem}`);
    } catch (thrown) {
      return [`${label}: ${messageOf(thrown)}`];
    }
  });
  return { results, problems };
}

function caseProblems(
  { expect, because: id }: PolicyCase,
  { effective, because }: TrialResult,
): readonly string[] {
  const reasons = because.map(({ ruleId, rule, why }) => ruleId ?? rule ?? why);
  const reason = reasons.length === 0 ? "nobody allowed all of it" : `because of ${reasons.join(", ")}`;
  if (effective !== expect) return [`is decided as \`${effective}\`, not \`${expect}\`: ${reason}`];
  if (id === undefined || because.some(({ ruleId }) => ruleId === id)) return [];
  return [`is decided as \`${effective}\`, and not because of \`${id}\`: ${reason}`];
}

function unhitProblems(rules: readonly PolicyRule[], results: readonly TrialResult[]): readonly string[] {
  const isHit = (rule: PolicyRule): boolean => results.some(({ hits }) => hits.includes(rule));
  return rules
    .filter((rule) => !isHit(rule))
    .map((rule) => `${nameOf(rule)} votes in no case and no example`);
}

const callText = (call: string | TrialCall): string =>
  `\`${typeof call === "string" ? call : JSON.stringify(call)}\``;
