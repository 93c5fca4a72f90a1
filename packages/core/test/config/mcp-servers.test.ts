import { describe, expect, test } from "vitest";
import { createScratch, failure } from "./scratch.ts";

const named = async (scratch: Awaited<ReturnType<typeof createScratch>>, settings?: object) => {
  const loaded = await scratch.load(settings ? { settings: JSON.stringify(settings) } : {});
  return {
    loaded,
    servers: loaded.mcpServers.map(({ name, value, source, scope }) => [name, value, source, scope]),
  };
};

describe("MCP servers", () => {
  test("of one name are those of the strongest place, whole: command line, local, project, `.mcp.json`, user", async () => {
    const scratch = await createScratch();
    const entry = (command: string) => ({ command });
    await scratch.write("home/.config/gauntlet/settings.json", {
      mcpServers: { a: { command: "user", env: { A: "1" } }, e: entry("user") },
    });
    await scratch.write("ws/.mcp.json", {
      mcpServers: { a: entry("shared"), d: entry("shared") },
      inputs: [],
    });
    await scratch.write("ws/gauntlet.config.json", {
      mcpServers: { a: entry("project"), c: entry("project"), d: entry("project") },
    });
    await scratch.write("ws/.gauntlet/settings.local.json", {
      mcpServers: { a: entry("local"), b: entry("local"), c: entry("local") },
    });
    await scratch.trust();
    const { servers } = await named(scratch, { mcpServers: { a: entry("cli") } });
    expect(servers).toEqual([
      ["a", { command: "cli" }, "cli", scratch.ws],
      ["b", { command: "local" }, "local", scratch.ws],
      ["c", { command: "local" }, "local", scratch.ws],
      ["d", { command: "project" }, "project", scratch.ws],
      ["e", { command: "user" }, "user", ""],
    ]);
  });

  test("are not approved by a setting, wherever it stands; it is known, and that is said", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/gauntlet.config.json", {
      enableAllProjectMcpServers: true,
      mcpServers: { x: { command: "./x.sh" } },
    });
    const untrusted = await named(scratch);
    expect(untrusted.servers).toEqual([]);
    const { loaded, servers } = await named(scratch, { enableAllProjectMcpServers: true });
    expect(servers).toEqual([]);
    expect(loaded.notices.filter((notice) => notice.includes("approves nothing"))).toHaveLength(1);
    await scratch.trust();
    const trusted = await named(scratch);
    expect(trusted.servers).toHaveLength(1);
    expect(trusted.loaded.notices.filter((notice) => notice.includes("approves nothing"))).toHaveLength(1);
  });

  test("of a repository without trust are left out, and that is said; a broken `.mcp.json` is not even read", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/.mcp.json", "{ broken");
    const { loaded, servers } = await named(scratch);
    expect(servers).toEqual([]);
    expect(loaded.notices).toEqual([expect.stringContaining("`mcpServers` in")]);
    await scratch.trust();
    expect(await failure(scratch.load())).toMatchObject({ message: expect.stringContaining(".mcp.json") });
  });

  test("in a `.mcp.json` further up count, up to the root of the repository", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/.git/HEAD", "");
    await scratch.write("ws/.mcp.json", { mcpServers: { a: { command: "x" } } });
    await scratch.write("ws/sub/file", "");
    await scratch.trust();
    const loaded = await scratch.load({ cwd: scratch.at("ws/sub") });
    expect(loaded.mcpServers.map(({ name, scope }) => [name, scope])).toEqual([["a", scratch.ws]]);
  });

  test("that appear in a trusted directory end its trust", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/gauntlet.config.json", { permissions: { allow: ["Write"] } });
    await scratch.trust();
    await scratch.write("ws/.mcp.json", { mcpServers: { a: { command: "x" } } });
    const { loaded, servers } = await named(scratch);
    expect([loaded.trusted, servers]).toEqual([false, []]);
  });

  test("that the organization does not allow do not start; its own do", async () => {
    const scratch = await createScratch();
    await scratch.write("etc/managed.json", {
      allowedMcpServers: ["a"],
      mcpServers: { own: { command: "x" } },
    });
    const { loaded, servers } = await named(scratch, {
      mcpServers: { a: { command: "x" }, b: { command: "x" } },
    });
    expect(servers.map(([name]) => name)).toEqual(["a", "own"]);
    expect(loaded.notices).toEqual([expect.stringContaining("the organization does not allow it")]);
  });
});
