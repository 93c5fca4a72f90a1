import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { definePlugin, defineTool, Type } from "@gauntlet/core";
import toolsFs from "@gauntlet/tools-fs";
import { describe, expect, test } from "vitest";
import toolsAgent, { agent, agentDesk } from "../src/index.ts";
import { createWorld, says, uses, type World } from "./world.ts";

const definition = (head: string, body = "You are the reviewer."): string => `---\n${head}\n---\n${body}\n`;
const REVIEWER = definition("name: reviewer\ndescription: Reviews code.");
const task = (over: object = {}) => ({ description: "look around", prompt: "Look around.", ...over });

/** What the model reads of the tool Agent. */
async function agentTypes({ session }: World): Promise<readonly string[]> {
  const { definitions } = await session.tools();
  const text = definitions.find(({ name }) => name === "Agent")?.description ?? "";
  return [...text.matchAll(/^- ([^:]+):/gm)].map(([, name]) => name ?? "");
}

const TRUSTED = { "reviewer.md": REVIEWER };
const files = (folder: string, entries: Readonly<Record<string, string>> = TRUSTED) =>
  Object.fromEntries(Object.entries(entries).map(([name, text]) => [`${folder}/${name}`, text]));

describe("which types there are", () => {
  test.each([
    ["the project", ".claude/agents", true],
    ["our folder of the project", ".gauntlet/agents", true],
    ["a folder of it", ".claude/agents/team/review", true],
    ["the person", "~/.claude/agents", true],
    ["the person, in a project that is not trusted", "~/.claude/agents", false],
  ])("a definition of %s counts", async (_, folder, isTrusted) => {
    const world = await createWorld({ files: files(folder), isTrusted });
    expect(await agentTypes(world)).toEqual(["reviewer", "general-purpose", "Explore"]);
  });

  test("one of a project that is not trusted does not", async () => {
    const world = await createWorld({ files: files(".claude/agents"), isTrusted: false });
    expect(await agentTypes(world)).toEqual(["general-purpose", "Explore"]);
    expect(await world.call("Agent", task({ subagent_type: "reviewer" }))).toEqual({
      outcome: "invalid",
      text: "There is no agent type `reviewer`. Use one of `general-purpose`, `Explore`.",
    });
  });

  test("those of directories above count up to the root of the repository, the nearest first", async () => {
    const named = (who: string) => definition(`name: reviewer\ndescription: Of ${who}.`);
    const world = await createWorld({
      files: {
        "../.claude/agents/outside.md": definition("name: outside\ndescription: Outside."),
        ".git/HEAD": "ref: refs/heads/main\n",
        ".claude/agents/reviewer.md": named("the root"),
        ".claude/agents/other.md": definition("name: other\ndescription: Other."),
        "packages/a/.claude/agents/reviewer.md": named("the package"),
        "~/.claude/agents/reviewer.md": named("the person"),
      },
    });
    const below = await createWorld({ cwd: join(world.cwd, "packages/a"), home: world.home });
    const { definitions } = await below.session.tools();
    expect(await agentTypes(below)).toEqual(["reviewer", "other", "general-purpose", "Explore"]);
    expect(definitions.find(({ name }) => name === "Agent")?.description).toContain("Of the package.");
  });

  test.each([
    ["without a name", "description: x", "body"],
    ["without a description", "name: x", "body"],
    ["without a text", "name: x\ndescription: y", " "],
    ["with YAML that is broken", "name: [x\ndescription: y", "body"],
    ["with a head that is a list", "- name", "body"],
    ["with a mode there is not", "name: x\ndescription: y\npermissionMode: root", "body"],
    ["with tools that are no list", "name: x\ndescription: y\ntools: 3", "body"],
    ["with turns that are no number", "name: x\ndescription: y\nmaxTurns: many", "body"],
    ["with a name that is none", "name: 'a: b'\ndescription: y", "body"],
  ])("a file %s is left out and keeps no other from counting", async (_, head, body) => {
    const world = await createWorld({
      files: files(".claude/agents", { "bad.md": definition(head, body), ...TRUSTED }),
    });
    expect(await agentTypes(world)).toEqual(["reviewer", "general-purpose", "Explore"]);
  });

  test("one that a rule denies is not named, and does not start", async () => {
    const world = await createWorld({
      files: files(".claude/agents"),
      permissions: { deny: ["Agent(reviewer)", "Task(Explore)"] },
    });
    expect(await agentTypes(world)).toEqual(["general-purpose"]);
    expect((await world.call("Agent", task({ subagent_type: "reviewer" }))).outcome).toBe("denied");
  });

  test("a rule on the default type binds a call that names none", async () => {
    const world = await createWorld({ permissions: { deny: ["Agent(general-purpose)"] } });
    expect((await world.call("Agent", task())).outcome).toBe("denied");
  });

  test("a rule on the tool hides it", async () => {
    const world = await createWorld({ permissions: { deny: ["Agent"] } });
    expect((await world.session.tools()).definitions.map(({ name }) => name)).not.toContain("Agent");
  });
});

describe("an agent in the foreground", () => {
  test("gives its last message, with what it took", async () => {
    const world = await createWorld({
      files: { ...files(".claude/agents"), "a.txt": "alpha\n" },
      scripts: { reviewer: [uses("Read", { file_path: "a.txt" }), says("It says alpha.")] },
    });
    expect(await world.call("Agent", task({ subagent_type: "reviewer" }))).toEqual({
      outcome: "succeeded",
      text: "It says alpha.\n\n(2 model messages, 1 tool calls, 20 tokens in, 20 out)",
    });
    expect(world.requests[0]).toMatchObject({
      system: `You are the reviewer.\n\nThe working directory is ${world.cwd}.`,
      messages: [{ role: "user", content: [{ type: "text", text: "Look around." }] }],
    });
  });

  test("has the tools, turns and model its definition names", async () => {
    const head =
      "name: reviewer\ndescription: x\ntools: Read, Glob(src/**), mcp__none\nmaxTurns: 1\nmodel: small";
    const world = await createWorld({
      files: files(".claude/agents", { "reviewer.md": definition(head) }),
      scripts: { reviewer: [uses("Read", { file_path: "a.txt" }), says("never said")] },
      packs: { "@gauntlet/tools-agent": { models: { small: "claude-haiku-4-5" } } },
    });
    const { outcome, text } = await world.call("Agent", task({ subagent_type: "reviewer" }));
    expect(outcome).toBe("failed");
    expect(text).toContain("did not finish: its budget of model messages is used up");
    expect(world.requests[0]?.model).toBe("claude-haiku-4-5");
    expect(world.requests[0]?.tools.map(({ name }) => name)).toEqual(["Glob", "Read"]);
  });

  test("that would have no tools does not start", async () => {
    const head = "name: reviewer\ndescription: x\ntools: Nothing";
    const world = await createWorld({ files: files(".claude/agents", { "reviewer.md": definition(head) }) });
    const { outcome, text } = await world.call("Agent", task({ subagent_type: "reviewer" }));
    expect([outcome, world.requests.length]).toEqual(["failed", 0]);
    expect(text).toContain("would have no tools");
  });

  test("cannot change anything where its type only explores", async () => {
    const world = await createWorld({
      permissions: { allow: ["Write", "Bash"] },
      scripts: { "cannot change": [uses("Write", { file_path: "a.txt", content: "x" }), says("no")] },
    });
    await world.call("Agent", task({ subagent_type: "Explore" }));
    await expect(readFile(join(world.cwd, "a.txt"))).rejects.toThrow();
  });

  test("has no tools that need the person or move the session", async () => {
    const names = ["AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "EnterWorktree", "ExitWorktree"];
    const stubs = names.map((name) =>
      defineTool({ name, description: "x", input: Type.Object({}), execute: () => "" }),
    );
    const pack = definePlugin({ name: "stubs", tools: stubs });
    const world = await createWorld({
      plugins: [
        toolsFs,
        { ...toolsAgent, tools: toolsAgent.tools.filter(({ name }) => !names.includes(name)) },
        pack,
      ] as never,
    });
    await world.call("Agent", task());
    const got = world.requests[0]?.tools.map(({ name }) => name) ?? [];
    expect(got.filter((name) => names.includes(name))).toEqual([]);
    expect(got).toContain("Read");
  });

  test("can have agents of its own down to the limit, and there has no Agent", async () => {
    const nested = uses("Agent", task());
    const world = await createWorld({
      scripts: { "one piece of work": [nested, says("deep"), says("middle")] },
      packs: { "@gauntlet/tools-agent": { maxDepth: 2 } },
    });
    expect((await world.call("Agent", task())).text).toMatch(/^middle/);
    const depths = world.requests.map(({ tools }) => tools.some(({ name }) => name === "Agent"));
    expect(depths).toEqual([true, false, true]);
  });

  test("keeps to the usual limit where a host lists the tool in a plugin without options", async () => {
    const nested = uses("Agent", task());
    const world = await createWorld({
      plugins: [toolsFs, definePlugin({ name: "mine", tools: [agent], resources: [agentDesk] })],
      permissions: { allow: ["Agent"] },
      scripts: { "one piece of work": [nested, nested, says("deep"), says("middle"), says("top")] },
    });
    expect((await world.call("Agent", task())).text).toMatch(/^top/);
    const depths = world.requests.map(({ tools }) => tools.some(({ name }) => name === "Agent"));
    expect(depths).toEqual([true, true, false, true, true]);
  });

  test("above the number that may run at once does not start", async () => {
    const world = await createWorld({
      scripts: { "one piece of work": [uses("Agent", task()), says("alone")] },
      packs: { "@gauntlet/tools-agent": { maxAgents: 1 } },
    });
    await world.call("Agent", task());
    const [, second] = world.requests;
    expect(JSON.stringify(second?.messages.at(-1))).toContain("1 agents run already");
  });

  test("thirty in one message are no more at once than may be, and the others are told so", async () => {
    const world = await createWorld({
      scripts: { "one piece of work": Array.from({ length: 30 }, () => ({ ...says("done"), tailMs: 200 })) },
      packs: { "@gauntlet/tools-agent": { maxAgents: 3 } },
    });
    const settled = await world.session.call(
      Array.from({ length: 30 }, () => ({ tool: "Agent", input: task() })),
    );
    const refused = settled.filter(({ block }) => String(block.content).includes("3 agents run already"));
    const started = (await world.events()).filter(({ type }) => type === "agent.started");
    expect([started.length, refused.length]).toEqual([3, 27]);
  });

  test("five in one message overlap, and their answers come in call order", async () => {
    const most = { now: 0, seen: 0 };
    let all = (): void => {};
    const allThere = new Promise<void>((resolve) => {
      all = resolve;
    });
    const meet = defineTool({
      name: "Meet",
      description: "Waits for the others.",
      input: Type.Object({}),
      effects: () => [],
      isConcurrencySafe: true,
      async execute() {
        most.now += 1;
        most.seen = Math.max(most.seen, most.now);
        if (most.now === 5) all();
        await allThere;
        return "met";
      },
    });
    const model = {
      name: "scripted",
      async *stream(request: { readonly messages: readonly { readonly content: unknown }[] }) {
        const [first] = request.messages;
        const who = JSON.stringify(first?.content).match(/agent \d/)?.[0] ?? "";
        const block =
          request.messages.length === 1
            ? { type: "tool_use", id: `toolu_${who.at(-1)}`, name: "Meet", input: {} }
            : { type: "text", text: who };
        yield { type: "message.started", id: "m", model: "scripted" };
        yield { type: "block.completed", block };
        const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
        yield {
          type: "message.completed",
          stopReason: block.type === "text" ? "end_turn" : "tool_use",
          usage,
        };
      },
    };
    const pack = definePlugin({ name: "meeting", tools: [meet] });
    const world = await createWorld({
      plugins: [toolsAgent, pack],
      permissions: { allow: ["Meet"] },
      model: model as never,
    });
    const settled = await world.session.call(
      [1, 2, 3, 4, 5].map((n) => ({ tool: "Agent", input: task({ prompt: `agent ${n}` }) })),
    );
    expect(most.seen).toBe(5);
    expect(settled.map(({ block }) => String(block.content).slice(0, 7))).toEqual(
      [1, 2, 3, 4, 5].map((n) => `agent ${n}`),
    );
  });
});

describe("an agent in the background", () => {
  const started = async (world: World): Promise<{ id: string; file: string }> => {
    const { outcome, text } = await world.call("Agent", task({ run_in_background: true }));
    expect(outcome).toBe("succeeded");
    const [, id = "", file = ""] = /as `(agent_\w+)`.*will be in (\S+)\. Go on/s.exec(text) ?? [];
    return { id, file };
  };

  test("answers later: into a file that may be read, to who waits, and by a word with the next prompt", async () => {
    const world = await createWorld({
      scripts: { "one piece of work": [says("found it")], main: [says("fine")] },
    });
    const { id, file } = await started(world);
    const answer = await world.call("AgentOutput", { agent_id: id });
    expect(answer).toEqual({ outcome: "succeeded", text: expect.stringMatching(/^found it\n/) });
    expect(await readFile(file, "utf8")).toMatch(/^found it\n/);
    expect((await world.call("Read", { file_path: file })).text).toContain("found it");
    await world.prompt();
    expect(JSON.stringify(world.requests.at(-1)?.messages)).toContain(`The background agent \`${id}\``);
  });

  test("is denied what would be asked", async () => {
    const asked: string[] = [];
    const answer = async ({ tool }: { tool: string }) => {
      asked.push(tool);
      return { behavior: "allow" as const };
    };
    const world = await createWorld({
      scripts: { "one piece of work": [uses("Write", { file_path: "a.txt", content: "x" }), says("denied")] },
      answerers: [{ name: "person", answer }],
    });
    const { id } = await started(world);
    await world.call("AgentOutput", { agent_id: id });
    expect(asked).toEqual([]);
    await expect(readFile(join(world.cwd, "a.txt"))).rejects.toThrow();
  });

  test("can be waited for in vain, and stopped", async () => {
    const world = await createWorld({
      scripts: { "one piece of work": [{ blocks: [{ type: "text", text: "half" }], tailMs: 600_000 }] },
    });
    const { id } = await started(world);
    expect((await world.call("AgentOutput", { agent_id: id, timeout: 0 })).text).toContain("still works");
    expect((await world.call("AgentStop", { agent_id: id })).text).toContain("was stopped");
    expect((await world.call("AgentOutput", { agent_id: id })).text).toContain(
      "did not finish: it was stopped",
    );
    expect((await world.call("AgentStop", { agent_id: id })).text).toContain("had ended already");
  });

  test("ends with its session", async () => {
    const world = await createWorld({
      scripts: { "one piece of work": [{ blocks: [{ type: "text", text: "half" }], tailMs: 600_000 }] },
    });
    await started(world);
    await world.session.close();
    expect(await world.events()).toContainEqual(
      expect.objectContaining({ type: "agent.answered", reason: "aborted" }),
    );
  });

  test("an id that none has is refused with those there are", async () => {
    const world = await createWorld();
    expect(await world.call("AgentOutput", { agent_id: "agent_1" })).toEqual({
      outcome: "invalid",
      text: "There is no background agent `agent_1`. None was started in this session; start one with Agent.",
    });
    const { id } = await started(world);
    for (const tool of ["AgentOutput", "AgentStop"])
      expect((await world.call(tool, { agent_id: "none" })).text).toBe(
        `There is no background agent \`none\`. Use one of \`${id}\`.`,
      );
  });
});
