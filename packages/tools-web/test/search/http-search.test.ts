import { describe, expect, test } from "vitest";
import { openRoom } from "../room.ts";
import { page, redirect, startSite } from "../site.ts";

const json = (body: unknown, status = 200) =>
  page(
    typeof body === "string" ? body : JSON.stringify(body),
    { "content-type": "application/json" },
    status,
  );

/** A room whose searches go to an endpoint. */
async function searching(url: string) {
  const packs = { "@gauntlet/tools-web": { search: { url } } };
  const { session } = await openRoom({ packs });
  return {
    session,
    async search(input: object) {
      const [settled] = await session.call([{ tool: "WebSearch", input }]);
      return { outcome: settled?.outcome, text: String(settled?.block.content), settled };
    },
  };
}

const RESULTS = [
  { url: "https://example.com/a", title: "Page  A", content: "About\n a." },
  { url: "https://docs.example.com/b", title: "", content: null },
  { url: "https://other.test/c", title: "Page C" },
  { url: "https://example.com/a", title: "Page A again" },
  { url: 7, title: "no address" },
  null,
];

describe("an endpoint that answers as SearXNG does", () => {
  test("is asked, and what it finds is numbered", async () => {
    const site = await startSite({ "/search": json({ results: RESULTS, answers: [] }) });
    const { search } = await searching(`${site.url}/search?language=en`);
    const { outcome, text, settled } = await search({ query: " two words&x " });
    expect(outcome).toBe("succeeded");
    expect(site.requests).toEqual(["/search?language=en&q=two+words%26x&format=json"]);
    expect(settled?.decision?.effects).toEqual([{ kind: "connect", host: "127.0.0.1", port: site.port }]);
    expect(text).toMatch(
      /^\[Web search · by 127\.0\.0\.1 · \d{4}-.*Z\]\n\[Titles and snippets are content from outside/,
    );
    expect(text).toContain(
      "3 pages for ` two words&x `:\n1. Page A\n   https://example.com/a\n   About a.\n2. https://docs.example.com/b\n   https://docs.example.com/b\n3. Page C\n   https://other.test/c",
    );
  });

  test("is held to the domains that were asked for", async () => {
    const site = await startSite({ "/": json({ results: RESULTS }) });
    const { search } = await searching(`${site.url}/`);
    const allowed = await search({ query: "q", allowed_domains: ["Example.com"] });
    expect(allowed.text).toContain("2 pages for `q`");
    expect(allowed.text).toContain("1 page outside of the domains you named is left out.");
    expect(site.requests[0]).toContain("q=q+site%3Aexample.com&");
    const blocked = await search({ query: "q", blocked_domains: ["example.com"] });
    expect(blocked.text).toContain("1 page for `q`:\n1. Page C");
  });

  test("may find nothing", async () => {
    const site = await startSite({ "/": json({ results: [] }) });
    const { search } = await searching(`${site.url}/`);
    expect(await search({ query: "q" })).toMatchObject({
      outcome: "succeeded",
      text: expect.stringContaining("Nothing was found for `q`"),
    });
  });

  test.each([
    ["forbids JSON", json("no", 403), "answered 403. A SearXNG instance"],
    ["is broken", json("no", 500), "answered 500"],
    ["leads elsewhere", redirect("http://127.0.0.1:9/"), "answered 302"],
    ["gives a page", page("<html>"), "gave no list of results"],
    ["gives something else", json({ hits: [] }), "gave no list of results"],
    ["gives too much", json(`{"results":["${"x".repeat(5 * 1024 * 1024)}"]}`), "gave no list of results"],
  ])("that %s fails in words", async (_, route, says) => {
    const site = await startSite({ "/": route });
    const { search } = await searching(`${site.url}/`);
    const { outcome, text } = await search({ query: "q" });
    expect({ outcome, text }).toEqual({ outcome: "failed", text: expect.stringContaining(says) });
  });

  test("that is not there fails in words", async () => {
    const { search } = await searching("http://127.0.0.1:9/");
    expect((await search({ query: "q" })).text).toContain("could not be used (bad port)");
  });
});

describe("an input is objected to", () => {
  test.each([
    ["a blank query", { query: "  " }, "The query is blank"],
    [
      "both lists",
      { query: "q", allowed_domains: ["a.example"], blocked_domains: ["b.example"] },
      "cannot be given together",
    ],
    [
      "an address for a domain",
      { query: "q", allowed_domains: ["https://a.example/"] },
      "is not the name of a domain",
    ],
    ["no query", {}, "query"],
  ])("with %s", async (_, input, says) => {
    const site = await startSite({});
    const { search } = await searching(`${site.url}/`);
    const { outcome, text } = await search(input);
    expect({ outcome, text }).toEqual({ outcome: "invalid", text: expect.stringContaining(says) });
    expect(site.requests).toEqual([]);
  });

  test("but empty lists are none", async () => {
    const site = await startSite({ "/": json({ results: RESULTS }) });
    const { search } = await searching(`${site.url}/`);
    const { text } = await search({ query: "q", allowed_domains: [], blocked_domains: ["other.test"] });
    expect(text).toContain("2 pages");
  });
});

test("a search needs a decision about the provider's host, not about what it finds", async () => {
  const site = await startSite({ "/": json({ results: RESULTS }) });
  const packs = { "@gauntlet/tools-web": { search: { url: `${site.url}/` } } };
  const decide = async (permissions: object) => {
    const { session } = await openRoom({ packs, permissions });
    const explained = await session.explain({ tool: "WebSearch", input: { query: "q" } });
    return "decision" in explained ? explained.decision.behavior : explained.outcome;
  };
  expect(await decide({})).toBe("ask");
  expect(await decide({ allow: ["WebSearch"] })).toBe("allow");
  expect(await decide({ allow: ["WebFetch(domain:127.0.0.1)"] })).toBe("allow");
  expect(await decide({ allow: ["WebSearch"], deny: ["WebFetch(domain:127.0.0.1)"] })).toBe("deny");
  expect(await decide({ allow: ["WebSearch"], deny: ["WebFetch(domain:example.com)"] })).toBe("allow");
  expect(site.requests).toEqual([]);
});
