import { expect, test } from "vitest";
import { type SearchableTool, searchTools } from "../../src/tool-search/search-tools.ts";

const tool = (name: string, description: string, more: Partial<SearchableTool> = {}): SearchableTool => ({
  name,
  description,
  input: { type: "object", properties: {} },
  ...more,
});

const TOOLS = [
  tool("mcp__code__mergePullRequest", "Merges a pull request."),
  tool("mcp__code__list_branches", "Lists the branches of a repository."),
  tool("mcp__chat__post", "Posts a message in a channel."),
  tool("mcp__weather__forecast", "Says what the sky will be like.", {
    searchHint: "rain sunshine temperature",
  }),
];
const found = (query: string, limit?: number) =>
  searchTools(TOOLS, query, limit === undefined ? {} : { limit }).map(({ name }) => name);

test("finds a tool by the parts of its name, its description and its hint", () => {
  expect(found("merge pull request")[0]).toBe("mcp__code__mergePullRequest");
  expect(found("message channel")).toEqual(["mcp__chat__post"]);
  expect(found("temperature")).toEqual(["mcp__weather__forecast"]);
});

test("a tool without a required word is left out", () => {
  expect(found("branches pull")).toHaveLength(2);
  expect(found("branches +pull")).toEqual(["mcp__code__mergePullRequest"]);
});

test("answers with as many as asked for at most", () => {
  expect(found("mcp code chat weather", 2)).toHaveLength(2);
  expect(found("pull", 0)).toEqual([]);
});

test.each(["", "  ", "+", "!?"])("a query without words (`%s`) finds nothing", (query) => {
  expect(found(query)).toEqual([]);
});

test("says so when most of what was asked for is not there", () => {
  expect(searchTools(TOOLS, "order a pizza in a channel").every(({ weak }) => weak)).toBe(true);
  expect(searchTools(TOOLS, "merge pull request")[0]).toMatchObject({ weak: false });
});
