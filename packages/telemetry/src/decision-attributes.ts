import type { Decision } from "@gauntlet/core";
import type { Attributes } from "@opentelemetry/api";
import { ATTRIBUTES as A } from "./attributes.ts";

/** What a gate span says about its decision. Paths, commands and texts of rules are content and only come when asked for. */
export function decisionAttributes(decision: Decision, content: boolean): Attributes {
  const { because, policies, effects, answer } = decision;
  const ruleIds = distinct(because.flatMap(({ ruleId }) => (ruleId === undefined ? [] : [ruleId])));
  return {
    [A.decision]: decision.id,
    [A.behavior]: decision.behavior,
    [A.effective]: decision.effective,
    [A.mode]: decision.mode,
    [A.headless]: decision.headless,
    [A.sources]: distinct(because.map(({ source }) => source)),
    [A.voters]: distinct(because.map(({ voter }) => voter)),
    [A.rules]: ruleIds,
    [A.policies]: policies.map(({ name, revision }) => `${name}@${revision}`),
    [A.effects]: distinct(effects.map(({ kind }) => kind)),
    ...(answer && { [A.answeredBy]: answer.by }),
    ...(content && { [A.because]: because.map(({ why }) => why) }),
  };
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];
