import { setTimeout as sleep } from "node:timers/promises";
import type { Answerer, Question } from "@gauntlet/core";
import { describe, expect, test, vi } from "vitest";
import { callOne, createMcpWorld, namesIn, YES } from "./world.ts";

const ALLOW = { permissions: { allow: ["mcp__s"] } };
const T = { tools: [{ name: "t" }] };

describe("a call that takes long", () => {
  test("goes on as long as progress comes, and people see how far it is", async () => {
    const world = createMcpWorld();
    world.raw(
      "s",
      { ...T, acts: { t: { progress: 6, every: 100, says: "step\u001b[1m" } } },
      { idleTimeout: 300 },
    );
    const session = await world.session(ALLOW);
    expect(await callOne(session, "mcp__s__t")).toMatchObject({ outcome: "succeeded" });
  });

  test("and is silent fails with server, tool and limit; the server is told, and a late answer is nobody's", async () => {
    const world = createMcpWorld();
    world.raw("s", { ...T, acts: { t: { silentMs: 500 } } }, { idleTimeout: 200 });
    const session = await world.session(ALLOW);
    const { outcome, text } = await callOne(session, "mcp__s__t");
    expect([outcome, text]).toEqual([
      "failed",
      expect.stringContaining(
        "The MCP server `s` was asked for `t` and was silent for 0.2 s; the call was cancelled",
      ),
    ]);
    const [call] = world.received("s", "tools/call");
    await vi.waitFor(() =>
      expect(world.received("s", "notifications/cancelled")[0]?.["params"]).toMatchObject({
        requestId: call?.["id"],
      }),
    );
    await sleep(500);
    world.raw("s", T);
    expect(await callOne(session, "mcp__s__t")).toMatchObject({ outcome: "succeeded", text: "called t {}" });
  });

  test("has a limit that progress does not move", async () => {
    const world = createMcpWorld();
    world.raw("s", { ...T, acts: { t: { progress: 50, every: 50 } } }, { timeout: 400 });
    const { outcome, text } = await callOne(await world.session(ALLOW), "mcp__s__t");
    expect([outcome, text]).toEqual(["failed", expect.stringContaining("was not done after 0.4 s")]);
  });

  test("and is stopped by a person is cancelled at the server too", async () => {
    const world = createMcpWorld();
    world.raw("s", { ...T, acts: { t: { silentMs: 30_000 } } });
    const session = await world.session(ALLOW);
    await session.tools();
    const stop = new AbortController();
    const calling = callOne(session, "mcp__s__t", {}, stop.signal);
    await vi.waitFor(() => expect(world.received("s", "tools/call").length).toBe(1));
    stop.abort(new Error("enough"));
    expect((await calling).outcome).toBe("cancelled");
    await vi.waitFor(() => expect(world.received("s", "notifications/cancelled").length).toBe(1));
  });
});

test("an error of the protocol is told with the server's words", async () => {
  const world = createMcpWorld();
  world.raw("s", { ...T, acts: { t: { error: { code: -32_602, message: "no such thing" } } } });
  const { outcome, text } = await callOne(await world.session(ALLOW), "mcp__s__t");
  expect([outcome, text]).toEqual(["failed", expect.stringContaining("The MCP server `s` failed at `t`: ")]);
  expect(text).toContain("no such thing");
});

test("a server may know the directories of the session", async () => {
  const world = createMcpWorld();
  world.raw("s", { ...T, acts: { t: { roots: true } } });
  const { text } = await callOne(await world.session(ALLOW), "mcp__s__t");
  expect(JSON.parse(text)).toEqual({
    roots: [{ uri: `file://${world.root}`, name: world.root.split("/").at(-1) }],
  });
});

describe("a server's question", () => {
  const form = {
    message: "Which\u001b[8m account?",
    requestedSchema: {
      type: "object",
      properties: { user: { type: "string" }, keep: { type: "boolean", default: true } },
      required: ["user"],
    },
  };
  const ask = async (answerer: Answerer | undefined, elicit: object = form) => {
    const world = createMcpWorld();
    world.raw("s", { ...T, acts: { t: { elicit } } });
    const session = await world.session({ ...ALLOW, answerers: answerer ? [answerer] : [] });
    const { text } = await callOne(session, "mcp__s__t");
    return JSON.parse(text) as unknown;
  };
  const saying = (input: unknown, seen: Question[] = []): Answerer => ({
    name: "person",
    answer: async (question) => {
      seen.push(question);
      return { behavior: "allow", input };
    },
  });

  test("reaches the person of the call, with every field, and their answer goes back", async () => {
    const seen: Question[] = [];
    expect(await ask(saying({ user: "me" }, seen))).toEqual({ action: "accept", content: { user: "me" } });
    expect(seen.map(({ words, preview, input }) => [words, preview, input])).toEqual([
      [
        "the MCP server `s` asks: Which\\u{1b}[8m account?",
        "Fields of the answer:\nuser (string, required)\nkeep (boolean, optional)",
        { keep: true },
      ],
    ]);
  });

  test.each<[string, Answerer | undefined, object]>([
    ["with a yes that leaves out what is required", YES, { action: "decline" }],
    ["with what does not fit the form", saying({ user: 5 }), { action: "decline" }],
    ["with something nested", saying({ user: { a: 1 } }), { action: "decline" }],
    ["with a no", { name: "p", answer: async () => ({ behavior: "deny" }) }, { action: "decline" }],
    ["with a stop", { name: "p", answer: async () => ({ behavior: "stop" }) }, { action: "cancel" }],
    ["by nobody", undefined, { action: "decline" }],
    [
      "by an answerer that fails",
      {
        name: "p",
        answer: async () => {
          throw new Error("boom");
        },
      },
      { action: "decline" },
    ],
  ])("that is answered %s gives the server nothing", async (_, answerer, reply) => {
    expect(await ask(answerer)).toEqual(reply);
  });

  test("that sends the person somewhere shows them where, and opens nothing", async () => {
    const seen: Question[] = [];
    const url = {
      mode: "url",
      message: "Log in",
      url: "https://example.com/\u202elogin",
      elicitationId: "e",
    };
    expect(await ask(saying(undefined, seen), url)).toEqual({ action: "accept" });
    expect(seen[0]?.preview).toContain("https://example.com/\\u{202e}login");
  });
});

describe("when a server says that its tools have changed", () => {
  test("a burst costs one or two lists; what is new is appended and asks, what is gone is told", async () => {
    const world = createMcpWorld();
    const [a, b, c] = [{ name: "a" }, { name: "b" }, { name: "c" }];
    world.raw("s", { tools: [a, b] });
    const session = await world.session({ ...ALLOW, answerers: [] });
    const before = (await session.tools()).definitions;
    world.raw("s", { tools: [c, a], acts: { a: { changes: 5 } } });
    await callOne(session, "mcp__s__a");
    await vi.waitFor(async () => expect(await namesIn(session)).toEqual(["mcp__s__a", "mcp__s__c"]));
    expect(world.received("s", "tools/list").length).toBeLessThanOrEqual(3);
    const after = (await session.tools()).definitions;
    const at = before.findIndex(({ name }) => name === "mcp__s__b");
    expect(JSON.stringify(after.slice(0, at))).toBe(JSON.stringify(before.slice(0, at)));
    const gone = await callOne(session, "mcp__s__b");
    expect([gone.outcome, gone.text]).toEqual([
      "invalid",
      expect.stringContaining("does not offer it any more"),
    ]);
    expect((await callOne(session, "mcp__s__c")).outcome).toBe("denied");
    expect((await callOne(session, "mcp__s__a")).outcome).toBe("succeeded");
  });
});

describe("resources", () => {
  const resources = [
    { uri: "file:///a.txt", name: "a", mimeType: "text/plain", text: "hello" },
    { uri: "x://b\u001b", name: "b", text: "b" },
  ];

  test("of all servers are listed, and read by server and address", async () => {
    const world = createMcpWorld();
    world.raw("s", { ...T, resources });
    world.raw("other", T);
    const session = await world.session({ permissions: { allow: ["ReadMcpResourceTool"] } });
    expect((await callOne(session, "ListMcpResources")).text).toBe(
      "s  file:///a.txt  a, text/plain\ns  x://b\\u{1b}  b",
    );
    expect((await callOne(session, "ReadMcpResource", { server: "s", uri: "file:///a.txt" })).text).toBe(
      "file:///a.txt\nhello",
    );
    expect((await callOne(session, "ListMcpResources", { server: "none" })).text).toContain(
      "There is no MCP server `none`. Use one of `s`, `other`.",
    );
  });

  test("are not read without a yes", async () => {
    const world = createMcpWorld();
    world.raw("s", { ...T, resources });
    const session = await world.session({ answerers: [] });
    expect((await callOne(session, "ReadMcpResourceTool", { server: "s", uri: "x" })).outcome).toBe("denied");
  });
});
