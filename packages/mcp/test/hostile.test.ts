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

describe("an answer that is none fails its call at once, and the connection holds", () => {
  test.each<[string, string, string]>([
    ["has no version", '{"id":$ID,"result":{}}', "it is not one of JSON-RPC 2.0"],
    ["has neither result nor error", '{"jsonrpc":"2.0","id":$ID}', "it has neither a result nor an error"],
    ["has a text as result", '{"jsonrpc":"2.0","id":$ID,"result":"x"}', "its result is not an object"],
    ["has both", '{"jsonrpc":"2.0","id":$ID,"result":{},"error":{"code":1,"message":"no"}}', "no"],
    ["has a text as error", '{"jsonrpc":"2.0","id":$ID,"error":"disk full"}', "disk full"],
    [
      "has a text as code",
      '{"jsonrpc":"2.0","id":$ID,"error":{"code":"E","message":"disk full"}}',
      "disk full",
    ],
    ["has an empty error", '{"jsonrpc":"2.0","id":$ID,"error":{}}', "its error says nothing"],
    ["has numbers no JSON has", '{"jsonrpc":"2.0","id":$ID,"result":{"x":NaN}}', "it is not JSON"],
    [
      "does not know what it answers",
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}',
      "what?",
    ],
  ])("when it %s", async (_, raw, why) => {
    const world = createMcpWorld();
    world.raw("s", { ...GOOD, acts: { t: { raw } } });
    const session = await world.session({ permissions: { allow: ["mcp__s"] } });
    const { outcome, text } = await callOne(session, "mcp__s__t");
    expect([outcome, text]).toEqual(["failed", expect.stringContaining("The MCP server `s` failed at `t`")]);
    expect(text).toContain(why);
    world.raw("s", GOOD);
    expect((await callOne(session, "mcp__s__t")).outcome).toBe("succeeded");
    expect(world.pids("s").length).toBe(1);
  });

  const RESULT = '"result":{"content":[{"type":"text","text":"hi"}]}';
  test.each<[string, string]>([
    ["in a list", `[{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":$ID,${RESULT}}]`],
    ["with a number as text", `{"jsonrpc":"2.0","id":"$ID",${RESULT}}`],
    ["with an error that is null", `{"jsonrpc":"2.0","id":$ID,"error":null,${RESULT}}`],
    ["behind a mark of byte order", `\ufeff{"jsonrpc":"2.0","id":$ID,${RESULT}}`],
    ["with members nobody asked for", `{"jsonrpc":"2.0","id":$ID,"took":3,${RESULT}}`],
  ])("but counts when it only comes %s", async (_, raw) => {
    const world = createMcpWorld();
    world.raw("s", { ...GOOD, acts: { t: { raw } } });
    const session = await world.session({ permissions: { allow: ["mcp__s"] } });
    expect((await callOne(session, "mcp__s__t")).text).toBe("hi");
  });
});

describe("one tool that cannot be used does not take the others with it", () => {
  const ODD = { toString: 1, valueOf: 1 };
  test.each<[string, object, string]>([
    ["requires an object", { required: [ODD] }, "it requires `an object`"],
    ["has a type that is an object", { type: ODD }, "its input schema is of the type `an object`"],
    ["has types that are objects", { type: [ODD] }, "its input schema is of the type `an object`"],
    ["has a draft that is an object", { $schema: ODD }, "no draft of JSON Schema is called `an object`"],
    ["has choices without number", { enum: Array.from({ length: 300_000 }, (_, i) => i) }, "bytes, above"],
  ])("when it %s", async (_, schema, why) => {
    const world = createMcpWorld();
    world.raw("s", { tools: [{ name: "odd", inputSchema: { type: "object", ...schema } }, { name: "t" }] });
    expect(await namesIn(await world.session())).toEqual(["mcp__s__t"]);
    expect(world.warnings.join()).toContain(why);
  });

  test("when there are hundreds of thousands", async () => {
    const world = createMcpWorld();
    world.raw("s", { tools: [...Array(300_000).fill(0), { name: "t" }] });
    expect(await namesIn(await world.session())).toEqual(["mcp__s__t"]);
  });
});

test("what a server wrote that is no message is told where it could not be reached", async () => {
  const { world } = await beside({ at: { initialize: "silence" }, noise: ["listening on port 3\n"] });
  await vi.waitFor(() =>
    expect(world.warnings.join()).toContain("it wrote something to standard output that is not a message"),
  );
});

test("what was wrong with the first answer is said, not how the process was ended for it", async () => {
  const { world } = await beside({ hello: { protocolVersion: "1999-01-01" } }, {});
  await vi.waitFor(() => expect(world.warnings.join()).toContain("1999-01-01"));
  expect(world.warnings.join()).not.toContain("it ended with");
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
