import { afterEach, describe, expect, it, vi } from "vitest";
import type { CassetteTurn } from "../src/cassette.ts";
import {
  type MessagesServer,
  type MessagesServerOptions,
  startMessagesServer,
} from "../src/messages-server.ts";

const servers: MessagesServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(turns: readonly CassetteTurn[], more: Partial<MessagesServerOptions> = {}) {
  const server = await startMessagesServer({ cassette: { name: "c", turns }, ...more });
  servers.push(server);
  return server;
}

const hi = { role: "user", content: [{ type: "text", text: "Hi" }] };
const text = (words: string) => ({ type: "text", text: words });
const post = (
  server: MessagesServer,
  more: object = {},
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
) =>
  fetch(`${server.url}/v1/messages`, {
    method: "POST",
    signal,
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", ...headers },
    body: JSON.stringify({ model: "m", max_tokens: 9, messages: [hi], ...more }),
  });

/** The data of every event of a stream. */
async function eventsOf(response: Response): Promise<Record<string, unknown>[]> {
  const body = await response.text();
  return body
    .split("\n\n")
    .filter(Boolean)
    .map((frame) => {
      const [event, data] = frame.split("\n");
      const value = JSON.parse((data ?? "").slice("data: ".length)) as Record<string, unknown>;
      expect(event).toBe(`event: ${value["type"]}`);
      return value;
    });
}

describe("startMessagesServer", () => {
  it("streams the events of the API in their order, texts and inputs in several deltas", async () => {
    const server = await serve([
      { blocks: [text("One two three"), { type: "tool_use", name: "A", input: { key: "value" } }] },
    ]);
    const response = await post(server, { stream: true });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const events = await eventsOf(response);
    const runs = events.map(({ type, index }) => `${type}${index === undefined ? "" : ` ${index}`}`);
    expect([...new Set(runs)]).toEqual([
      "message_start",
      "ping",
      "content_block_start 0",
      "content_block_delta 0",
      "content_block_stop 0",
      "content_block_start 1",
      "content_block_delta 1",
      "content_block_stop 1",
      "message_delta",
      "message_stop",
    ]);
    const deltas = events.flatMap(({ delta }) => (delta ? [delta as Record<string, string>] : []));
    const pieces = deltas.flatMap(({ partial_json }) => partial_json ?? []);
    expect(pieces.length).toBeGreaterThan(3);
    expect(JSON.parse(pieces.join(""))).toEqual({ key: "value" });
    expect(deltas.at(-1)).toEqual({ stop_reason: "tool_use", stop_sequence: null });
    expect(events[0]).toMatchObject({ message: { id: "msg_0", role: "assistant", content: [], model: "m" } });
    expect(events[2]).toMatchObject({ content_block: { type: "text", text: "" } });
    expect(events.find(({ index, type }) => index === 1 && type === "content_block_start")).toMatchObject({
      content_block: { type: "tool_use", id: "toolu_0_1", name: "A", input: {} },
    });
  });

  it("answers the same as one JSON message when no stream is asked for", async () => {
    const server = await serve(
      [{ blocks: [text("{{word}}"), { type: "tool_use", name: "A", input: { a: 1 } }] }],
      {
        variables: { word: "Hey" },
      },
    );
    expect(await (await post(server)).json()).toMatchObject({
      type: "message",
      stop_reason: "tool_use",
      content: [text("Hey"), { type: "tool_use", id: "toolu_0_1", name: "A", input: { a: 1 } }],
    });
  });

  it("gives a request that is sent again the same turn, and the next one to a conversation that went on", async () => {
    const server = await serve([{ blocks: [text("One")] }, { blocks: [text("Two")] }]);
    const said = async (messages: object[]) =>
      ((await (await post(server, { messages })).json()) as { content: { text: string }[] }).content[0]?.text;
    expect(await said([hi])).toBe("One");
    expect(await said([hi])).toBe("One");
    const one = { role: "assistant", content: [text("One")] };
    const two = { role: "assistant", content: [text("Two")] };
    expect(await said([hi, one, hi])).toBe("Two");
    expect(await said([hi, one, hi, two, hi])).toBe("done");
  });

  it("answers an error as often as it is told and then plays the turn", async () => {
    const error = {
      status: 429,
      type: "rate_limit_error",
      message: "Slow",
      headers: { "retry-after": "1" },
      times: 2,
    };
    const server = await serve([{ blocks: [text("Now")], error }]);
    for (let i = 0; i < 2; i++) {
      const response = await post(server, { stream: true });
      expect(response.status).toBe(429);
      expect(response.headers.get("retry-after")).toBe("1");
      expect(await response.json()).toEqual({
        type: "error",
        error: { type: "rate_limit_error", message: "Slow" },
      });
    }
    expect((await post(server)).status).toBe(200);
    expect(server.requests.map(({ status }) => status)).toEqual([429, 429, 200]);
  });

  it("answers several errors one after another and then plays the turn", async () => {
    const limited = { status: 429, type: "rate_limit_error", message: "Slow", times: 2 };
    const overloaded = { status: 529, type: "overloaded_error", message: "Busy" };
    const server = await serve([
      { blocks: [text("Now")], error: [limited, overloaded, { ...overloaded, afterBlocks: 0 }] },
    ]);
    for (let i = 0; i < 3; i++) await post(server, { stream: true });
    expect((await eventsOf(await post(server, { stream: true }))).at(-1)).toMatchObject({ type: "error" });
    expect((await eventsOf(await post(server, { stream: true }))).at(-1)).toEqual({ type: "message_stop" });
    expect(server.requests.map(({ status }) => status)).toEqual([429, 429, 529, 200, 200]);
  });

  it("cuts a stream once, inside the next block", async () => {
    const server = await serve([{ blocks: [text("One"), text("Two")], cutAfterBlocks: 1 }]);
    await expect((await post(server, { stream: true })).text()).rejects.toThrow();
    expect(server.requests[0]?.blocksSentAt).toHaveLength(1);
    expect((await eventsOf(await post(server, { stream: true }))).at(-1)).toEqual({ type: "message_stop" });
  });

  it("reports an error inside a stream", async () => {
    const error = { status: 529, type: "overloaded_error", message: "Busy", afterBlocks: 1 };
    const server = await serve([{ blocks: [text("One"), text("Two")], error }]);
    const events = await eventsOf(await post(server, { stream: true }));
    expect(events.at(-1)).toEqual({ type: "error", error: { type: "overloaded_error", message: "Busy" } });
    expect(events.filter(({ type }) => type === "content_block_stop")).toHaveLength(1);
  });

  it("records when each block went out", async () => {
    const server = await serve([{ blocks: [text("One"), text("Two")], gapMs: 2, tailMs: 2 }]);
    await (await post(server, { stream: true })).text();
    await vi.waitFor(() => expect(server.requests[0]?.endedAt).toBeDefined());
    const { arrivedAt, blocksSentAt = [], endedAt } = server.requests[0] ?? {};
    const times = [arrivedAt, ...blocksSentAt, endedAt].map(Number);
    expect(times).toHaveLength(4);
    expect(times.toSorted((a, b) => a - b)).toEqual(times);
  });

  it.each([
    ["before a later block", { gapMs: 600_000 }, 1],
    ["before the end of the message", { tailMs: 600_000 }, 2],
  ])("is silent %s as long as it is told", async (_, silence, sent) => {
    const server = await serve([{ blocks: [text("One"), text("Two")], ...silence }]);
    const leaving = new AbortController();
    const response = await post(server, { stream: true }, {}, leaving.signal);
    let seen = "";
    const reading = (async () => {
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) seen += Buffer.from(chunk);
    })();
    await vi.waitFor(() => expect(seen.split("event: content_block_stop")).toHaveLength(sent + 1));
    expect(seen).not.toContain("message_stop");
    leaving.abort();
    await expect(reading).rejects.toThrow();
    await vi.waitFor(() => expect(server.requests[0]?.endedAt).toBeDefined());
    expect(server.requests[0]?.blocksSentAt).toHaveLength(sent);
  });

  it("keeps bodies only when asked", async () => {
    const [without, keeping] = [await serve([]), await serve([], { keepBodies: true })];
    for (const server of [without, keeping]) await post(server, {}, { "x-api-key": "k" });
    expect(without.requests[0]).not.toHaveProperty("body");
    expect(keeping.requests[0]).toMatchObject({
      body: { messages: [hi] },
      headers: { "x-api-key": "k" },
      turn: 0,
    });
  });

  it.each<[string, object, Record<string, string>, number, string]>([
    [
      "a conversation the API refuses",
      { messages: [{ role: "assistant", content: "Hi" }] },
      {},
      400,
      "invalid_request_error",
    ],
    ["a request without a version", {}, { "anthropic-version": "" }, 400, "invalid_request_error"],
    [
      "a request above 32 MB",
      { messages: [{ role: "user", content: "x".repeat(33 * 1024 * 1024) }] },
      {},
      413,
      "request_too_large",
    ],
  ])("refuses %s in the shape of the API", async (_, body, headers, status, type) => {
    const server = await serve([{ blocks: [text("One")] }]);
    const response = await post(server, body, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ type: "error", error: { type } });
    expect(server.requests[0]?.turn).toBeUndefined();
  });

  it("answers 404 for other places", async () => {
    const server = await serve([]);
    expect((await fetch(`${server.url}/v1/models`)).status).toBe(404);
  });

  it("ends open streams when it is closed", async () => {
    const server = await serve([{ blocks: [text("One")], stallAfterBlocks: 1 }]);
    const response = await post(server, { stream: true });
    const reading = expect(response.text()).rejects.toThrow();
    await server.close();
    await reading;
    await expect(post(server)).rejects.toThrow();
  });

  it("listens on the loopback address only", async () => {
    expect((await serve([])).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});
