import { definePlugin } from "@gauntlet/core";
import { expect, test } from "vitest";
import { createWebPack, type SearchProvider, type SearchRequest } from "../../src/index.ts";
import { MAX_SESSION_SEARCHES } from "../../src/search/web-search.ts";
import { openRoom } from "../room.ts";

/** A host's own provider. */
function ownProvider(over: Partial<SearchProvider> = {}) {
  const requests: SearchRequest[] = [];
  const provider: SearchProvider = {
    unusable: () => undefined,
    destination: () => ({ host: "search.example" }),
    search: async (request) => {
      requests.push(request);
      return {
        results: [{ tool_use_id: "1", content: [{ title: "A", url: "https://a.example/" }] }],
        searches: 1,
        notes: [],
      };
    },
    ...over,
  };
  return { requests, provider };
}

test("a host can bring its own provider", async () => {
  const { provider, requests } = ownProvider();
  const { session } = await openRoom({ plugin: createWebPack({ search: provider }) });
  const input = { query: "q", blocked_domains: ["B.example."] };
  const [settled] = await session.call([{ tool: "WebSearch", input }]);
  expect(settled).toMatchObject({
    outcome: "succeeded",
    decision: { effects: [{ host: "search.example" }] },
  });
  expect(requests).toEqual([{ query: "q", blockedDomains: ["b.example"] }]);
});

test("a provider of a host's own that cannot be used says why", async () => {
  const { provider } = ownProvider({ unusable: () => "no key for search.example" });
  const { session } = await openRoom({ plugin: createWebPack({ search: provider }) });
  expect((await session.tools()).hidden).toEqual([{ tool: "WebSearch", why: "no key for search.example" }]);
});

test("a session makes no more than its searches, side by side or one after the other", async () => {
  const { provider, requests } = ownProvider();
  const { session } = await openRoom({ plugin: createWebPack({ search: provider }) });
  const call = (i: number) => ({ tool: "WebSearch", input: { query: `q${i}` } });
  const settled = await session.call(Array.from({ length: MAX_SESSION_SEARCHES + 2 }, (_, i) => call(i)));
  const failed = settled.filter(({ outcome }) => outcome === "failed");
  expect(failed).toHaveLength(2);
  expect(failed[0]?.block.content).toContain("this session has made its 200 searches");
  expect(requests).toHaveLength(MAX_SESSION_SEARCHES);
});

test("a plugin of the pack's tools without its resource is a plugin like any other", () => {
  expect(definePlugin({ name: "bare", tools: createWebPack().tools }).tools).toHaveLength(2);
});
