import { createAnthropicModel, type ModelPort } from "@gauntlet/core";
import { type CassetteTurn, scriptedModel, startMessagesServer } from "@gauntlet/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { openRoom } from "../room.ts";

const use = (id: string, query: string) => ({
  type: "server_tool_use",
  id,
  name: "web_search",
  input: { query },
});
const found = (id: string, ...urls: string[]) => ({
  type: "web_search_tool_result",
  tool_use_id: id,
  content: urls.map((url) => ({
    type: "web_search_result",
    url,
    title: `Title of ${url}`,
    encrypted_content: "c2VjcmV0",
    page_age: "2 days",
  })),
});
const failed = (id: string, error_code: string) => ({
  type: "web_search_tool_result",
  tool_use_id: id,
  content: { type: "web_search_tool_result_error", error_code },
});
const text = (words: string) => ({ type: "text", text: words });

interface Body {
  readonly tools: readonly object[];
  readonly messages: readonly { readonly role: string; readonly content: readonly object[] }[];
}

/** A session whose model speaks the Messages protocol over the loopback. */
async function searching(turns: readonly CassetteTurn[]) {
  const server = await startMessagesServer({ cassette: { name: "search", turns }, keepBodies: true });
  onTestFinished(() => server.close());
  const model = createAnthropicModel({ apiKey: "sk-test-0123456789", baseURL: server.url });
  const packs = { "@gauntlet/tools-web": { search: "model" } };
  const { session } = await openRoom({ model, packs, permissions: { allow: ["WebSearch"] } });
  return {
    session,
    model,
    bodies: () => server.requests.map(({ body }) => body as Body),
    async search(input: object) {
      const [settled] = await session.call([{ tool: "WebSearch", input }]);
      return { outcome: settled?.outcome, text: String(settled?.block.content), settled };
    },
  };
}

describe("a search by the model's server", () => {
  test("is a request of its own with the server's tool", async () => {
    const { search, bodies } = await searching([
      {
        blocks: [
          text("I will search."),
          use("srvtoolu_1", "two words"),
          found("srvtoolu_1", "https://a.example/1", "https://b.example/2"),
          text("Both say yes."),
        ],
      },
    ]);
    const {
      outcome,
      text: said,
      settled,
    } = await search({ query: "two words", allowed_domains: ["a.example", "b.example"] });
    expect(outcome).toBe("succeeded");
    expect(said).toContain(
      "2 pages for `two words`:\n1. Title of https://a.example/1\n   https://a.example/1\n",
    );
    expect(said).toContain("What the provider says to it:\nI will search.\nBoth say yes.");
    expect(said).not.toContain("c2VjcmV0");
    expect(settled?.decision?.effects).toEqual([{ kind: "connect", host: "127.0.0.1" }]);
    const [body] = bodies();
    expect(body?.tools).toEqual([
      {
        type: "web_search_20250305",
        name: "web_search",
        max_uses: 8,
        allowed_domains: ["a.example", "b.example"],
      },
    ]);
    expect(body?.messages).toMatchObject([
      { role: "user", content: [{ text: "Search the web for: two words" }] },
    ]);
  });

  test("goes on where the server pauses, with all it said so far", async () => {
    const first = [use("srvtoolu_1", "q"), found("srvtoolu_1", "https://a.example/")];
    const second = [use("srvtoolu_2", "q again")];
    const { search, bodies } = await searching([
      { blocks: first, stop_reason: "pause_turn" },
      { blocks: second, stop_reason: "pause_turn" },
      { blocks: [found("srvtoolu_2", "https://a.example/", "https://c.example/"), text("Done.")] },
    ]);
    const { text: said } = await search({ query: "q", blocked_domains: ["b.example"] });
    expect(said).toContain("2 pages for `q`");
    expect(bodies().map(({ tools }) => (tools[0] as { max_uses: number }).max_uses)).toEqual([8, 7, 6]);
    expect(bodies()[2]?.messages).toMatchObject([
      { role: "user" },
      { role: "assistant", content: [...first, ...second] },
    ]);
  });

  test("does not go on for ever where the server pauses without searching", async () => {
    const pausing = Array.from({ length: 30 }, (_, i) => ({
      blocks: [text(`Still thinking, ${i}.`)],
      stop_reason: "pause_turn",
    }));
    const { search, bodies } = await searching(pausing);
    expect((await search({ query: "q" })).outcome).toBe("failed");
    expect(bodies().length).toBeLessThan(12);
  });

  test("does not go on for ever", async () => {
    const pausing = Array.from({ length: 30 }, (_, i) => ({
      blocks: [use(`srvtoolu_${i}`, "q"), found(`srvtoolu_${i}`, `https://a.example/${i}`)],
      stop_reason: "pause_turn",
    }));
    const { search, bodies } = await searching(pausing);
    expect((await search({ query: "q" })).text).toContain("The search was not finished");
    expect(bodies().length).toBeLessThan(12);
  });

  test.each([
    ["too_many_requests", "has too many requests"],
    ["invalid_input", "does not take this query"],
    ["max_uses_exceeded", "as many searches as one call may"],
    ["query_too_long", "The query is too long"],
    ["unavailable", "is not available"],
    ["something_new", "failed (`something_new`)"],
    ["__proto__", "failed (`__proto__`)"],
  ])("that ends with the error %s fails in words", async (code, says) => {
    const { search } = await searching([
      { blocks: [use("srvtoolu_1", "q"), failed("srvtoolu_1", code), text("Sorry.")] },
    ]);
    const { outcome, text: said } = await search({ query: "q" });
    expect({ outcome, said }).toEqual({ outcome: "failed", said: expect.stringContaining(says) });
  });

  test("that failed in part shows what it found, and says so", async () => {
    const { search } = await searching([
      {
        blocks: [
          use("srvtoolu_1", "q"),
          found("srvtoolu_1", "https://a.example/"),
          use("srvtoolu_2", "q"),
          failed("srvtoolu_2", "max_uses_exceeded"),
        ],
      },
    ]);
    const { outcome, text: said } = await search({ query: "q" });
    expect(outcome).toBe("succeeded");
    expect(said).toContain("1 page for `q`");
    expect(said).toContain("as many searches as one call may");
  });

  test.each([
    ["answered without searching", [text("I know it.")], "end_turn", "answered without searching"],
    ["refused", [text("No.")], "refusal", "refused to"],
    [
      "gave results that cannot be read",
      [use("srvtoolu_1", "q"), { ...found("srvtoolu_1"), content: "?" }],
      "end_turn",
      "failed (`undefined`)",
    ],
  ])("that %s fails in words", async (_, blocks, stop_reason, says) => {
    const { search } = await searching([{ blocks, stop_reason }]);
    const { outcome, text: said } = await search({ query: "q" });
    expect({ outcome, said }).toEqual({ outcome: "failed", said: expect.stringContaining(says) });
  });

  test("is held to the domains that were asked for, and to the web", async () => {
    const { search } = await searching([
      {
        blocks: [
          use("srvtoolu_1", "q"),
          found("srvtoolu_1", "https://a.example/", "https://evil.test/a.example", "file:///etc/passwd"),
        ],
      },
    ]);
    const { text: said } = await search({ query: "q", allowed_domains: ["a.example"] });
    expect(said).toContain("1 page for `q`:\n1. Title of https://a.example/\n");
    expect(said).toContain("2 pages outside of the domains");
  });

  test("says what the server's error was when there is no answer", async () => {
    const { search } = await searching([
      {
        blocks: [],
        error: { status: 400, type: "invalid_request_error", message: "web search is not enabled" },
      },
    ]);
    expect(await search({ query: "q" })).toMatchObject({
      outcome: "failed",
      text: expect.stringContaining("web search is not enabled"),
    });
  });
});

test("the tool use of the conversation and the one of the server do not mix", async () => {
  const { model } = await searching([
    { blocks: [use("srvtoolu_1", "q"), found("srvtoolu_1", "https://a.example/"), text("Yes.")] },
  ]);
  const outer = scriptedModel([
    { blocks: [{ type: "tool_use", id: "toolu_1", name: "WebSearch", input: { query: "q" } }] },
    { blocks: [{ type: "text", text: "done" }] },
  ]);
  const both: ModelPort = {
    name: "both",
    host: "127.0.0.1",
    serverTools: ["web_search"],
    stream: (request, options) => (request.serverTools ? model : outer).stream(request, options),
  };
  const { session } = await openRoom({ model: both, permissions: { allow: ["WebSearch"] } });
  const events = [];
  const running = session.prompt("Find it.");
  for (let next = await running.next(); ; next = await running.next()) {
    if (next.done) {
      expect(next.value).toMatchObject({ reason: "done", turns: 2 });
      break;
    }
    events.push(next.value);
  }
  const blocks = events.flatMap((event) => (event.type === "block.completed" ? [event.block.type] : []));
  expect(blocks).toEqual(["tool_use", "text"]);
  expect(outer.requests[1]?.messages.at(-1)).toMatchObject({
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "toolu_1", content: expect.stringContaining("https://a.example/") },
    ],
  });
  expect(outer.requests.every(({ tools }) => tools.some(({ name }) => name === "WebSearch"))).toBe(true);
});
