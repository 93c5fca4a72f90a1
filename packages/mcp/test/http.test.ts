import { describe, expect, test } from "vitest";
import { answerTo, officialHandler, serve, sseHandler } from "./http-servers.ts";
import { callOne, createMcpWorld, namesIn } from "./world.ts";

const ALLOW = { permissions: { allow: ["mcp__s"] } };

test("the official server over streamable HTTP is used, with the headers of its entry", async () => {
  const world = createMcpWorld();
  const { url, requests } = await serve(officialHandler());
  world.servers["s"] = { type: "http", url: `${url}/mcp`, headers: { "x-token": "Bearer ${TOKEN}" } };
  const session = await world.session({ ...ALLOW, env: { TOKEN: "t0p" } });
  expect(await namesIn(session)).toEqual(["mcp__s__greet"]);
  expect(await callOne(session, "mcp__s__greet")).toMatchObject({ outcome: "succeeded", text: "hello" });
  expect(new Set(requests.map(({ headers }) => headers["x-token"]))).toEqual(new Set(["Bearer t0p"]));
});

test.each(["http", "sse"])(
  "an older server with a stream of events is used when its type is `%s`",
  async (type) => {
    const world = createMcpWorld();
    const { url } = await serve(sseHandler());
    world.servers["s"] = { type, url: `${url}/mcp` };
    const session = await world.session(ALLOW);
    expect(await callOne(session, "mcp__s__greet")).toMatchObject({
      outcome: "succeeded",
      text: "hello from greet",
    });
  },
);

test.each([
  ["nobody listens", "http://127.0.0.1:1/mcp"],
  ["the address is no server", undefined],
])("where %s the server is said to be unreachable, and others work", async (_, address) => {
  const world = createMcpWorld();
  const { url } = await serve((_request, response) => void response.writeHead(500).end("<html>"));
  world.servers["s"] = { type: "http", url: address ?? url };
  world.raw("good", { tools: [{ name: "t" }] });
  expect(await namesIn(await world.session())).toEqual(["mcp__good__t"]);
  expect(world.warnings.join()).toContain("the MCP server `s` could not be reached");
});

test("a server that wants a login says so, and how to do it", async () => {
  const world = createMcpWorld();
  const { url } = await serve((_request, response) => void response.writeHead(401).end());
  world.servers["s"] = { type: "http", url };
  await namesIn(await world.session());
  expect(world.warnings).toEqual(["the MCP server `s` wants a login: run `gauntlet mcp login s`"]);
});

test("a redirect to another origin is not followed with the entry's headers", async () => {
  const world = createMcpWorld();
  const other = await serve(officialHandler());
  const { url } = await serve(
    (_request, response) => void response.writeHead(307, { location: other.url }).end(),
  );
  world.servers["s"] = { type: "http", url, headers: { authorization: "Bearer t0p" } };
  await namesIn(await world.session());
  expect(other.requests).toEqual([]);
});

describe("a flood over HTTP is let go while it arrives", () => {
  test.each([
    ["as one body", "application/json", "{"],
    ["as one event", "text/event-stream", "event: message\ndata: "],
  ])(
    "%s",
    async (_, type, begin) => {
      const world = createMcpWorld();
      const { url } = await serve((request, response, body) => {
        if (request.method !== "POST") return void response.writeHead(405).end();
        if (!body.includes('"tools/call"')) {
          const answer = answerTo(body);
          if (!answer) return void response.writeHead(202).end();
          response.writeHead(200, { "content-type": "application/json" });
          return void response.end(JSON.stringify(answer));
        }
        response.writeHead(200, { "content-type": type });
        response.write(begin);
        const chunk = "x".repeat(1024 ** 2);
        const more = (): void => {
          while (response.write(chunk));
        };
        response.on("drain", more);
        more();
      });
      world.servers["s"] = { type: "http", url, idleTimeout: 5_000 };
      const session = await world.session(ALLOW);
      await session.tools();
      const before = process.memoryUsage().rss;
      const { outcome } = await callOne(session, "mcp__s__greet");
      expect(outcome).toBe("failed");
      expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(150);
    },
    30_000,
  );
});
