import type { AgentSpec } from "./contract/agent.ts";
import { narrowMode } from "./policy/narrow-mode.ts";
import type { RuleSource } from "./policy/policy.ts";
import type { RuleSet } from "./policy/rules.ts";
import type { SessionPolicy } from "./session-policy.ts";

/**
 * The policy of an agent: its parent's at any time, narrowed by what the agent's definition says. What a person
 * answers (a mode, a rule to remember) is answered to the session.
 * @throws GNT_CONFIG_RULE for a rule of the definition that is none.
 */
export function narrowPolicy(parent: SessionPolicy, spec: AgentSpec): SessionPolicy {
  // An agent stays where it was started, wherever its session goes.
  const directory = parent.directory();
  const mirror = parent.mirror();
  const own = rulesOf(spec, parent.context().cwd);
  // What is denied in the copy it works in stays denied there, also when its session goes back.
  const compileHere: SessionPolicy["compile"] = (rules, copies = []) =>
    parent.compile(rules, mirror ? [...copies, mirror] : copies);
  const compile = (): RuleSet => compileHere([...parent.sources(), ...own]);
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
    compile: compileHere,
    mirror: () => mirror,
    directory: () => directory,
    moveTo() {
      throw new Error("a subagent does not move");
    },
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
      why: `the definition of the agent \`${name}\` ${behavior === "deny" ? "denies it" : "asks before it"}`,
    })),
  );
}
