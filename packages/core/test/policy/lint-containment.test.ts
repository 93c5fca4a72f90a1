import { expect, it } from "vitest";
import { comparable, isInside } from "../../src/policy/lint-containment.ts";
import { parseRule } from "../../src/policy/rule.ts";
import { ENV, rule } from "./fixtures.ts";

const read = (behavior: "allow" | "deny", text: string) => comparable(parseRule(rule(behavior, text)), ENV);

it.each([
  ["Skill(commit)", "Skill(commit)", true],
  ["Skill(commit)", "Skill", true],
  // The first also means `/commit`, the second only the very text.
  ["Skill(commit)", "Skill(skill:commit)", false],
  ["Agent(Explore)", "Agent(Ex*)", true],
  ["Agent(Ex*)", "Agent(Explore)", false],
  ["Agent(Explore)", "Skill(Explore)", false],
  ["mcp__db__get_*", "mcp__db__*", true],
  ["mcp__db__*", "mcp__db__get_*", false],
  ["Grep", "Grep(output_mode:content)", false],
  // A rule that is about nothing is inside nothing.
  ["Glob(src/**)", "*", false],
])("everything %s is about is denied by %s: %s", (narrow, wide, inside) => {
  expect(isInside(read("allow", narrow), read("deny", wide))).toBe(inside);
});
