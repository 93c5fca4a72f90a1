import { expect, test } from "vitest";
import { callOne, createMcpWorld } from "./world.ts";

test("a subagent uses the servers its session has, and leaves them open", async () => {
  const world = createMcpWorld();
  world.raw("s", { tools: [{ name: "t" }] });
  const session = await world.session({ permissions: { allow: ["mcp__s"] } });
  expect(await callOne(session, "mcp__s__t")).toMatchObject({ outcome: "succeeded" });

  const agent = await session.agent({ name: "helper", system: "You help." });
  expect(await callOne(agent, "mcp__s__t")).toMatchObject({ outcome: "succeeded" });
  await agent.close();
  expect(await callOne(session, "mcp__s__t")).toMatchObject({ outcome: "succeeded" });
  expect(world.pids("s")).toHaveLength(1);
});

test("one that is met first by a subagent's session is met once", async () => {
  const world = createMcpWorld();
  world.raw("s", { tools: [{ name: "t" }] });
  await (await world.session()).close();
  const before = world.pids("s").length;

  const session = await world.session({ permissions: { allow: ["mcp__s"] } });
  const agent = await session.agent({ name: "helper", system: "You help." });
  expect(await callOne(agent, "mcp__s__t")).toMatchObject({ outcome: "succeeded" });
  expect(await callOne(session, "mcp__s__t")).toMatchObject({ outcome: "succeeded" });
  expect(world.pids("s").length - before).toBe(1);
});
