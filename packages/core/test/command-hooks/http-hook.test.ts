import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { isAllowedUrl } from "../../src/command-hooks/run-http-hook.ts";
import type { HookSettings, HttpHandler } from "../../src/contract/command-hook.ts";
import { callOne, createWorld, textOf, tool } from "../world.ts";
import { decides, hook, runsOf, settings } from "./hooks.ts";

interface Seen {
  readonly method: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server on loopback that answers every request so. */
async function serve(answer: (response: ServerResponse, seen: Seen) => void) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one = {
        method: request.method,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      seen.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, seen };
}

async function call(
  handler: HttpHandler,
  over: Partial<HookSettings> = {},
  onFailure: "block" | "continue" = "block",
) {
  const world = await createWorld({
    toolList: [tool("T")],
    commandHooks: settings([hook("PreToolUse", handler, { onFailure })], over),
  });
  const settled = await callOne(world, "T", { a: 1 });
  return { settled, runs: await runsOf(world) };
}

const json =
  (value: unknown, status = 200) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };

describe("an http hook", () => {
  test("posts the event, and the reply decides", async () => {
    const { url, seen } = await serve(json(decides("deny", { permissionDecisionReason: "no" })));
    const { settled } = await call({ type: "http", url });
    expect([settled.outcome, textOf(settled)]).toEqual(["denied", expect.stringContaining("objects: no")]);
    expect(seen[0]).toMatchObject({ method: "POST", headers: { "content-type": "application/json" } });
    expect(JSON.parse(seen[0]?.body ?? "")).toMatchObject({
      hook_event_name: "PreToolUse",
      tool_input: { a: 1 },
    });
  });

  test.each<[string, (response: ServerResponse) => void, string]>([
    ["an empty reply", (response) => void response.end(), "succeeded"],
    ["a reply that allows", json(decides("allow")), "succeeded"],
    ["a reply that is no JSON", (response) => void response.end("OK"), "denied"],
    ["an error of the server", json(decides("allow"), 500), "denied"],
    ["a refusal of the server", json(decides("allow"), 403), "denied"],
    ["a redirect", (response) => void response.writeHead(302, { location: "/other" }).end(), "denied"],
    ["a reply that breaks off", (response) => void response.destroy(), "denied"],
    ["a reply without end", (response) => void flood(response), "denied"],
  ])("with %s leaves an allowed call %s", async (_, answer, outcome) => {
    const { url } = await serve(answer);
    expect((await call({ type: "http", url })).settled.outcome).toBe(outcome);
    if (outcome === "denied") {
      expect((await call({ type: "http", url }, {}, "continue")).settled.outcome).toBe("succeeded");
    }
  });

  test("that gets no answer in time has failed", async () => {
    const { url } = await serve(() => undefined);
    const { settled, runs } = await call({ type: "http", url, timeout: 0.2 });
    expect([settled.outcome, runs[0]?.failure]).toEqual(["denied", "timed out after 200 ms"]);
  });

  test("whose server is not there has failed", async () => {
    const { settled, runs } = await call({ type: "http", url: "http://127.0.0.1:9/" });
    expect([settled.outcome, runs[0]?.failure]).toEqual([
      "denied",
      expect.stringContaining("could not reach its server"),
    ]);
  });

  test("fills variables into its headers where they are allowed, and nowhere else", async () => {
    process.env["HOOK_TEST_TOKEN"] = "t0ken";
    onTestFinished(() => void delete process.env["HOOK_TEST_TOKEN"]);
    const { url, seen } = await serve(json({}));
    const headers = { one: "Bearer $HOOK_TEST_TOKEN", two: "<$" + "{HOOK_TEST_TOKEN}>", three: "[$HOME]" };
    const handler: HttpHandler = { type: "http", url, headers, allowedEnvVars: ["HOOK_TEST_TOKEN"] };
    await call(handler);
    await call(handler, { allowedEnvVars: [["HOOK_TEST_TOKEN"], ["OTHER"]] });
    await call({ type: "http", url, headers });
    expect(seen.map(({ headers: { one, two, three } }) => [one, two, three])).toEqual([
      ["Bearer t0ken", "<t0ken>", "[]"],
      ["Bearer", "<>", "[]"],
      ["Bearer", "<>", "[]"],
    ]);
  });

  test("sends nothing to an address that is not allowed", async () => {
    const { url, seen } = await serve(json({}));
    const { settled, runs } = await call(
      { type: "http", url },
      { allowedUrls: [["https://hooks.example.com/*"]] },
    );
    expect([settled.outcome, seen, runs[0]?.failure]).toEqual([
      "denied",
      [],
      expect.stringContaining("allowedHttpHookUrls"),
    ]);
    expect(
      (await call({ type: "http", url }, { allowedUrls: [[url], ["http://127.0.0.1:*" + "/*"]] })).settled
        .outcome,
    ).toBe("succeeded");
  });
});

test.each<[string, string, boolean]>([
  ["https://a.example/x", "https://a.example/*", true],
  ["https://a.example", "https://a.example", true],
  ["https://b.example/", "https://*.example/*", true],
  ["https://evil.test/a.example/", "https://*.example/*", false],
  ["https://evil.test?.example/", "https://*.example/*", false],
  ["https://a.example@evil.test/", "https://a.example*", false],
  ["https://a.example:8443/", "https://a.example/*", false],
  ["http://a.example/", "https://a.example/*", false],
  ["https://a.example/x", "https://a.example", false],
  ["https://a.example/x?y=1", "*", true],
])("%s is allowed by `%s`: %s", (url, pattern, expected) => {
  expect(isAllowedUrl(url, [[pattern]])).toBe(expected);
});

function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, "x");
  const more = (): void => {
    while (response.write(chunk));
    response.once("drain", more);
  };
  response.on("error", () => undefined);
  more();
}
