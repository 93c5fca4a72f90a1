import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ScriptedTurn, scriptedModel } from "@gauntlet/testing";
import { describe, expect, test } from "vitest";
import type { HookEvent } from "../../src/contract/command-hook.ts";
import { type ModelPort, readJournal } from "../../src/index.ts";
import { callOne, eventsOf, scratchDirectory, tool, type World, type WorldOptions } from "../world.ts";
import { hook, hookWorld, runsOf, saying } from "./hooks.ts";

const blocks = (reason: string) => saying({ decision: "block", reason });
const context = (hookEventName: HookEvent, additionalContext: string) =>
  saying({ hookSpecificOutput: { hookEventName, additionalContext } });

/** What hooks of an event read, oldest first. */
async function seen(event: HookEvent, options: WorldOptions, use: (world: World) => Promise<unknown>) {
  const file = join(await scratchDirectory(), "seen");
  const world = await hookWorld([hook(event, `cat >> ${file}; echo >> ${file}`)], options);
  await use(world);
  await world.session.close();
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const says = (text: string) => ({ type: "text", text }) as const;
const use = (input = {}) => ({ type: "tool_use", name: "T", input }) as const;
const talk: WorldOptions = { turns: [{ blocks: [says("hello")] }, { blocks: [says("again")] }] };
const texts = (world: World) =>
  world.model.requests.map(({ messages }) =>
    messages.map(({ content }) =>
      typeof content === "string"
        ? content
        : content.map((block) => ("text" in block ? block.text : block.type)),
    ),
  );

describe("SessionStart and SessionEnd", () => {
  test("are told once each, around everything that happens", async () => {
    const dir = await scratchDirectory();
    const world = await hookWorld(
      [hook("SessionStart", `cat > ${dir}/start`), hook("SessionEnd", `cat > ${dir}/end`)],
      { toolList: [tool("T")], ...talk },
    );
    await world.prompt();
    await callOne(world, "T");
    expect((await runsOf(world)).map(({ event }) => event)).toEqual(["SessionStart", "SessionEnd"]);
    const [start, end] = await Promise.all(
      ["start", "end"].map(async (name) => JSON.parse(await readFile(join(dir, name), "utf8"))),
    );
    expect([start.source, end.reason, start.session_id]).toEqual(["startup", "other", world.session.id]);
  });

  test("are not told of a session in which nothing happens", async () => {
    const world = await hookWorld([hook("SessionStart", "true"), hook("SessionEnd", "true")]);
    await world.session.explain({ tool: "T", input: {} });
    await world.session.close();
    await expect(world.journal()).rejects.toThrow();
  });

  test("run also where their variables cannot be kept, and the model is told", async () => {
    const world = await hookWorld([hook("SessionStart", "echo It is Monday.")], talk);
    await mkdir(join(world.session.directory, "hook-environment.sh"), { recursive: true });
    await world.prompt();
    expect(texts(world).flat(2).join("\n")).toMatch(
      /It is Monday\..*variables that hooks set cannot be kept: EISDIR/s,
    );
    expect(await runsOf(world)).toMatchObject([{ event: "SessionStart", exitCode: 0 }]);
  });

  test("give the model their texts with the first prompt", async () => {
    const world = await hookWorld(
      [
        hook("SessionStart", "echo It is Monday."),
        hook("SessionStart", context("SessionStart", "Use tabs.")),
      ],
      talk,
    );
    await world.prompt("go");
    expect(texts(world)[0]).toEqual([["go", "It is Monday.", "Use tabs."]]);
  });

  test("say how the session came to be", async () => {
    const file = join(await scratchDirectory(), "seen");
    const world = await hookWorld([hook("SessionStart", `jq -r .source >> ${file}`)], talk);
    await world.prompt();
    await world.session.close();
    for (const how of [{}, { fork: true }]) {
      const next = await world.gauntlet.session({ resume: world.session.id, ...how });
      await next.call([{ tool: "T", input: {} }]);
      await next.close();
    }
    expect(await readFile(file, "utf8")).toBe("startup\nresume\nfork\n");
  });

  test("are matched by their source", async () => {
    const world = await hookWorld([hook("SessionStart", "true", { matcher: "resume" })], talk);
    await world.prompt();
    expect(await runsOf(world)).toEqual([]);
  });

  test("set variables for the programs of tools", async () => {
    const environments: unknown[] = [];
    const looks = tool("Looks", { execute: (_, ctx) => void environments.push({ ...ctx.environment }) });
    const world = await hookWorld(
      [
        hook("SessionStart", `echo 'export COLOR="light  blue"' >> "$CLAUDE_ENV_FILE"`),
        hook(
          "SessionStart",
          `printf 'export LINES_OF=%s\\nBASH_ENV=/x\\nexport BASH_ENV\\nNOT_EXPORTED=1\\n' '"a\nb"' >> "$CLAUDE_ENV_FILE"`,
        ),
      ],
      { toolList: [looks] },
    );
    await callOne(world, "Looks");
    expect(environments).toEqual([{ COLOR: "light  blue", LINES_OF: "a\nb" }]);
  });

  test("do not keep a session from closing", async () => {
    const world = await hookWorld(
      [hook("SessionEnd", { type: "command", command: "sleep 60", timeout: 0.1 })],
      talk,
    );
    await world.prompt();
    expect(await runsOf(world)).toMatchObject([{ failure: "timed out after 100 ms" }]);
  });
});

describe("UserPromptSubmit", () => {
  test("reads the prompt", async () => {
    expect(await seen("UserPromptSubmit", talk, (world) => world.prompt("go on"))).toMatchObject([
      { hook_event_name: "UserPromptSubmit", prompt: "go on" },
    ]);
  });

  test("adds what it prints behind the prompt", async () => {
    const world = await hookWorld([hook("UserPromptSubmit", "echo branch: main")], talk);
    await world.prompt("go");
    expect(texts(world)[0]).toEqual([["go", "branch: main"]]);
  });

  test.each([
    ["objects", blocks("holds a key")],
    ["exits with 2", "echo holds a key >&2; exit 2"],
    ["stops the work", saying({ continue: false, stopReason: "holds a key" })],
  ])("that %s refuses the prompt: nothing of it is kept or sent", async (_, line) => {
    const world = await hookWorld([hook("UserPromptSubmit", line)], talk);
    const { summary } = await world.prompt("the key is 123");
    expect([summary.reason, summary.detail, world.model.requests]).toEqual(["stopped", "holds a key", []]);
    await world.session.close();
    const entries = await world.journal();
    expect(JSON.stringify(entries)).not.toContain("the key is 123");
    expect(eventsOf(entries, "prompt.refused")).toMatchObject([{ why: "holds a key" }]);
  });

  test("that fails lets the prompt pass, unless it is set to block", async () => {
    const prompted = async (onFailure: "block" | "continue") => {
      const world = await hookWorld([hook("UserPromptSubmit", "exit 1", { onFailure })], talk);
      return (await world.prompt()).summary.reason;
    };
    expect([await prompted("continue"), await prompted("block")]).toEqual(["done", "stopped"]);
  });
});

describe("PostToolBatch", () => {
  const turns = [{ blocks: [use({ n: 1 }), use({ n: 2 })] }, { blocks: [says("done")] }];
  const options = { toolList: [tool("T")], turns };

  test("reads the calls of a message with what the model will read", async () => {
    const [batch] = await seen("PostToolBatch", options, (world) => world.prompt());
    expect(batch?.["tool_calls"]).toMatchObject([
      { tool_name: "T", tool_input: { n: 1 }, tool_use_id: expect.any(String), tool_response: "T ran" },
      { tool_name: "T", tool_input: { n: 2 }, tool_response: "T ran" },
    ]);
  });

  test("adds a text behind the results", async () => {
    const world = await hookWorld(
      [hook("PostToolBatch", context("PostToolBatch", "run the tests"))],
      options,
    );
    await world.prompt();
    expect(texts(world)[1]?.at(-1)).toEqual(["tool_result", "tool_result", "run the tests"]);
  });

  test("ends the prompt when it objects, after the results", async () => {
    const world = await hookWorld([hook("PostToolBatch", "echo enough >&2; exit 2")], options);
    const { summary } = await world.prompt();
    expect([summary.reason, summary.detail, world.model.requests.length]).toEqual(["stopped", "enough", 1]);
    await world.session.close();
    expect(eventsOf(await world.journal(), "results.sent")).toHaveLength(1);
  });
});

describe("Stop", () => {
  test("reads the last words", async () => {
    expect(await seen("Stop", talk, (world) => world.prompt())).toMatchObject([
      { stop_hook_active: false, last_assistant_message: "hello" },
    ]);
  });

  test("has the work go on while it objects, and is told that it did", async () => {
    const file = join(await scratchDirectory(), "seen");
    const line = `active=$(jq -r .stop_hook_active); echo $active >> ${file}; [ $active = true ] || { echo tests fail >&2; exit 2; }`;
    const world = await hookWorld([hook("Stop", line)], talk);
    expect((await world.prompt()).summary.reason).toBe("done");
    expect(await readFile(file, "utf8")).toBe("false\ntrue\n");
    expect(texts(world)[1]?.at(-1)).toEqual(["tests fail"]);
  });

  test("ends at last, whatever it says", async () => {
    const turns = Array.from({ length: 20 }, () => ({ blocks: [says("done")] }));
    const world = await hookWorld([hook("Stop", blocks("more"))], { turns });
    const { summary } = await world.prompt();
    expect([summary.reason, summary.detail, world.model.requests.length]).toEqual([
      "stopped",
      expect.stringContaining("8 times"),
      9,
    ]);
  });

  test("that fails does not keep the work going", async () => {
    const world = await hookWorld([hook("Stop", "exit 1", { onFailure: "block" })], talk);
    expect((await world.prompt()).summary.reason).toBe("done");
  });

  test("is not asked about a prompt that ends otherwise", async () => {
    const world = await hookWorld([hook("Stop", blocks("more"))], {
      toolList: [tool("T")],
      turns: [{ blocks: [use()] }],
      limits: { maxTurns: 1 },
    });
    expect((await world.prompt()).summary.reason).toBe("max_turns");
    expect(await runsOf(world)).toEqual([]);
  });
});

describe("ConfigChange", () => {
  const rules = [{ behavior: "allow", text: "T", source: "user", anchor: "/" }] as const;
  const changed = (source: "user_settings" | "policy_settings"): WorldOptions => ({
    toolList: [tool("T")],
    permissions: {},
    reloadSettings: async () => ({ rules, changes: [{ file: "/s.json", source }] }),
  });

  test("reads whose settings changed, and which file", async () => {
    const [event] = await seen("ConfigChange", changed("user_settings"), (world) => callOne(world, "T"));
    expect(event).toMatchObject({ source: "user_settings", file_path: "/s.json" });
  });

  test.each([
    ["user_settings", "denied"],
    ["policy_settings", "succeeded"],
  ] as const)("that objects keeps changed %s out: a call they allow is then %s", async (source, outcome) => {
    const world = await hookWorld([hook("ConfigChange", "exit 2")], changed(source));
    expect((await callOne(world, "T")).outcome).toBe(outcome);
  });
});

describe("PreCompact and PostCompact", () => {
  const usage = { inputTokens: 2_000, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const repeated = (blocks: ScriptedTurn["blocks"]) =>
    scriptedModel(Array.from({ length: 12 }, () => ({ blocks, usage })));
  /** Works on and on, and sums up when it is asked to. */
  const options = (): WorldOptions => {
    const [work, sum] = [repeated([use()]), repeated([says("the summary")])];
    const model: ModelPort = {
      name: "scripted",
      stream: (request, how) => (request.mayUseTools === false ? sum : work).stream(request, how),
    };
    return { toolList: [tool("T")], contextTokens: 1_500, model };
  };

  test("are told before and after, and the session starts again for its hooks", async () => {
    const dir = await scratchDirectory();
    const events = ["PreCompact", "PostCompact", "SessionStart"] as const;
    const world = await hookWorld(
      events.map((event) => hook(event, `cat >> ${dir}/${event}; echo >> ${dir}/${event}`)),
      options(),
    );
    await world.prompt();
    await world.session.close();
    const read = async (event: string) =>
      (await readFile(join(dir, event), "utf8"))
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    expect((await read("PreCompact"))[0]).toMatchObject({ trigger: "auto", custom_instructions: "" });
    expect((await read("PostCompact"))[0]).toMatchObject({ trigger: "auto", compact_summary: "the summary" });
    expect((await read("SessionStart")).map(({ source }) => source).slice(0, 2)).toEqual([
      "startup",
      "compact",
    ]);
  });

  test("that objects before keeps the conversation as it is", async () => {
    const world = await hookWorld([hook("PreCompact", "echo not now >&2; exit 2")], options());
    await world.prompt();
    await world.session.close();
    const entries = await world.journal();
    expect(eventsOf(entries, "conversation.compacted")).toEqual([]);
    expect(eventsOf(entries, "compaction.failed")[0]).toMatchObject({ why: "not now" });
  });
});

describe("SubagentStart and SubagentStop", () => {
  /** Runs one prompt in a subagent, whose session then is closed. */
  async function work(world: World, name = "Explore") {
    const agent = await world.session.agent({ name, system: "You look for things." });
    for await (const _ of agent.prompt("look"));
    await agent.close();
    return agent;
  }
  const turns = [{ blocks: [use()] }, { blocks: [says("found it")] }, { blocks: [says("found more")] }];
  const options: WorldOptions = { toolList: [tool("T")], turns };

  test("are told of an agent by its type, and add texts to what it is told", async () => {
    const world = await hookWorld(
      [
        hook("SubagentStart", context("SubagentStart", "only in src/"), { matcher: "Explore" }),
        hook("SubagentStart", context("SubagentStart", "never"), { matcher: "Plan" }),
      ],
      options,
    );
    await work(world);
    expect(texts(world)[0]).toEqual([["look", "only in src/"]]);
  });

  test("have an agent go on as Stop does, which is not asked", async () => {
    const file = join(await scratchDirectory(), "seen");
    const line = `tee -a ${file} | jq -e .stop_hook_active || { echo look again >&2; exit 2; }`;
    const world = await hookWorld([hook("SubagentStop", line), hook("Stop", "exit 2")], options);
    const agent = await work(world);
    const [first] = (await readFile(file, "utf8")).split("}");
    expect(JSON.parse(`${first}}`)).toEqual({
      session_id: world.session.id,
      transcript_path: join(world.session.directory, "journal.jsonl"),
      cwd: world.cwd,
      permission_mode: "default",
      hook_event_name: "SubagentStop",
      agent_id: agent.id,
      agent_type: "Explore",
      agent_transcript_path: join(agent.directory, "journal.jsonl"),
      stop_hook_active: false,
      last_assistant_message: "found it",
    });
    expect(texts(world)[2]?.at(-1)).toEqual(["look again"]);
  });

  test("stand beside the hooks for calls, which are told whose calls they are", async () => {
    const file = join(await scratchDirectory(), "seen");
    const hooks = [hook("PreToolUse", `jq -c '[.agent_id,.agent_type]' > ${file}`)];
    const other = ["SessionStart", "SessionEnd", "UserPromptSubmit"] as const;
    const world = await hookWorld([...hooks, ...other.map((event) => hook(event, "true"))], options);
    const agent = await work(world);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual([agent.id, "Explore"]);
    const { entries } = await readJournal(join(agent.directory, "journal.jsonl"));
    expect(eventsOf(entries, "hook.ran").map(({ event }) => event)).toEqual(["PreToolUse"]);
  });
});
