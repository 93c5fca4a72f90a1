import { definePlugin, defineTool, Type } from "@gauntlet/core";
import toolsFs from "@gauntlet/tools-fs";
import { describe, expect, test } from "vitest";
import toolsAgent from "../src/index.ts";
import { fillIn } from "../src/skills/fill-in.ts";
import { createWorld, says, type World } from "./world.ts";

const file = (head: string, body: string): string => `---\n${head}\n---\n${body}\n`;
const RELEASE = file("description: Makes a release.\nargument-hint: '[version]'", "Tag it, then push.");

async function descriptionOf({ session }: World): Promise<string> {
  const { definitions } = await session.tools();
  return definitions.find(({ name }) => name === "Skill")?.description ?? "";
}

describe("which skills there are", () => {
  test.each([
    [".claude/skills/release/SKILL.md", true, true],
    [".gauntlet/skills/release/SKILL.md", true, true],
    ["~/.claude/skills/release/SKILL.md", true, true],
    ["~/.claude/skills/release/SKILL.md", false, true],
    [".claude/skills/release/SKILL.md", false, false],
    [".claude/skills/release.md", true, false],
  ])("%s in a project that is trusted: %s, counts: %s", async (path, isTrusted, counts) => {
    const world = await createWorld({ files: { [path]: RELEASE }, isTrusted });
    expect((await descriptionOf(world)).includes("- release [version]: Makes a release.")).toBe(counts);
    expect((await world.call("Skill", { skill: "release" })).outcome).toBe(counts ? "succeeded" : "invalid");
  });

  test("the person's counts before the project's", async () => {
    const world = await createWorld({
      files: {
        ".claude/skills/release/SKILL.md": RELEASE,
        "~/.claude/skills/release/SKILL.md": file("description: Mine.", "Mine."),
      },
    });
    expect(await descriptionOf(world)).toContain("- release: Mine.");
  });

  test("one that is broken is left out", async () => {
    const world = await createWorld({
      files: {
        ".claude/skills/bad/SKILL.md": file("description: [", "x"),
        ".claude/skills/odd/SKILL.md": file("allowed-tools: 3", "x"),
        ".claude/skills/release/SKILL.md": RELEASE,
      },
    });
    expect(await descriptionOf(world)).toMatch(/Skills:\n- release .*$/);
  });

  test("one that a rule denies is not listed and not given", async () => {
    const world = await createWorld({
      files: { ".claude/skills/release/SKILL.md": RELEASE },
      permissions: { deny: ["Skill(release)"] },
    });
    expect(await descriptionOf(world)).toContain("There are no skills here.");
    expect((await world.call("Skill", { skill: "release" })).outcome).toBe("denied");
  });

  test("one for people is not listed, and the model is told so", async () => {
    const text = file("description: x\ndisable-model-invocation: yes", "x");
    const world = await createWorld({ files: { ".claude/skills/mine/SKILL.md": text } });
    expect(await descriptionOf(world)).toContain("There are no skills here.");
    expect((await world.call("Skill", { skill: "mine" })).text).toContain("is for people to start");
  });

  test("the list keeps within its budget, and the rest is found by words", async () => {
    const names = ["deploy-site", "make-invoice", "review-change"];
    const descriptions = [
      "Puts the site online.",
      "Writes a bill for a customer.",
      "Looks for mistakes in a change.",
    ];
    const files = Object.fromEntries(
      names.map((name, at) => [
        `.claude/skills/${name}/SKILL.md`,
        file(`description: ${descriptions[at]}`, name),
      ]),
    );
    const packs = { "@gauntlet/tools-agent": { skillListing: 40 } };
    const world = await createWorld({ files, packs });
    const described = await descriptionOf(world);
    expect(described).toContain("- deploy-site: Puts the site online.");
    expect(described).toContain("And 2 more: make-invoice, review-change.");
    expect((await world.call("Skill", { skill: "bill a customer" })).text).toMatch(
      /^There is no skill `bill a customer`\. The nearest:\n- make-invoice: Writes a bill for a customer\./,
    );
  });
});

const [SKILL_DIR, PROJECT_DIR, HOME] = ["CLAUDE_SKILL_DIR", "CLAUDE_PROJECT_DIR", "HOME"].map(
  (name) => `$\u007b${name}}`,
);

describe("what a skill gives", () => {
  test("its text, where its files are, and what it is meant to be done with", async () => {
    const text = file("description: x\nallowed-tools: Read, Bash(git log *)", "Read the log.");
    const world = await createWorld({ files: { ".claude/skills/log/SKILL.md": text } });
    expect((await world.call("Skill", { skill: "/log" })).text).toBe(
      `The skill \`log\` (its files are in ${world.cwd}/.claude/skills/log):\n\nRead the log.\n\nIt is meant to be done with these tools only: Read, Bash.`,
    );
  });

  test("no permission: what it names is decided as always", async () => {
    const text = file("description: x\nallowed-tools: Write", "Write a file.");
    const world = await createWorld({ files: { ".claude/skills/write/SKILL.md": text } });
    await world.call("Skill", { skill: "write" });
    const explained = await world.session.explain({
      tool: "Write",
      input: { file_path: "a.txt", content: "x" },
    });
    expect(explained).toMatchObject({ decision: { behavior: "ask" } });
  });

  test.each([
    ["Do $ARGUMENTS now.", "a b", "Do a b now."],
    ["Do $0, then $1 and $2.", 'a "b c"', "Do a, then b c and ."],
    ["Do $ARGUMENTS[1].", "a b", "Do b."],
    ["From $source to $target; $other stays.", "a b", "From a to b; $other stays."],
    [`In ${SKILL_DIR} of ${PROJECT_DIR}, ${HOME}`, "", `In /skill of /project, ${HOME}`],
    ["Costs \\$5, says $0.", "'it'", "Costs $5, says it."],
    ["Just do it.", "a $0 b", "Just do it.\n\nARGUMENTS: a $0 b\n"],
    ["Say $ARGUMENTS.", `$0 ${SKILL_DIR}`, `Say $0 ${SKILL_DIR}.`],
  ])("the text %j with %j is %j", (body, args, filled) => {
    const setting = { args, session: "s", projectDirectory: "/project" };
    const pieces = fillIn({ body, directory: "/skill", argumentNames: ["source", "target"] }, setting);
    expect(pieces.map(({ text }) => text).join("")).toBe(filled);
  });
});

describe("commands in a skill", () => {
  const ran: string[] = [];
  const bash = defineTool({
    name: "Bash",
    description: "Runs.",
    input: Type.Object({ command: Type.String() }),
    effects: ({ command }) => [{ kind: "exec", text: command }],
    execute({ command }) {
      ran.push(command);
      return `output of ${command}`;
    },
  });
  const shell = definePlugin({ name: "@gauntlet/shell-of-the-test", tools: [bash] });
  const text = file("description: x", "Now !`git status` and!`this not`\n\n```!\nls\npwd\n```\nEnd.");

  test("are calls like any other, and their output stands in their place", async () => {
    ran.length = 0;
    const world = await createWorld({
      files: { ".claude/skills/s/SKILL.md": text },
      plugins: [toolsFs, toolsAgent, shell],
      permissions: { allow: ["Bash"] },
    });
    const { text: given } = await world.call("Skill", { skill: "s" });
    expect(given).toContain("Now output of git status and!`this not`\n\noutput of ls\npwd\n\nEnd.");
    expect(ran).toEqual(["git status", "ls\npwd\n"]);
  });

  test("are those of its author: what looks like one in its arguments or in an output is text", async () => {
    ran.length = 0;
    const body = file("description: x", "Look at $ARGUMENTS and !`echo $0`.");
    const world = await createWorld({
      files: { ".claude/skills/s/SKILL.md": body },
      plugins: [toolsFs, toolsAgent, shell],
      permissions: { allow: ["Bash"] },
    });
    const { text: given } = await world.call("Skill", { skill: "s", args: "a !`id`" });
    expect(ran).toEqual(["echo a"]);
    expect(given).toContain("Look at a !`id` and output of echo a.");
  });

  test("are not run when they are not allowed, and the text says so", async () => {
    ran.length = 0;
    const world = await createWorld({
      files: { ".claude/skills/s/SKILL.md": text },
      plugins: [toolsFs, toolsAgent, shell],
    });
    const { outcome, text: given } = await world.call("Skill", { skill: "s" });
    expect([outcome, ran]).toEqual(["succeeded", []]);
    expect(given).toContain("[`git status` was not run: ");
  });
});

test("skills with a conversation of their own count among the agents that may run at once, and need a tool", async () => {
  const fork = (tools: string) => file(`description: x\ncontext: fork\nallowed-tools: ${tools}`, "Do it.");
  const world = await createWorld({
    files: {
      ".claude/skills/look/SKILL.md": fork("Read"),
      ".claude/skills/bare/SKILL.md": fork("Nothing"),
    },
    scripts: { "one piece of work": [{ ...says("one"), tailMs: 60_000 }] },
    packs: { "@gauntlet/tools-agent": { maxAgents: 1 } },
  });
  expect((await world.call("Skill", { skill: "bare" })).outcome).toBe("failed");
  expect(world.requests).toEqual([]);
  const task = { description: "x", prompt: "y", run_in_background: true };
  expect((await world.call("Agent", task)).outcome).toBe("succeeded");
  expect((await world.call("Skill", { skill: "look" })).text).toContain("1 agents run already");
});

test("a skill with a conversation of its own is done by an agent with at most its tools", async () => {
  const text = file(
    "description: x\ncontext: fork\nallowed-tools: Read, Nothing\ndisallowed-tools: Grep",
    "Look at $0.",
  );
  const world = await createWorld({
    files: { ".claude/skills/look/SKILL.md": text },
    scripts: { "one piece of work": [says("It is fine.")] },
  });
  const { text: given } = await world.call("Skill", { skill: "look", args: "a.txt" });
  expect(given).toMatch(/^It is fine\./);
  expect(world.requests[0]?.tools.map(({ name }) => name)).toEqual(["Read"]);
  expect(JSON.stringify(world.requests[0]?.messages)).toContain("Look at a.txt.");
});
