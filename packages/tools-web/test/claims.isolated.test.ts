import { toolTester } from "@gauntlet/testing";
import { expect, test, vi } from "vitest";
import type { SearchProvider } from "../src/index.ts";

vi.hoisted(() => {
  process.env["GAUNTLET_TEST"] = "1";
  process.env["GAUNTLET_TEST_ALLOW_LOOPBACK"] = "1";
});

const { createWebFetch, createWebSearch, webSession } = await import("../src/index.ts");
const { page, startSite } = await import("./site.ts");

test("WebFetch keeps what it says of itself", async () => {
  const site = await startSite({ "/a": page("<h1>A</h1>"), "/b": page("<h1>B</h1>") });
  const use = (path: string) => ({ url: `${site.url}${path}`, prompt: "x" });
  await toolTester(
    createWebFetch(),
    [
      { input: use("/a"), result: "# A" },
      { input: use("/none"), outcome: "failed", result: "404" },
      { input: { url: "ftp://a.example/", prompt: "x" }, outcome: "invalid", result: "https and http" },
      { input: { url: "https://a.example/" }, outcome: "invalid", result: "prompt" },
      { input: { url: "http://10.0.0.1/", prompt: "x" }, outcome: "denied", result: "private" },
    ],
    { resources: [webSession] },
  );
  expect(site.requests).toEqual(["/a", "/none"]);
});

test("WebSearch keeps what it says of itself", async () => {
  const provider: SearchProvider = {
    unusable: () => undefined,
    destination: () => ({ host: "search.example" }),
    search: async ({ query }) => {
      if (query === "fail") throw new Error("out of order");
      const content = [{ title: "A", url: "https://a.example/" }];
      return { results: [{ tool_use_id: "1", content }], searches: 1, notes: [] };
    },
  };
  await toolTester(
    createWebSearch(provider),
    [
      { input: { query: "q" }, result: "1 page for `q`" },
      { input: { query: "fail" }, outcome: "failed", result: "out of order" },
      { input: { query: "q", allowed_domains: ["a/b"] }, outcome: "invalid", result: "domain" },
    ],
    { resources: [webSession] },
  );
});
