// A session that uses all the agent tools, headless, at a terminal, and after a kill in the middle.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { readJournal, type SessionEvent } from "@gauntlet/core";
import { type CassetteTurn, type MessagesServer, startMessagesServer } from "@gauntlet/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { createPlace, type Place, run, start } from "./command.ts";
import { journals, say, use } from "./session-places.ts";
import { startAtTerminal } from "./terminal.ts";

const RUNS = Number(process.env["GAUNTLET_PROOF_RUNS"] ?? 2);
const KILLED_TIMEOUT_MS = 60_000 + RUNS * 20_000;

const todo = (content: string, status: string) => ({ content, status, activeForm: `Doing ${content}` });
const LIST = { todos: [todo("look", "in_progress"), todo("write", "pending")] };
const TASK = { description: "look around", prompt: "Look at a.txt.", subagent_type: "Explore" };
const QUESTION = {
  questions: [
    {
      question: "Which color?",
      header: "Color",
      options: [
        { label: "red", description: "warm" },
        { label: "blue", description: "cold" },
      ],
      multiSelect: false,
    },
  ],
};
const ALLOW = ["EnterWorktree", "ExitWorktree", "Write"].flatMap((rule) => ["--allow", rule]);

/** What a session does with everything there is; the last turns are about the person. */
const TURNS: readonly CassetteTurn[] = [
  use("ToolSearch", { query: "select:TaskCreate,TaskUpdate,TaskList,EnterWorktree,ExitWorktree" }),
  use("TodoWrite", LIST),
  {
    blocks: [TASK, { ...TASK, prompt: "Look again." }].map((input) => ({
      type: "tool_use",
      name: "Agent",
      input,
    })),
  },
  use("Skill", { skill: "release", args: "1.2" }),
  use("TaskCreate", { subject: "tell", description: "Say what was done." }),
  use("TaskUpdate", { taskId: "1", status: "completed" }),
  use("EnterWorktree", { name: "try" }),
  use("Write", { file_path: "new.txt", content: "in the worktree\n" }),
  use("ExitWorktree", { action: "keep" }),
  use("AskUserQuestion", QUESTION),
  use("EnterPlanMode", {}),
  use("ExitPlanMode", { plan: "1. write plan.txt" }),
  use("Write", { file_path: "plan.txt", content: "planned\n" }),
  use("TaskList", {}),
  say("everything was tried"),
];
const AGENT_TURNS: readonly CassetteTurn[] = [
  use("Read", { file_path: "{{cwd}}/a.txt" }),
  say("It says alpha."),
];

const FILES = {
  "a.txt": "alpha\n",
  "AGENTS.md": "Use tabs.",
  ".claude/skills/release/SKILL.md": "---\ndescription: Makes a release.\n---\nRelease $0.\n",
};

async function repository(): Promise<Place> {
  const place = await createPlace(FILES);
  const git = (...args: readonly string[]): unknown =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd: place.cwd });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "one");
  expect((await run(place, ["trust", place.cwd])).code).toBe(0);
  return place;
}

/** A model server that answers subagents from another cassette than the session. */
async function models(place: Place, agentTurns: readonly CassetteTurn[] = AGENT_TURNS) {
  const playing = (name: string, turns: readonly CassetteTurn[]): Promise<MessagesServer> =>
    startMessagesServer({ cassette: { name, turns }, variables: { cwd: place.cwd }, keepBodies: true });
  const [session, agents] = await Promise.all([playing("session", TURNS), playing("agents", agentTurns)]);
  const serverFor = (body: string): MessagesServer =>
    JSON.stringify((JSON.parse(body) as { system: unknown }).system).includes("You find things out")
      ? agents
      : session;
  const router = createServer(async (request, response) => {
    try {
      const body = await text(request);
      const headers = {
        "content-type": "application/json",
        "x-api-key": "none",
        "anthropic-version": "2023-06-01",
      };
      const answer = await fetch(`${serverFor(body).url}${request.url}`, { method: "POST", headers, body });
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      for await (const chunk of answer.body ?? []) response.write(chunk);
      response.end();
    } catch {
      // The test is over, and one of both ends is closed.
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => router.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    router.closeAllConnections();
    router.close();
    await Promise.all([session.close(), agents.close()]);
  });
  const env = { ANTHROPIC_BASE_URL: `http://127.0.0.1:${(router.address() as AddressInfo).port}` };
  return { env, session, agents };
}

const isOfSession = (journal: string): boolean => !journal.includes("/agents/");

async function eventsOf(place: Place): Promise<readonly SessionEvent[]> {
  const [journal = ""] = (await journals(place)).filter(isOfSession);
  return (await readJournal(journal)).entries.map(({ event }) => event);
}

/** Each call in its order: the tool, how it ended, and what the model read. */
const settled = (events: readonly SessionEvent[]): readonly (readonly [string, string, string])[] =>
  events.flatMap((event) =>
    event.type === "call.settled" ? [[event.tool, event.outcome, String(event.result.content)] as const] : [],
  );

const outcomesOf = (events: readonly SessionEvent[]): readonly string[] =>
  settled(events).map(([tool, outcome]) => `${tool} ${outcome}`);

const UNTIL_THE_PERSON = [
  "ToolSearch succeeded",
  "TodoWrite succeeded",
  "Agent succeeded",
  "Agent succeeded",
  "Skill succeeded",
  "TaskCreate succeeded",
  "TaskUpdate succeeded",
  "EnterWorktree succeeded",
  "Write succeeded",
  "ExitWorktree succeeded",
];

describe("a session with all the agent tools", () => {
  test("does its work headless, and what needs the person is denied in words", async () => {
    const place = await repository();
    const { env, agents } = await models(place);
    const { code, stdout, stderr } = await run(place, ["-p", "try everything", ...ALLOW], { env });
    expect([code, stdout]).toEqual([0, expect.stringContaining("everything was tried")]);

    const events = await eventsOf(place);
    expect(outcomesOf(events)).toEqual([
      ...UNTIL_THE_PERSON,
      "AskUserQuestion denied",
      "EnterPlanMode succeeded",
      "ExitPlanMode denied",
      "Write denied",
      "TaskList succeeded",
    ]);
    expect(settled(events).at(-1)?.[2]).toBe("1. [completed] look\n2. [pending] write\n3. [pending] tell");
    expect(stderr).toContain("▶ Doing look");
    expect(stderr).toMatch(/Explore │ .*Read/);

    expect(await readFile(join(place.cwd, ".gauntlet/worktrees/try/new.txt"), "utf8")).toBe(
      "in the worktree\n",
    );
    expect(existsSync(join(place.cwd, "plan.txt"))).toBe(false);
    const started = events.flatMap((event) => (event.type === "agent.started" ? [event.directory] : []));
    expect(started).toHaveLength(2);
    expect(
      (await journals(place))
        .filter((journal) => !isOfSession(journal))
        .map(dirname)
        .sort(),
    ).toEqual(started.toSorted());
    expect(agents.requests).toHaveLength(4);
  });

  test("asks the person at a terminal, who answers, and approves the plan", { timeout: 60_000 }, async () => {
    const place = await repository();
    const { env } = await models(place);
    const terminal = startAtTerminal(place, ["-p", "try everything", ...ALLOW], env);
    await terminal.sees("Color: Which color?");
    terminal.types("2");
    await terminal.sees("Go on with this plan?");
    terminal.types("1");
    expect(await terminal.ended).toBe(0);

    const events = await eventsOf(place);
    expect(outcomesOf(events)).toEqual([
      ...UNTIL_THE_PERSON,
      "AskUserQuestion succeeded",
      "EnterPlanMode succeeded",
      "ExitPlanMode succeeded",
      "Write succeeded",
      "TaskList succeeded",
    ]);
    expect(settled(events).find(([tool]) => tool === "AskUserQuestion")?.[2]).toContain(
      "- Which color? blue",
    );
    expect(await readFile(join(place.cwd, "plan.txt"), "utf8")).toBe("planned\n");
  });

  test("goes on after it was killed while its agents worked", { timeout: KILLED_TIMEOUT_MS }, async () => {
    for (let round = 0; round < RUNS; round++) {
      const place = await repository();
      const hanging = await models(place, [
        { ...use("Read", { file_path: "{{cwd}}/a.txt" }), tailMs: 60_000 },
      ]);
      const child = start(place, ["-p", "try everything", ...ALLOW], hanging.env);
      child.stdin.end();
      // Two agents have asked; how far they came then is chance.
      while (hanging.agents.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 100));
      child.kill("SIGKILL");
      await new Promise((resolve) => child.once("close", resolve));

      const { env, session } = await models(place);
      const { code } = await run(place, ["-p", "go on", "-c", ...ALLOW], { env });
      expect(code).toBe(0);
      const events = await eventsOf(place);
      expect(outcomesOf(events).slice(-5)).toEqual([
        "AskUserQuestion denied",
        "EnterPlanMode succeeded",
        "ExitPlanMode denied",
        "Write denied",
        "TaskList succeeded",
      ]);
      expect(settled(events).at(-1)?.[2]).toBe("1. [completed] look\n2. [pending] write\n3. [pending] tell");
      const first = JSON.stringify(session.requests[0]?.body);
      expect(first.match(/toolu_2_[01]/g)).toEqual(expect.arrayContaining(["toolu_2_0", "toolu_2_1"]));
      expect(first).toMatch(/outcome (?:is )?unknown/i);
    }
  });
});
