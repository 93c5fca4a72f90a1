import { stat } from "node:fs/promises";
import { join } from "node:path";
import { scriptedModel } from "@gauntlet/testing";
import { beforeEach, expect, test } from "vitest";
import { findDecisions } from "../../src/session/find-decision.ts";
import { listSessions } from "../../src/session/list-sessions.ts";
import { type SessionHit, searchSessions } from "../../src/session/search-sessions.ts";
import { createWorld, eventsOf, tool, type World } from "../world.ts";

const act = tool("Act", { effects: () => [], execute: () => "x".repeat(2_000) });
const delegate = tool("Delegate", {
  effects: () => [],
  async execute(_, ctx) {
    const agent = await ctx.startAgent({ name: "helper", system: "help" });
    const { text, reason } = await agent.prompt("look for the needle");
    await agent.close();
    return `${reason}: ${text}`;
  },
});
const model = (work: readonly string[]) => {
  const [main, helper] = [
    scriptedModel([{ blocks: [{ type: "tool_use", name: "Delegate" }] }]),
    scriptedModel(work.map((name) => ({ blocks: [{ type: "tool_use" as const, name }] }))),
  ];
  return {
    ...main,
    stream: (...[request, options]: Parameters<typeof main.stream>) =>
      (request.system === "help" ? helper : main).stream(request, options),
  };
};
const worldWith = (work: readonly string[], more: object = {}): Promise<World> =>
  createWorld({ toolList: [act, delegate], model: model(work), system: "main", ...more });

let world: World;
/** The journal of the agent, and the id of the decision about its call. */
let found: { readonly journal: string; readonly decision: string };
beforeEach(async () => {
  world = await worldWith(["Act"]);
  const { events } = await world.prompt();
  const agents = events.flatMap((event) => (event.type === "agent.started" ? [event.directory] : []));
  const decisions = events.flatMap((event) =>
    event.type === "agent.shown" && event.event.type === "call.decided" ? [event.event.decision.id] : [],
  );
  found = { journal: join(agents[0] ?? "", "journal.jsonl"), decision: decisions[0] ?? "" };
});

test("a decision about a call of an agent is found, and belongs to its session", async () => {
  expect(await findDecisions(world.state, found.decision)).toMatchObject([
    { tool: "Act", session: world.session.id, cwd: world.cwd, journal: found.journal, outcome: "succeeded" },
  ]);
});

test("what was said in an agent's conversation is found, and belongs to its session", async () => {
  const hits: SessionHit[] = [];
  for await (const hit of searchSessions(world.state, "the needle")) hits.push(hit);
  expect(hits).toMatchObject([{ session: world.session.id, file: found.journal, in: "prompt" }]);
});

test("the size of a session has the journals of its agents in it", async () => {
  await world.session.close();
  const [own, agents] = await Promise.all(
    [join(world.session.directory, "journal.jsonl"), found.journal].map(
      async (path) => (await stat(path)).size,
    ),
  );
  expect(await listSessions(world.state)).toMatchObject([{ bytes: (own ?? 0) + (agents ?? 0) }]);
});

test("what agents write counts in what one session may take on disk", async () => {
  const long = Array<string>(60).fill("Act");
  const limited = await worldWith(long, { maxSessionBytes: 60_000 });
  await expect(limited.prompt()).rejects.toMatchObject({ code: "GNT_SESSION_QUOTA" });
  const answered = eventsOf(await limited.journal(), "agent.answered");
  expect(answered).toMatchObject([{ reason: "failed" }]);
  await limited.session.close();
  const [{ bytes } = { bytes: 0 }] = await listSessions(limited.state);
  // What is under way when the limit is reached is still written down.
  expect(bytes).toBeLessThan(75_000);
  const resumed = await limited.gauntlet.session({ resume: limited.session.id });
  const goOn = async () => {
    for await (const _ of resumed.prompt("go on"));
  };
  await expect(goOn()).rejects.toMatchObject({ code: "GNT_SESSION_QUOTA" });
  await resumed.close();
});
