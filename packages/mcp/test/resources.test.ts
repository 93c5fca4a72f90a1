import { describe, expect, test } from "vitest";
import { callOne, createMcpWorld } from "./world.ts";

const ALLOW = { allow: ["ReadMcpResourceTool", "mcp__s", "mcp__t"] };

function worldWithTwo() {
  const world = createMcpWorld();
  for (const name of ["s", "t"])
    world.raw(name, {
      tools: [{ name: "x" }],
      resources: [{ uri: `x://${name}`, name, text: `text of ${name}` }],
    });
  return world;
}

describe.each(["mcp__s", "mcp__s__*", "mcp__s*"])("a deny of `%s`", (rule) => {
  test("keeps the server from being started", async () => {
    const world = worldWithTwo();
    const session = await world.session({ permissions: { ...ALLOW, deny: [rule] } });
    const read = await callOne(session, "ReadMcpResourceTool", { server: "s", uri: "x://s" });
    expect([read.outcome, read.text]).toEqual([
      "failed",
      expect.stringContaining("There is no MCP server `s`"),
    ]);
    expect((await callOne(session, "ListMcpResourcesTool")).text).toBe("t  x://t  t");
    expect(world.pids("s")).toEqual([]);
  });

  test("that came later, or is that of a subagent, covers its resources as well", async () => {
    const world = worldWithTwo();
    const session = await world.session({ permissions: ALLOW });
    const read = { server: "s", uri: "x://s" };
    expect((await callOne(session, "ReadMcpResourceTool", read)).text).toContain("text of s");
    const own = await session.agent({ name: "a", system: "", permissions: { deny: [rule] } });
    const denied = await callOne(own, "ReadMcpResourceTool", read);
    expect([denied.outcome, denied.text]).toEqual(["denied", expect.stringContaining(`\`${rule}\``)]);
    expect((await callOne(own, "ListMcpResourcesTool", { server: "s" })).outcome).toBe("denied");
    const { text } = await callOne(own, "ListMcpResourcesTool");
    expect(text).toContain("t  x://t  t");
    expect(text).toContain(`(s: left out, the rule \`${rule}\``);
    expect(text).not.toContain("x://s");
  });
});

test("a deny of single tools is none of the server", async () => {
  const world = worldWithTwo();
  const session = await world.session({ permissions: { ...ALLOW, deny: ["mcp__s__x"] } });
  const read = await callOne(session, "ReadMcpResourceTool", { server: "s", uri: "x://s" });
  expect(read.outcome).toBe("succeeded");
});
