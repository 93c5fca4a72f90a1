import { CONTRACT_VERSION } from "../contract/version.ts";
import { ConfigError } from "../errors.ts";
import { nearestName } from "../tool/nearest-name.ts";
import { checkPolicyRule } from "./policy-check.ts";
import type { PolicyRule } from "./policy-rule.ts";
import { findControl, showControls } from "./refuse-rule.ts";

const policyMarker = Symbol.for("gauntlet.policy");
const MEMBERS: readonly string[] = ["name", "revision", "rules", "extends"];

/** What the author of a policy writes. */
export interface PolicySpec {
  /** Package name for packages, else any short name. */
  readonly name: string;
  /** Which state of the policy this is, such as a date or a version; decisions name it. */
  readonly revision: string;
  readonly rules: readonly PolicyRule[];
  /** Policies to build on: package names, or files relative to the module of this policy. */
  readonly extends?: readonly string[];
}

/** A checked, frozen policy. */
export interface Policy {
  readonly contract: number;
  readonly name: string;
  readonly revision: string;
  readonly rules: readonly PolicyRule[];
  readonly extends: readonly string[];
}

/**
 * Declares a policy: named rules with reasons and examples, to be a module's default export and named by `extends`.
 * The examples are tried when the policy is loaded.
 * @throws GNT_POLICY_DECLARATION for unknown or mistyped members, blank texts and ids given twice; GNT_CONFIG_RULE for
 * a text that is no rule.
 */
export function definePolicy(spec: PolicySpec): Policy {
  const { name, revision, rules, extends: bases, ...unknown } = Object(spec) as Partial<PolicySpec>;
  const label = typeof name === "string" ? `policy \`${showControls(name)}\`` : "a policy";
  const refuse = (what: string, hint?: string): never => {
    throw new ConfigError("GNT_POLICY_DECLARATION", `${label} ${what}`, hint === undefined ? {} : { hint });
  };
  if (!isName(name)) return refuse("has no name", "give it `name`, a text in one line");
  if (!isName(revision)) return refuse("has no revision", 'give it `revision`, such as `"2026-11-01"`');
  const [member] = Object.keys(unknown);
  if (member !== undefined) {
    const near = nearestName(member, MEMBERS);
    refuse(`declares \`${showControls(member)}\`, which no policy has`, near && `did you mean \`${near}\`?`);
  }
  if (!Array.isArray(rules))
    return refuse("has no list of `rules`", "make them with `allow`, `ask` and `deny`");
  if (bases !== undefined && !(Array.isArray(bases) && bases.every(isName)))
    refuse(
      "declares `extends` that is not a list of texts",
      "write package names or files such as `./base.ts`",
    );

  const checked = Array.from(rules, (rule: unknown, at) =>
    checkPolicyRule(rule, at, { policy: name, refuse }),
  );
  const ids = checked.flatMap(({ id }) => id ?? []);
  const double = ids.find((id, at) => ids.indexOf(id) !== at);
  if (double !== undefined)
    refuse(`has two rules with the id \`${double}\``, "give each rule an id of its own");

  const policy: Policy = {
    contract: CONTRACT_VERSION,
    name,
    revision,
    rules: Object.freeze(checked),
    extends: Object.freeze([...(bases ?? [])]),
  };
  Object.defineProperty(policy, policyMarker, { value: true });
  return Object.freeze(policy);
}

/** Tells whether a value was made by `definePolicy`, also by another copy of this package. */
export function isPolicy(value: unknown): value is Policy {
  return typeof value === "object" && value !== null && Object.hasOwn(value, policyMarker);
}

const isName = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "" && findControl(value) < 0;
