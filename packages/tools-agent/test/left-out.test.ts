import { expect, test } from "vitest";
import { readDefinition } from "../src/agents/definition.ts";
import { leftOut } from "../src/frontmatter.ts";
import { messages } from "../src/messages.ts";
import { readSkill } from "../src/skills/skill-file.ts";

const FILE = "/p/.claude/agents/a.md";
const said = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => "read",
    (thrown: unknown) => leftOut(FILE, thrown),
  );

test("a file that is left out is named once, with the line people see in it", async () => {
  const text = "---\nname: a\ndescription: [x\n---\nbody\n";
  expect(await said(readDefinition(text, FILE))).toMatch(
    /^`\/p\/\.claude\/agents\/a\.md` is left out: YAML line [34] column \d+ is broken: /,
  );
  expect(await said(readDefinition("---\n- a\n---\nbody", FILE))).toBe(
    `\`${FILE}\` is left out: what stands between the lines \`---\` is not a mapping: write \`name: value\``,
  );
});

test("a name that cannot be used says what can, in the same words for agents and skills", async () => {
  const text = "---\nname: 'a/b'\ndescription: x\n---\nbody";
  expect(await said(readDefinition(text, FILE))).toContain(
    "`name` is `a/b`: use words of letters, digits, `.`,",
  );
  expect(await said(readSkill(text, FILE))).toContain("`name` is `a/b`: use letters, digits, `.`, `:`,");
});

test("what is near is named first, else all there is", () => {
  expect(messages.noSuchType("Explor", ["Explore", "b"])).toBe(
    "There is no agent type `Explor`. Did you mean `Explore`?",
  );
  expect(messages.noSuchType("x", ["Explore", "Plan"])).toBe(
    "There is no agent type `x`. Use one of `Explore`, `Plan`.",
  );
  expect(messages.noSuchAgent("x", ["agent_1"])).toBe(
    "There is no background agent `x`. Use one of `agent_1`.",
  );
});
