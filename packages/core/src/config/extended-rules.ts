import { BEHAVIORS } from "../contract/decision.ts";
import type { RuleSource } from "../policy/policy.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";
import type { GauntletConfig } from "./config.ts";
import { type PlaceOf, placeAt } from "./located-value.ts";
import { restrictToTightening } from "./restrict.ts";

/** Where an extended rule is written. */
export interface FoundRule {
  /** Absolute. */
  readonly file: string;
  /** 1-based; undefined where the text of the rule is not found in the file. */
  readonly line?: number;
}

/** The rules of a policy with their places; its module is `text`. */
export function policyRules(
  rules: readonly PolicyRule[],
  { file, text }: { readonly file: string; readonly text: string },
): (PolicyRule & FoundRule)[] {
  return rules.map((rule) => ({ ...rule, file, ...lineIn(text, rule.text) }));
}

/** The rules of a configuration that is extended like a policy. */
export function configRules(
  { permissions }: GauntletConfig,
  { file, placeOf }: { readonly file: string; readonly placeOf: PlaceOf | undefined },
): (PolicyRule & FoundRule)[] {
  return BEHAVIORS.flatMap((behavior) =>
    (permissions?.[behavior] ?? []).map((text, i) => {
      const line = placeOf?.(["permissions", behavior, i], text)?.line;
      return { behavior, text, file, ...(line === undefined ? {} : { line }) };
    }),
  );
}

/** What an extended configuration says beside rules and `extends`. */
export function ignoredKeys({ extends: _, permissions = {}, ...others }: GauntletConfig): readonly string[] {
  const { allow: __, ...rest } = permissions;
  return restrictToTightening({ ...others, permissions: rest }).ignored;
}

/** An extended rule as one of the place that extends it. Examples go along for those who look for wide rules. */
export function extendedSource(
  { see, why, id, examples, behavior, text, file, line }: PolicyRule & FoundRule,
  { source, anchor }: Pick<RuleSource, "source" | "anchor">,
): RuleSource {
  const reason = see === undefined ? why : `${why} (see ${see})`;
  return Object.freeze({
    behavior,
    text,
    source,
    anchor,
    file,
    ...(line === undefined ? {} : { line }),
    ...(id === undefined ? {} : { id }),
    ...(reason === undefined ? {} : { why: reason }),
    ...(examples === undefined ? {} : { examples }),
  });
}

/** A rule may also be part of another text, so the one in quotes is looked for first. */
function lineIn(text: string, rule: string): { line?: number } {
  const escaped = JSON.stringify(rule).slice(1, -1);
  const forms = ['"', "'", "`"].flatMap((quote) => [`${quote}${rule}${quote}`, `${quote}${escaped}${quote}`]);
  const at = [...forms, rule].map((form) => text.indexOf(form)).find((offset) => offset !== -1);
  return at === undefined ? {} : { line: placeAt(text, at).line };
}
