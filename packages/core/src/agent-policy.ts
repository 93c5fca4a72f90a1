import type { AgentSpec } from "./contract/agent.ts";
import { isCaseInsensitive, isUnicodeNormalizing } from "./policy/case-sensitivity.ts";
import { narrowMode } from "./policy/narrow-mode.ts";
import type { RuleSource } from "./policy/policy.ts";
import { realPathOrSelf } from "./policy/real-path.ts";
import { compileRules, type RuleSet } from "./policy/rules.ts";
import type { SessionPolicy } from "./session-policy.ts";

/**
 * The policy of an agent: its parent's at any time, narrowed by what the agent's definition says. What a person
 * answers (a mode, a rule to remember) is answered to the session.
 * @throws GNT_CONFIG_RULE for a rule of the definition that is none.
 */
export function narrowPolicy(parent: SessionPolicy, spec: AgentSpec): SessionPolicy {
  const { cwd, home } = parent.context();
  const own = rulesOf(spec, cwd);
  const compile = (): RuleSet =>
    compileRules([...parent.sources(), ...own], {
      cwd,
      home,
      caseInsensitive: isCaseInsensitive(cwd),
      unicodeNormalizing: isUnicodeNormalizing(),
      realPathOf: realPathOrSelf,
    });
  let known = parent.rules();
  let rules = compile();
  const mode = () => narrowMode(parent.mode(), spec.permissionMode);
  return {
    ...parent,
    rules() {
      const now = parent.rules();
      if (now !== known) rules = compile();
      known = now;
      return rules;
    },
    sources: () => [...parent.sources(), ...own],
    mode,
    context: () => ({ ...parent.context(), mode: mode() }),
    apply: () => undefined,
  };
}

function rulesOf({ name, permissions = {} }: AgentSpec, anchor: string): readonly RuleSource[] {
  return (["deny", "ask"] as const).flatMap((behavior) =>
    (permissions[behavior] ?? []).map((text) => ({
      behavior,
      text,
      source: "session" as const,
      anchor,
      why: `the agent \`${name}\` is defined so`,
    })),
  );
}
