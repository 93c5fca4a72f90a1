import { describe, expect, test, vi } from "vitest";
import { callOne, createMcpWorld, isRunning, type McpWorld, namesIn, type RawScript } from "./world.ts";

const GOOD = { tools: [{ name: "t" }] };
const FAST = { startTimeout: 400 };

/** A world with a good server and one that misbehaves; gives the session once its pool is there. */
async function beside(script: RawScript, entry: object = FAST) {
  const world = createMcpWorld();
  world.raw("good", GOOD);
  world.raw("bad", { ...GOOD, ...script }, entry);
  const session = await world.session({ permissions: { allow: ["mcp__good", "mcp__bad"] } });
  const names = await namesIn(session);
  return { world, session, names };
}

const steps = ["start", "initialize", "notifications/initialized", "tools/list"] as const;
const ways = ["exit", "kill", "silence", "garbage", "wrong"] as const;

describe("beside a server that goes wrong, the others work and the session starts", () => {
  test.each(steps.flatMap((step) => ways.map((way) => [way, step] as const)))(
    "%s at %s",
    async (way, step) => {
      const { world, session, names } = await beside({ at: { [step]: way } });
      expect(names).toContain("mcp__good__t");
      expect((await callOne(session, "mcp__good__t")).outcome).toBe("succeeded");
      const isNotification = step === "notifications/initialized";
      const mayWork = step === "start" || (isNotification && way !== "exit" && way !== "kill");
      if (!mayWork || way === "exit" || way === "kill") {
        expect(names).not.toContain("mcp__bad__t");
        await vi.waitFor(() => expect(world.warnings.join()).toContain("the MCP server `bad`"));
      }
      await session.close();
      expect([...world.pids("bad"), ...world.pids("good")].filter(isRunning)).toEqual([]);
    },
  );

  test.each([
    ["is missing", "/does/not/exist", "its `command` was not found"],
    ["cannot be run", "/etc/passwd", "its `command` cannot be started (EACCES)"],
  ])("a program that %s", async (_, command, why) => {
    const world = createMcpWorld();
    world.raw("good", GOOD);
    world.servers["bad"] = { command };
    expect(await namesIn(await world.session())).toEqual(["mcp__good__t"]);
    expect(world.warnings.join()).toContain(why);
  });
});

test("what a server said last on standard error is quoted, and nothing in it can pass for ours", async () => {
  const { world } = await beside({ at: { start: "exit" }, stderr: "\u001b[31mno licence\u001b[0m\n" });
  await expect
    .poll(() => world.warnings.join("\n"), { timeout: 10_000 })
    .toMatch(
      /the MCP server `bad` could not be reached: it ended with code 1; its last words:\n {2}\| \\u\{1b\}\[31mno licence\\u\{1b\}\[0m\n {2}\| about to fail/s,
    );
});

describe("a server that ends during a call", () => {
  test.each([
    ["kill", "it was ended by SIGKILL"],
    ["exit", "it ended with code 1"],
  ] as const)(
    "(%s) fails it with its name and how it ended; the next call meets a new one",
    async (way, how) => {
      const { world, session } = await beside({ at: { "tools/call": way } }, {});
      const ended = await callOne(session, "mcp__bad__t");
      expect(ended.outcome).toBe("failed");
      expect(ended.text).toContain(`The MCP server \`bad\` went away before it answered: ${how}`);
      world.raw("bad", GOOD);
      expect((await callOne(session, "mcp__bad__t")).outcome).toBe("succeeded");
      expect(world.pids("bad").length).toBe(2);
    },
  );
});

test("noise on standard output is skipped, blank lines, halves of messages and other line ends too", async () => {
  const { world, session, names } = await beside(
    {
      noise: [
        "Server started v1.2\n",
        "\n",
        "[db] connected\n",
        '{"not":"rpc"}\n',
        "\u001b[32mready\u001b[0m\n",
        "[1,2]\n",
        '"x"\n',
      ],
      split: true,
    },
    {},
  );
  expect(names).toContain("mcp__bad__t");
  expect((await callOne(session, "mcp__bad__t")).text).toBe("called t {}");
  expect(world.warnings.length).toBeLessThanOrEqual(1);
});

test("a server that lies in its answers to the protocol is no end of the session", async () => {
  const { names } = await beside({ hello: { protocolVersion: 7, capabilities: "all" } });
  expect(names).toEqual(["mcp__good__t"]);
});

describe("a flood", () => {
  const MIB = 1024 ** 2;
  const grown = (before: number): number => (process.memoryUsage().rss - before) / MIB;

  async function flooded(world: McpWorld, acts: Readonly<Record<string, object>>) {
    world.raw("bad", { ...GOOD, acts });
    world.raw("good", GOOD);
    const session = await world.session({ permissions: { allow: ["mcp__bad", "mcp__good"] } });
    await session.tools();
    const before = process.memoryUsage().rss;
    const result = await callOne(session, "mcp__bad__t");
    return { session, result, grownMiB: grown(before) };
  }

  test("of 100 MB in one answer is let go while it arrives; the call fails and the connection holds", async () => {
    const world = createMcpWorld();
    const { session, result, grownMiB } = await flooded(world, { t: { flood: 100 * MIB } });
    expect(result.outcome).toBe("failed");
    expect(result.text).toContain("its answer is larger than 16 MiB and was let go");
    expect(grownMiB).toBeLessThan(150);
    world.raw("bad", GOOD);
    expect((await callOne(session, "mcp__bad__t")).outcome).toBe("succeeded");
    expect(world.pids("bad").length).toBe(1);
  }, 60_000);

  test("of a gigabyte and more ends the server; others go on, and memory stays bounded", async () => {
    const world = createMcpWorld();
    const { session, result, grownMiB } = await flooded(world, { t: { flood: 1024 * MIB } });
    expect(result.outcome).toBe("failed");
    expect(result.text).toContain("it sent a message without an end");
    expect(grownMiB).toBeLessThan(150);
    expect((await callOne(session, "mcp__good__t")).outcome).toBe("succeeded");
    expect(world.pids("bad").map(isRunning)).toEqual([false]);
  }, 60_000);

  test("of standard error is not kept", async () => {
    const { world, session } = await beside({ stderr: "x".repeat(5 * MIB) }, {});
    expect((await callOne(session, "mcp__bad__t")).outcome).toBe("succeeded");
    expect(world.warnings).toEqual([]);
  });
});

test("a result of some megabytes goes to a file, and the model reads its ends", async () => {
  const world = createMcpWorld();
  const text = `begin${"x".repeat(3_000_000)}end`;
  world.raw("s", { ...GOOD, acts: { t: { result: { content: [{ type: "text", text }] } } } });
  const session = await world.session({ permissions: { allow: ["mcp__s"] } });
  const { outcome, text: shown } = await callOne(session, "mcp__s__t");
  expect(outcome).toBe("succeeded");
  expect(shown.length).toBeLessThan(5_000);
  expect(shown).toMatch(/begin/);
  expect(shown).toMatch(/\/results\//);
});

test("a server that does not read what it is sent fails its call in time", async () => {
  const world = createMcpWorld();
  world.raw("s", { ...GOOD, acts: { t: { silentMs: 60_000 } } }, { idleTimeout: 300 });
  const session = await world.session({ permissions: { allow: ["mcp__s"] } });
  const { outcome, text } = await callOne(session, "mcp__s__t", { big: "x".repeat(2_000_000) });
  expect([outcome, text]).toEqual([
    "failed",
    expect.stringContaining(
      "The MCP server `s` was asked for `t` and was silent for 0.3 s; the call was cancelled",
    ),
  ]);
});
