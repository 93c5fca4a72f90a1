import { BEHAVIORS, type Behavior } from "../contract/decision.ts";
import { isJsonObject } from "../json-object.ts";
import { nearestName } from "../tool/nearest-name.ts";
import type { PolicyRule, RuleExamples, TrialCall } from "./policy-rule.ts";
import { findControl, showControls } from "./refuse-rule.ts";
import { parseRule } from "./rule.ts";

/** The policy a rule is checked for. */
export interface RuleRoom {
  readonly policy: string;
  /** Throws an error that names the policy. */
  readonly refuse: (what: string, hint?: string) => never;
}

const MEMBERS: readonly string[] = ["behavior", "text", "id", "why", "see", "examples"];
const CALL_MEMBERS: readonly string[] = ["tool", "input", "effects"];

/**
 * Checks one entry of a policy's rules.
 * @returns a frozen copy with the members that are there.
 * @throws whatever `room.refuse` throws; GNT_CONFIG_RULE for a text that is no rule.
 */
export function checkPolicyRule(value: unknown, at: number, room: RuleRoom): PolicyRule {
  const { refuse } = room;
  if (!isJsonObject(value))
    return refuse(
      `has something at \`rules[${at}]\` that is not a rule`,
      "make it with `allow`, `ask` or `deny`",
    );
  const { behavior, text, id, why, see, examples } = value;
  if (!BEHAVIORS.includes(behavior as Behavior))
    refuse(`has a rule at \`rules[${at}]\` without behavior`, "make it with `allow`, `ask` or `deny`");
  if (typeof text !== "string") return refuse(`has a rule at \`rules[${at}]\` that is not a text`);
  // The policy stands where a file would: it is what people can look up.
  const place = `policy ${room.policy}`;
  parseRule({ behavior: behavior as Behavior, text, source: "host", file: place, anchor: "/" });

  const label = `rule \`${showControls(text)}\``;
  refuseUnknown(value, MEMBERS, (key, hint) => refuse(`gives ${label} \`${key}\`, which no rule has`, hint));
  const line = (key: string, content: unknown): string | undefined => {
    if (content === undefined) return undefined;
    if (typeof content === "string" && content.trim() !== "" && findControl(content) < 0) return content;
    return refuse(`gives ${label} a \`${key}\` that is not a text in one line`);
  };
  const texts = { id: line("id", id), why: line("why", why), see: line("see", see) };
  if (texts.see !== undefined && texts.why === undefined)
    refuse(`gives ${label} \`see\` without \`why\``, "say why first; `see` is shown after it");
  return Object.freeze({
    behavior: behavior as Behavior,
    text,
    ...(texts.id === undefined ? {} : { id: texts.id }),
    ...(texts.why === undefined ? {} : { why: texts.why }),
    ...(texts.see === undefined ? {} : { see: texts.see }),
    ...(examples === undefined ? {} : { examples: checkExamples(examples, label, refuse) }),
  });
}

function checkExamples(value: unknown, label: string, refuse: RuleRoom["refuse"]): RuleExamples {
  if (!isJsonObject(value)) return refuse(`gives ${label} \`examples\` that are not an object`);
  refuseUnknown(value, BEHAVIORS, (key, hint) => refuse(`gives ${label} examples of \`${key}\``, hint));
  const lists = BEHAVIORS.filter((behavior) => value[behavior] !== undefined).map((behavior) => {
    const list = value[behavior];
    if (!Array.isArray(list)) return refuse(`gives ${label} \`examples.${behavior}\` that are not a list`);
    const calls = Array.from(list, (call: unknown, at) => {
      if (typeof call === "string" && call.trim() !== "") return call;
      return checkCall(call, (what) => refuse(`gives ${label} \`examples.${behavior}[${at}]\` that ${what}`));
    });
    return [behavior, Object.freeze(calls)];
  });
  return Object.freeze(Object.fromEntries(lists) as RuleExamples);
}

function checkCall(value: unknown, refuse: (what: string) => never): TrialCall {
  if (!isJsonObject(value)) return refuse("is neither a text nor an object with `tool`");
  const { tool, effects } = value;
  if (typeof tool !== "string" || tool.trim() === "") refuse("names no `tool`");
  refuseUnknown(value, CALL_MEMBERS, (key) => refuse(`has \`${key}\`, which no call has`));
  if (effects !== undefined && !(Array.isArray(effects) && effects.every(isJsonObject)))
    refuse("has `effects` that are not a list of effects");
  return Object.freeze({ ...value }) as unknown as TrialCall;
}

function refuseUnknown(
  value: Record<string, unknown>,
  known: readonly string[],
  refuse: (key: string, hint?: string) => never,
): void {
  const key = Object.keys(value).find((member) => !known.includes(member));
  if (key === undefined) return;
  const near = nearestName(key, known);
  refuse(showControls(key), near === undefined ? undefined : `did you mean \`${near}\`?`);
}
