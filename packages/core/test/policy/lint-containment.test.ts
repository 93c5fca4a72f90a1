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

it.each([
  // Tools and their input.
  ["allow WebFetch(domain:*)", "deny WebFetch", false],
  ["allow WebFetch(domain:*)", "deny WebFetch(domain:*)", true],
  ["deny Probe(a:b)", "deny *", true],
  ["deny Probe(a:b)", "deny Probe(a:*)", true],
  ["deny Probe(a:b)", "deny Probe(c:b)", false],
  ["deny Probe(a:b)", "deny Other(a:b)", false],
  ["deny Skill(a *)", "deny Skill(a *)", true],
  ["deny Skill(ab)", "deny Skill(a*)", false],
  // Commands.
  ["allow Bash(git status)", "deny Bash(git *)", true],
  ["allow Bash(git)", "deny Bash(git *)", true],
  ["allow Bash(gitk)", "deny Bash(git *)", false],
  ["allow Bash(git*)", "deny Bash(git *)", false],
  ["allow Bash(git log *)", "deny Bash(git *)", true],
  ["allow Bash(git *)", "deny Bash(git log *)", false],
  ["allow Bash(git * x)", "deny Bash(git *)", true],
  ["allow Bash(git *)", "deny Bash(git * x)", false],
  ["allow Bash(git:*)", "deny Bash(git *)", true],
  ["allow Bash(git *)", "deny Bash(git:*)", true],
  ["allow Bash(git **)", "deny Bash(git *)", true],
  ["allow Bash(git *)", "deny Bash(git *x)", false],
  // Hosts.
  ["allow WebFetch(domain:a.test)", "deny WebFetch(domain:*.test)", true],
  ["allow WebFetch(domain:a.test)", "deny WebFetch(domain:b.test)", false],
  ["allow WebFetch(domain:a)", "deny Bash(a)", false],
  ["allow WebFetch(domain:*.a)", "deny WebFetch(domain:*)", true],
  ["allow WebFetch(domain:x*.test)", "deny WebFetch(domain:X*.test)", true],
  ["allow WebFetch(domain:*.a.test)", "deny WebFetch(domain:*.test)", true],
  ["allow WebFetch(domain:*.test)", "deny WebFetch(domain:*.a.test)", false],
  ["allow WebFetch(domain:*.btest)", "deny WebFetch(domain:*.test)", false],
  ["allow WebFetch(domain:*.a.b)", "deny WebFetch(domain:x*.a.b)", false],
  ["allow WebFetch(domain:*.x.a*.b)", "deny WebFetch(domain:x*.a*.b)", false],
  // Paths.
  ["deny Edit(./a)", "deny Edit(./a)", true],
  ["allow Edit(./a)", "deny Edit(./a)", false],
  ["allow Edit(./a)", "deny Read(./a)", true],
  ["deny Read(./a)", "deny Edit(./a)", false],
  ["allow Read(src/**)", "deny Read(./src/**)", true],
  ["allow Read(src/a.ts)", "deny Read(src/**)", true],
  ["allow Read(**)", "deny Read(src/**)", false],
  ["allow Read(/a/b)", "deny Read(**/a/b)", true],
  ["allow Read(/a)", "deny Read(/x/a)", false],
  ["allow Read(/a)", "deny Read(**/x/a)", false],
  ["allow Read(/*/a)", "deny Read(/a)", false],
  ["allow Read(a.env)", "deny Read(*.env)", true],
  ["allow Read(a.env)", "deny Read(/*.env)", false],
  ["allow Read(a.env)", "deny Read(*.pem)", false],
  ["allow Read(*.e*)", "deny Read(*.env)", false],
] as const)("%s is inside %s: %s", (narrow, wide, inside) => {
  const [one, other] = [narrow, wide].map((text) => {
    const [behavior = "", ...rest] = text.split(" ");
    return read(behavior as "allow" | "deny", rest.join(" "));
  });
  expect(one && other && isInside(one, other)).toBe(inside);
});
