import type { RuleSet } from "./rules.ts";

/** Why a rule denies every call of a tool, in words; undefined when none does. */
export function denialOf(rules: RuleSet, name: string, aliases: readonly string[] = []): string | undefined {
  const denied = rules.hiddenBy(name, aliases);
  return denied && `the rule \`${denied.rule}\` of ${denied.source} denies it`;
}
