import type { Behavior } from "../contract/decision.ts";
import type { Effect } from "../contract/effect.ts";

/** A call written down by hand, to ask what rules say about it. */
export interface TrialCall {
  readonly tool: string;
  /** Default `{}`. */
  readonly input?: unknown;
  /** Paths may be relative to the working directory of the trial or begin with `~/`. Default: unknown effects. */
  readonly effects?: readonly Effect[];
}

/**
 * Calls and what the rules of the policy alone must make of them. A text is in the language of the rule it stands at:
 * for `Bash` a command, for `Read` and `Edit` a path, for `WebFetch` an address or a host, for `Agent` a type, for
 * `Skill` a name, for a rule on a field `field:value`, else the name of a tool. What no rule of the policy is about
 * belongs under `ask`: the policy leaves it to others.
 */
export type RuleExamples = Readonly<Partial<Record<Behavior, readonly (string | TrialCall)[]>>>;

/** What can be said about a rule beside its text. */
export interface RuleOptions {
  /** Unique in its policy, such as `acme/no-curl`; decisions name it. */
  readonly id?: string;
  /** One sentence for the person or the model that is stopped: the reason, and what to do instead. */
  readonly why?: string;
  /** Where to read more; shown after `why`. */
  readonly see?: string;
  /** Checked whenever the policy is loaded. */
  readonly examples?: RuleExamples;
}

/** A rule of a policy. */
export interface PolicyRule extends RuleOptions {
  readonly behavior: Behavior;
  /** In the language of permission rules: `Bash(git status)`. */
  readonly text: string;
}

/** A rule that allows. Nothing is checked before `definePolicy`. */
export const allow = (text: string, options?: RuleOptions): PolicyRule => rule("allow", text, options);

/** A rule that has a person asked. Nothing is checked before `definePolicy`. */
export const ask = (text: string, options?: RuleOptions): PolicyRule => rule("ask", text, options);

/** A rule that denies. Nothing is checked before `definePolicy`. */
export const deny = (text: string, options?: RuleOptions): PolicyRule => rule("deny", text, options);

const rule = (behavior: Behavior, text: string, options: RuleOptions = {}): PolicyRule =>
  Object.freeze({ ...options, behavior, text });
