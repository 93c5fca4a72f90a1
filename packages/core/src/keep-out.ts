import type { CommandHook } from "./contract/command-hook.ts";
import type { RuleSource } from "./policy/policy.ts";
import type { ConfiguredSettings } from "./settings-source.ts";

/**
 * What counts when a hook keeps changed settings out and the organization changed something along with them: all the
 * organization says now; of everybody else what was there before, without the allow rules that are gone.
 */
export function keepOut(before: ConfiguredSettings, now: ConfiguredSettings): ConfiguredSettings {
  const stays = (rule: RuleSource): boolean =>
    rule.behavior !== "allow" || now.rules.some((other) => saysTheSame(rule, other));
  return {
    rules: [
      ...now.rules.filter(isManaged),
      ...before.rules.filter((rule) => !isManaged(rule) && stays(rule)),
    ],
    commandHooks: {
      hooks: [
        ...now.commandHooks.hooks.filter(isManaged),
        ...before.commandHooks.hooks.filter((hook) => !isManaged(hook)),
      ],
      // Each list narrows where requests may go.
      allowedUrls: distinct([...now.commandHooks.allowedUrls, ...before.commandHooks.allowedUrls]),
      allowedEnvVars: distinct([...now.commandHooks.allowedEnvVars, ...before.commandHooks.allowedEnvVars]),
    },
    policies: distinct([...now.policies, ...before.policies]),
  };
}

/** The same rule, wherever it stands. */
export const saysTheSame = (a: RuleSource, b: RuleSource): boolean =>
  a.text === b.text && a.behavior === b.behavior && a.source === b.source;

const isManaged = ({ source }: RuleSource | CommandHook): boolean => source === "managed";

const distinct = <T>(values: readonly T[]): readonly T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];
