import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CassetteTurn } from "../../../testing/src/cassette.ts";
import { type MessagesServer, startMessagesServer } from "../../../testing/src/messages-server.ts";
import type { Message } from "../../src/contract/message.ts";
import type { ModelError } from "../../src/errors.ts";
import { type AnthropicOptions, createAnthropicModel } from "../../src/model/anthropic.ts";
import type { ModelEvent, ModelRequest } from "../../src/model/port.ts";

const KEY = "sk-test-0123456789abcdef";
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0)) await close();
});

const question: Message = { role: "user", content: [{ type: "text", text: "What is here?" }] };
const request = (messages: readonly Message[] = [question]): ModelRequest => ({
  model: "claude-test",
  maxTokens: 1000,
  system: "Be brief.",
  tools: [
    { name: "Bash", description: "Runs a command.", input_schema: { type: "object" } },
    { name: "Read", description: "Reads a file.", input_schema: { type: "object" } },
  ],
  messages,
});

async function serve(...turns: CassetteTurn[]): Promise<MessagesServer> {
  const server = await startMessagesServer({ cassette: { name: "test", turns }, keepBodies: true });
  closers.push(server.close);
  return server;
}

/** A server that answers as a test says; for what the messages server never does. */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Asked {
  readonly events: ModelEvent[];
  readonly error?: ModelError;
}

async function ask(baseURL: string, options: AnthropicOptions = {}, asked = request()): Promise<Asked> {
  const model = createAnthropicModel({ apiKey: KEY, ...options, baseURL });
  const events: ModelEvent[] = [];
  try {
    // Whether an answer is late depends on the machine.
    for await (const event of model.stream(asked, { signal: new AbortController().signal }))
      if (event.type !== "waiting") events.push(event);
    return { events };
  } catch (error) {
    return { events, error: error as ModelError };
  }
}

const blocksOf = ({ events }: Asked) =>
  events.flatMap((e) => (e.type === "block.completed" ? [e.block] : []));
const typesOf = ({ events }: Asked) => events.map(({ type }) => type);
const bash = (command: string) => ({ type: "tool_use", name: "Bash", input: { command } });

describe("createAnthropicModel", () => {
  it("delivers a text live and then whole", async () => {
    const server = await serve({ blocks: [{ type: "text", text: "Nothing 🙂 here" }] });
    const asked = await ask(server.url);
    expect(asked.events[0]).toEqual({ type: "message.started", id: "msg_0", model: "claude-test" });
    const live = asked.events.flatMap((event) => (event.type === "text" ? [event.text] : []));
    expect(live.length).toBeGreaterThan(1);
    expect(live.join("")).toBe("Nothing 🙂 here");
    expect(blocksOf(asked)).toEqual([{ type: "text", text: "Nothing 🙂 here" }]);
    expect(asked.events.at(-1)).toMatchObject({
      type: "message.completed",
      stopReason: "end_turn",
      usage: { outputTokens: expect.any(Number), cacheReadTokens: 0 },
    });
  });

  it("delivers parallel tool uses, texts between them and thinking in the order sent", async () => {
    const blocks = [
      { type: "thinking", thinking: "First look.", signature: "c2ln" },
      { type: "text", text: "Looking." },
      bash("ls"),
      { type: "text", text: "And:" },
      { type: "tool_use", id: "toolu_own", name: "Read", input: { file_path: "/a", deep: [{ b: "ü" }] } },
      { type: "tool_use", name: "Read", input: {} },
    ];
    const server = await serve({ blocks });
    const asked = await ask(server.url);
    expect(blocksOf(asked)).toEqual([
      blocks[0],
      blocks[1],
      { ...blocks[2], id: "toolu_0_2" },
      blocks[3],
      blocks[4],
      { ...blocks[5], id: "toolu_0_5" },
    ]);
    expect(asked.events.at(-1)).toMatchObject({ stopReason: "tool_use" });
  });

  it("carries on a conversation, with four breakpoints at most and the same prefix each time", async () => {
    const server = await serve(
      { blocks: [bash("ls"), bash("pwd")] },
      { blocks: [{ type: "text", text: "Two." }] },
    );
    const first = await ask(server.url);
    const answered: Message[] = [
      question,
      { role: "assistant", content: blocksOf(first) },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_0_0", content: "a" },
          { type: "tool_result", tool_use_id: "toolu_0_1", content: "no", is_error: true },
        ],
      },
    ];
    const second = await ask(server.url, {}, request(answered));
    expect(blocksOf(second)).toEqual([{ type: "text", text: "Two." }]);
    const bodies = server.requests.map(({ body }) => body as { tools: unknown; system: unknown });
    const [one, two] = bodies.map(({ tools, system }) => JSON.stringify([tools, system]));
    expect(one).toBe(two);
    for (const body of bodies)
      expect(JSON.stringify(body).split('"cache_control"').length - 1).toBeLessThanOrEqual(4);
  });

  it("keeps the siblings of a tool use whose input repeats a key", async () => {
    const twice = { type: "tool_use", name: "Bash", input_json: '{"command":"ls","command":"rm -rf /"}' };
    const asked = await ask((await serve({ blocks: [twice, bash("pwd")] })).url);
    expect(asked.events.filter(({ type }) => type === "block.completed")).toEqual([
      {
        type: "block.completed",
        block: { type: "tool_use", id: "toolu_0_0", name: "Bash", input: {} },
        problem: "the key `command` appears twice",
      },
      { type: "block.completed", block: { ...bash("pwd"), id: "toolu_0_1" } },
    ]);
  });

  it.each(['{"command":"rm -rf /tm', ""])("marks a tool use that max_tokens cut after `%s`", async (text) => {
    const cut = { type: "tool_use", name: "Bash", input_json: text };
    const asked = await ask((await serve({ blocks: [cut], stop_reason: "max_tokens" })).url);
    expect(asked.events.slice(-2)).toMatchObject([
      {
        type: "block.completed",
        block: { input: {} },
        problem: "it was cut off because the message reached max_tokens",
      },
      { type: "message.completed", stopReason: "max_tokens" },
    ]);
  });

  it("keeps what was whole when the connection is cut inside the next block", async () => {
    const server = await serve({ blocks: [bash("ls"), bash("pwd")], cutAfterBlocks: 1 });
    const asked = await ask(server.url);
    expect(blocksOf(asked)).toHaveLength(1);
    expect(asked.error).toMatchObject({ name: "ModelError", code: "GNT_MODEL_STREAM" });
    expect(server.requests).toHaveLength(1);
  });

  it("throws GNT_MODEL_STREAM for a stream that ends in good order before its message", async () => {
    const url = await listen((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(
        'event: message_start\ndata: {"type":"message_start","message":{"id":"m","model":"m"}}\n\n',
      );
    });
    expect((await ask(url)).error).toMatchObject({
      code: "GNT_MODEL_STREAM",
      message: "the stream ended before the message did",
      isTransient: true,
    });
  });

  it("takes a message whose stream ends after its stop reason", async () => {
    const url = await listen((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send = (type: string, data: object) =>
        response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
      send("message_start", { message: { id: "m", model: "m" } });
      send("message_delta", { delta: { stop_reason: "end_turn" } });
      response.end();
    });
    expect(typesOf(await ask(url))).toEqual(["message.started", "message.completed"]);
  });

  it("throws GNT_MODEL_IDLE and leaves when the server falls silent", async () => {
    const server = await serve({ blocks: [bash("ls"), bash("pwd")], stallAfterBlocks: 1 });
    const asked = await ask(server.url, { idleTimeoutMs: 300 });
    expect(blocksOf(asked)).toHaveLength(1);
    expect(asked.error).toMatchObject({ code: "GNT_MODEL_IDLE" });
    await vi.waitFor(() => expect(server.requests[0]?.endedAt).toBeDefined());
  });

  it("is not hurried while its reader is slow", async () => {
    const server = await serve({ blocks: [bash("ls"), bash("pwd")] });
    const model = createAnthropicModel({ baseURL: server.url, idleTimeoutMs: 300 });
    const types: string[] = [];
    for await (const event of model.stream(request(), { signal: new AbortController().signal })) {
      types.push(event.type);
      if (event.type === "block.completed") await new Promise((resolve) => setTimeout(resolve, 450));
    }
    expect(types.at(-1)).toBe("message.completed");
  });

  it("counts pings as signs of life", async () => {
    const url = await listen(async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send = (type: string, data = {}) =>
        response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
      send("message_start", { message: { id: "m", model: "m" } });
      for (let i = 0; i < 10; i++) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        send("ping");
      }
      send("message_delta", { delta: { stop_reason: "end_turn" } });
      send("message_stop");
      response.end();
    });
    const asked = await ask(url, { idleTimeoutMs: 400 });
    expect(typesOf(asked)).toEqual(["message.started", "message.completed"]);
  });

  it("makes one attempt at a busy server and says how long it asks to wait", async () => {
    const error = {
      status: 429,
      type: "rate_limit_error",
      message: "Slow down.",
      headers: { "retry-after": "86400" },
      times: 9,
    };
    const server = await serve({ blocks: [], error });
    const asked = await ask(server.url);
    expect(asked.error).toMatchObject({
      code: "GNT_MODEL_REQUEST",
      message: `the model server at \`${server.url}\` answered 429 (rate_limit_error): Slow down.`,
      isTransient: true,
      retryAfterMs: 86_400_000,
    });
    expect(server.requests).toHaveLength(1);
  });

  it("says that a lost connection and an unavailable server may be back later", async () => {
    const url = await listen((incoming) => incoming.socket.destroy());
    expect((await ask(url)).error).toMatchObject({
      message: expect.stringMatching(/could not be reached \(\w+\)/),
      isTransient: true,
    });
    const busy = await listen((_, response) => response.writeHead(503).end("<html>busy</html>"));
    expect((await ask(busy)).error).toMatchObject({
      message: `the model server at \`${busy}\` answered 503: <html>busy</html>`,
      isTransient: true,
    });
  });

  it.each([
    [
      400,
      "invalid_request_error",
      "the server's own words say what it does not take; if nothing of yours is meant, please report it",
    ],
    [401, "authentication_error", "check `ANTHROPIC_API_KEY` or `ANTHROPIC_AUTH_TOKEN`"],
    [404, "not_found_error", "check the model name and `ANTHROPIC_BASE_URL` (`model.baseURL`)"],
  ])("holds %i for final and says what to check", async (status, type, hint) => {
    const server = await serve({ blocks: [], error: { status, type, message: `No: ${KEY}` } });
    const asked = await ask(server.url);
    expect(asked.error).toMatchObject({ code: "GNT_MODEL_REQUEST", hint, isTransient: false });
    expect(asked.error?.message).toBe(
      `the model server at \`${server.url}\` answered ${status} (${type}): No: [key]`,
    );
    expect(server.requests).toHaveLength(1);
  });

  it("passes on what the server says about a malformed conversation", async () => {
    const server = await serve();
    const asked = await ask(
      server.url,
      {},
      request([{ role: "assistant", content: [{ type: "text", text: "Hi" }] }]),
    );
    expect(asked.error?.message).toContain("400 (invalid_request_error): messages: the first message");
  });

  it("judges an error event the same before a message and inside it", async () => {
    const error = { status: 529, type: "overloaded_error", message: "Overloaded" };
    const server = await serve({ blocks: [bash("ls")], error: { ...error, afterBlocks: 1 } });
    const inside = await ask(server.url);
    expect(blocksOf(inside)).toHaveLength(1);
    expect(inside.error).toMatchObject({
      code: "GNT_MODEL_STREAM",
      message: "the model server reported `overloaded_error` in the stream: Overloaded",
      isTransient: true,
    });
    const url = await listen((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`event: error\ndata: ${JSON.stringify({ type: "error", error })}\n\n`);
    });
    expect((await ask(url)).error).toEqual(inside.error);
  });

  it("says so when something else than a model server answers", async () => {
    const url = await listen((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<p>Hi"),
    );
    const asked = await ask(url);
    expect(asked.events).toEqual([]);
    expect(asked.error).toMatchObject({ code: "GNT_MODEL_REQUEST", hint: "check the base URL" });
  });

  it("uses a connection again after a whole message", async () => {
    const sockets = new Set<unknown>();
    const url = await listen((incoming, response) => {
      sockets.add(incoming.socket);
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const data of [
        { type: "message_start", message: { id: "m", model: "m" } },
        { type: "message_delta", delta: { stop_reason: "end_turn" } },
        { type: "message_stop" },
      ])
        response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
      setTimeout(() => response.end(), 20);
    });
    for (let i = 0; i < 3; i++) {
      expect((await ask(url)).error).toBeUndefined();
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(sockets.size).toBe(1);
  });

  it("does not follow a redirect, which would carry the key elsewhere", async () => {
    const elsewhere = await serve({ blocks: [] });
    const url = await listen((_, response) =>
      response.writeHead(307, { location: `${elsewhere.url}/v1/messages` }).end(),
    );
    const asked = await ask(url);
    expect(asked.error?.message).toContain("answered 307");
    expect(elsewhere.requests).toHaveLength(0);
  });
});

describe("an abort", () => {
  it("in mid-stream ends the stream with its reason and closes the connection", async () => {
    const server = await serve({ blocks: [bash("ls"), bash("pwd")], stallAfterBlocks: 1 });
    const controller = new AbortController();
    const stream = createAnthropicModel({ baseURL: server.url }).stream(request(), {
      signal: controller.signal,
    });
    const reading = (async () => {
      for await (const event of stream)
        if (event.type === "block.completed") setTimeout(() => controller.abort(new Error("enough")), 10);
    })();
    await expect(reading).rejects.toThrow("enough");
    await vi.waitFor(() => expect(server.requests[0]?.endedAt).toBeDefined());
  });

  it("before the request sends nothing", async () => {
    const server = await serve({ blocks: [] });
    const stream = createAnthropicModel({ baseURL: server.url }).stream(request(), {
      signal: AbortSignal.abort(),
    });
    await expect(
      (async () => {
        for await (const _ of stream);
      })(),
    ).rejects.toThrow(/aborted/);
    expect(server.requests).toHaveLength(0);
  });

  it("is all it takes when the reader just leaves", async () => {
    const server = await serve({ blocks: [bash("ls"), bash("pwd")], stallAfterBlocks: 1 });
    const stream = createAnthropicModel({ baseURL: server.url }).stream(request(), {
      signal: new AbortController().signal,
    });
    for await (const event of stream) if (event.type === "block.completed") break;
    await vi.waitFor(() => expect(server.requests[0]?.endedAt).toBeDefined());
  });

  it("leaves no listener on the caller's signal after many requests", async () => {
    const server = await serve({ blocks: [{ type: "text", text: "Hi" }] });
    const { signal } = new AbortController();
    const balance = { added: 0, removed: 0 };
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      balance.added++;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      balance.removed++;
      removeEventListener.apply(signal, args);
    };
    const model = createAnthropicModel({ baseURL: server.url });
    for (let i = 0; i < 3; i++) for await (const _ of model.stream(request(), { signal }));
    expect(balance.added).toBeGreaterThan(0);
    expect(balance.removed).toBe(balance.added);
  });
});

describe("authorization", () => {
  const sent = async (options: AnthropicOptions) => {
    const server = await serve({ blocks: [] });
    const asked = await ask(server.url, { apiKey: undefined, ...options });
    expect(asked.error).toBeUndefined();
    const { authorization, "x-api-key": key } = server.requests[0]?.headers ?? {};
    return [authorization, key].filter((value) => value !== undefined).join(" ");
  };

  it("sends the key, or else the token, and trims both", async () => {
    expect(await sent({ apiKey: ` ${KEY}\n`, authToken: "other" })).toContain(KEY);
    expect(await sent({ authToken: "gateway-token" })).toBe("Bearer gateway-token");
  });

  it("sends nothing to a base URL without a key, whatever the environment holds", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", KEY);
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", KEY);
    expect(await sent({})).toBe("");
    expect(await sent({ apiKey: "" })).toBe("");
  });

  it("does not look for credentials on the disk", async () => {
    for (const name of ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"]) vi.stubEnv(name, undefined);
    vi.stubEnv("ANTHROPIC_PROFILE", "a-profile-that-does-not-exist");
    expect(await sent({})).toBe("");
  });

  it("needs a key, a token or a base URL", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", KEY);
    const stream = createAnthropicModel().stream(request(), { signal: new AbortController().signal });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "GNT_MODEL_MISSING",
      message: "no model is configured: there is no API key, token or base URL",
      hint: "pass `apiKey`, `authToken` or `baseURL` to `createAnthropicModel`",
    });
  });

  it("refuses a base URL that is no web address", async () => {
    for (const url of ["not a url", "file:///etc/passwd"])
      expect((await ask(url)).error).toMatchObject({
        code: "GNT_CONFIG_INVALID",
        hint: expect.stringContaining("`model.baseURL`"),
      });
  });

  it.each([
    ["the API key", { apiKey: `${KEY}…` }],
    ["the API key", { apiKey: `${KEY}\n${KEY}` }],
    ["the token", { apiKey: undefined, authToken: "gateway\u2028token" }],
  ])(
    "names %s that holds a character no header can carry, before anything is sent",
    async (what, options) => {
      let requests = 0;
      const url = await listen((_, response) => {
        requests += 1;
        response.writeHead(500).end();
      });
      expect((await ask(url, options)).error).toMatchObject({
        message: `${what} for the model server holds a character that cannot be sent`,
        code: "GNT_CONFIG_INVALID",
        hint: "copy it again, the whole of it and nothing else",
        isTransient: false,
      });
      expect(requests).toBe(0);
    },
  );

  it("keeps the key out of every error, also one that cannot be sent as a header", async () => {
    const logged = (["debug", "info", "log", "warn", "error"] as const).map((level) =>
      vi.spyOn(console, level),
    );
    vi.stubEnv("ANTHROPIC_LOG", "debug");
    const url = await listen((incoming, response) => {
      const said = `${incoming.headers.authorization} ${incoming.headers["x-api-key"]}`;
      response.writeHead(400).end(JSON.stringify({ type: "error", error: { type: "x", message: said } }));
    });
    for (const apiKey of [KEY, `${KEY}\n${KEY}`, `${KEY}\u0100`]) {
      const { error } = await ask(url, { apiKey });
      expect(error).toMatchObject({ code: apiKey === KEY ? "GNT_MODEL_REQUEST" : "GNT_CONFIG_INVALID" });
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(KEY);
    }
    const { error } = await ask("http://user:hunter2pass@127.0.0.1:1");
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("hunter2pass");
    for (const log of logged) expect(log).not.toHaveBeenCalled();
  });
});

describe("what the port says of the other side", () => {
  it.each([
    [{}, "api.anthropic.com", ["web_search"]],
    [{ baseURL: "https://api.anthropic.com" }, "api.anthropic.com", ["web_search"]],
    [{ baseURL: "http://127.0.0.1:4000/v1" }, "127.0.0.1", []],
    [{ baseURL: "no address" }, undefined, []],
  ])("of %j: %s, %j", (options, host, serverTools) => {
    expect(createAnthropicModel({ apiKey: KEY, ...options })).toMatchObject({
      ...(host !== undefined && { host }),
      serverTools,
    });
  });
});

describe("counting tokens", () => {
  const count = (baseURL: string) =>
    createAnthropicModel({ apiKey: KEY, baseURL }).countTokens?.(request(), {
      signal: new AbortController().signal,
    });

  it("asks the server, which answers nothing else", async () => {
    const server = await serve();
    expect(await count(server.url)).toBeGreaterThan(20);
    expect(server.requests).toEqual([]);
  });

  it.each([
    ["has no such path", 404, "{}"],
    ["answers with no number", 200, "{}"],
  ])("fails when the server %s", async (_, status, body) => {
    const url = await listen((_request, response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    });
    await expect(count(url)).rejects.toMatchObject({
      code: "GNT_MODEL_REQUEST",
      ...(status === 200 && {
        hint: "the server does not count tokens as the Messages API does; they are estimated instead",
      }),
    });
  });
});
