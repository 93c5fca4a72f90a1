import type { ModelPort } from "@gauntlet/core";
import { expect, test } from "vitest";
import { openRoom } from "../room.ts";

const model = (serverTools: readonly string[]): ModelPort => ({
  name: "m",
  host: "models.example",
  serverTools,
  stream: () => [] as never,
});

test.each([
  ["there is no model", undefined, "auto", "nobody is set up to search: there is no model"],
  [
    "the model server is not known to search",
    model([]),
    "auto",
    "`models.example` is not known to have `web_search`",
  ],
  ["it is turned off", model(["web_search"]), "none", "search is turned off"],
  ["the endpoint is no address", undefined, { url: "search.example" }, "is not an http or https address"],
  [
    "the endpoint has a password",
    undefined,
    { url: "https://a:secret@search.example/" },
    "is not an http or https address",
  ],
])("the tool is not in the pool, and it is said why, when %s", async (_, port, search, why) => {
  const { session } = await openRoom({
    packs: { "@gauntlet/tools-web": { search } },
    ...(port && { model: port }),
  });
  const { hidden, find } = await session.tools();
  expect(hidden).toEqual([{ tool: "WebSearch", why: expect.stringContaining(why) }]);
  expect(find("WebSearch")).toBeUndefined();
});

test.each([
  ["the model server is known to search", model(["web_search"]), "auto", { host: "models.example" }],
  ["the options say so", model([]), "model", { host: "models.example" }],
  [
    "an endpoint is named",
    undefined,
    { url: "https://search.example:8443/s" },
    { host: "search.example", port: 8443 },
  ],
])("the tool is there when %s", async (_, port, search, destination) => {
  const { session } = await openRoom({
    packs: { "@gauntlet/tools-web": { search } },
    ...(port && { model: port }),
  });
  const explained = await session.explain({ tool: "WebSearch", input: { query: "q" } });
  expect(explained).toMatchObject({ decision: { effects: [{ kind: "connect", ...destination }] } });
});

test("a model server whose host nobody knows has unknown effects", async () => {
  const { session } = await openRoom({
    model: { name: "m", serverTools: ["web_search"], stream: () => [] as never },
    permissions: { allow: ["WebFetch(domain:*)"] },
  });
  const explained = await session.explain({ tool: "WebSearch", input: { query: "q" } });
  expect(explained).toMatchObject({ decision: { behavior: "ask", effects: [{ kind: "unknown" }] } });
});
