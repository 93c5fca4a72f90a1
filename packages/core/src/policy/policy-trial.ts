import { BEHAVIORS, type Behavior, type Mode, type Vote } from "../contract/decision.ts";
import type { LocatedEffect } from "../contract/effect.ts";
import { messageOf } from "../errors.ts";
import { combine } from "./combine.ts";
import type { PolicyContext, RuleSource } from "./policy.ts";
import type { PolicyRule, TrialCall } from "./policy-rule.ts";
import { callInWords, policyCallOf, readTrialCall, TRIAL_PLACE } from "./policy-trial-call.ts";
import { parseRule } from "./rule.ts";
import { compileRules } from "./rules.ts";
import { BUILTIN_VOTERS, collectVotes, rulesVoter } from "./voters.ts";

/** What was decided about a call in a trial. */
export interface TrialResult {
  readonly behavior: Behavior;
  /** As for a person at the terminal: an ask is a deny in the mode `dontAsk` only. */
  readonly effective: Behavior;
  /** The determining votes. */
  readonly because: readonly Vote[];
  readonly votes: readonly Vote[];
  readonly effects: readonly LocatedEffect[];
  /** The rules that voted, whatever came of it. */
  readonly hits: readonly PolicyRule[];
}

/** How a trial is held. */
export interface TrialOptions {
  /** Default `default`. */
  readonly mode?: Mode;
  /** Only the rules vote, none of the voters of the runtime. Default false. */
  readonly rulesOnly?: boolean;
}

/** Rules of policies, ready to be tried. */
export interface PolicyTrial {
  /** Rules that can be read and never match, or probably mean something else. */
  readonly warnings: readonly string[];
  /**
   * Decides about a call with the rules as managed ones and the voters of the runtime, in a place that does not exist:
   * working directory and anchor `/srv/project`, home `/home/person`.
   * @param call a text such as `Bash(curl x)`, or the call itself.
   * @throws Error for a text that is no call.
   */
  decide(call: string | TrialCall, options?: TrialOptions): TrialResult;
}

const { cwd, home } = TRIAL_PLACE;

const CONTEXT: Omit<PolicyContext, "mode"> = Object.freeze({
  cwd,
  home,
  workingDirectories: [cwd],
  resultsDirectories: [`${home}/.local/state/gauntlet/sessions/trial/results`],
  ownDirectories: [`${home}/.local/state/gauntlet`, `${home}/.config/gauntlet`],
  trustEffects: ["@gauntlet/*"],
});

/**
 * Makes rules ready to be tried.
 * @throws GNT_CONFIG_RULE for the first text that is no rule.
 */
export function createPolicyTrial(rules: readonly PolicyRule[]): PolicyTrial {
  const compiled = compileRules(rules.map(trialSource), { cwd, home, caseInsensitive: false });
  const byKey = new Map(rules.map((rule) => [keyOf(rule.text, rule.id), rule]));
  const rulesOf = (votes: readonly Vote[]): readonly PolicyRule[] => {
    const hits = votes.flatMap(({ rule, ruleId }) =>
      rule === undefined ? [] : (byKey.get(keyOf(rule, ruleId)) ?? []),
    );
    return [...new Set(hits)];
  };
  return {
    warnings: compiled.warnings,
    decide: (given, { mode = "default", rulesOnly = false } = {}) => {
      const call = policyCallOf(typeof given === "string" ? readTrialCall(given) : given);
      const voters = [rulesVoter(compiled), ...(rulesOnly ? [] : BUILTIN_VOTERS)];
      const votes = collectVotes(voters, call, { ...CONTEXT, mode });
      const { effects } = call;
      const verdict = combine({ votes, effectCount: effects.length, mode, headless: false });
      const { behavior, effective, because } = verdict;
      return { behavior, effective, because, votes, effects, hits: rulesOf(votes) };
    },
  };
}

/** An example of a rule, and what came of it. */
export interface ExampleTrial {
  readonly rule: PolicyRule;
  readonly example: string | TrialCall;
  readonly expected: Behavior;
  /** Undefined when the example is no call. */
  readonly result?: TrialResult;
  /** What is wrong, as the end of a sentence; undefined when nothing is. */
  readonly problem?: string;
}

/** Tries every example of some rules against these rules alone, in order. */
export function tryExamples(rules: readonly PolicyRule[]): readonly ExampleTrial[] {
  const trial = createPolicyTrial(rules);
  return rules.flatMap((rule) =>
    BEHAVIORS.flatMap((expected) =>
      (rule.examples?.[expected] ?? []).map((example) => {
        const tried = { rule, example, expected };
        try {
          const result = trial.decide(exampleCall(rule, example), { rulesOnly: true });
          if (result.behavior === expected) return { ...tried, result };
          return { ...tried, result, problem: `is decided as \`${result.behavior}\`${becauseOf(result)}` };
        } catch (thrown) {
          return { ...tried, problem: `cannot be tried: ${messageOf(thrown)}` };
        }
      }),
    ),
  );
}

/** The rule a policy's rule becomes in a trial. */
function trialSource({ behavior, text, id, why }: PolicyRule): RuleSource {
  return {
    behavior,
    text,
    source: "managed",
    anchor: cwd,
    ...(id === undefined ? {} : { id }),
    ...(why === undefined ? {} : { why }),
  };
}

const keyOf = (text: string, id: string | undefined): string => JSON.stringify([text, id]);

function exampleCall(rule: PolicyRule, example: string | TrialCall): TrialCall {
  if (typeof example !== "string") return example;
  const { tool } = parseRule({ ...trialSource(rule) });
  return callInWords(tool, example) ?? { tool: example };
}

function becauseOf({ because, effects }: TrialResult): string {
  const [first] = because;
  if (first !== undefined) return `: ${first.why}`;
  return effects.length > 1
    ? ": no rule of the policy covers all of it"
    : ": no rule of the policy is about it";
}
