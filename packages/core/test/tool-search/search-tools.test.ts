import fc from "fast-check";
import { expect, test } from "vitest";
import { type SearchableTool, searchTools } from "../../src/tool-search/search-tools.ts";

const tool = (name: string, description: string, more: Partial<SearchableTool> = {}): SearchableTool => ({
  name,
  description,
  input: { type: "object", properties: {} },
  ...more,
});
const wrapped = {
  type: "object",
  properties: {
    params: {
      type: "object",
      properties: { operation: { enum: ["estimate", "vote"], description: "What to do with an invoice." } },
    },
  },
};

const TOOLS = [
  tool("mcp__code__mergePullRequest", "Merges a pull request."),
  tool("mcp__code__list_branches", "Lists the branches of a repository."),
  tool("mcp__code__delete_branch", "Removes a branch of a repository."),
  tool("mcp__chat__post", "Posts a message in a channel."),
  tool("mcp__weather__forecast", "Says what the sky will be like.", {
    searchHint: "rain sunshine temperature",
  }),
  tool("mcp__board__work", "Does work.", { input: wrapped }),
  tool("mcp__board__take_screenshot", "Captures the page."),
];
const found = (query: string, limit?: number) =>
  searchTools(TOOLS, query, limit === undefined ? {} : { limit }).map(({ name }) =>
    name.replace("mcp__", ""),
  );

test.each([
  ["merge pull request", "code__mergePullRequest", "a name in camel case"],
  ["message channel", "chat__post", "a description"],
  ["sunshine", "weather__forecast", "a hint"],
  ["operation", "board__work", "the name of an argument inside another"],
  ["vote", "board__work", "a value an argument may have"],
  ["invoice", "board__work", "the description of an argument"],
  ["branch deletion", "code__delete_branch", "another form of a word"],
  ["mrege pul reqeust", "code__mergePullRequest", "misspelt words"],
  ["screen shot", "board__take_screenshot", "two words that a name writes as one"],
  ["list code changes waiting for review", "code__mergePullRequest", "other words for the same"],
  ["erase a line of work", "code__delete_branch", "a phrase"],
  ["Zweig löschen", "code__delete_branch", "German"],
  ["eliminar una rama", "code__delete_branch", "Spanish"],
  ["supprimer la branche", "code__delete_branch", "French"],
  ["メッセージを送る", "chat__post", "Japanese, which has no spaces"],
  ["发送消息", "chat__post", "Chinese"],
  ["branches?", "code__list_branches", "a question, which asks to see and not to change"],
])("`%s` finds %s: %s", (query, name) => {
  expect(found(query)[0]).toBe(name);
});

test("a tool without a required word, or one that begins with it, is left out", () => {
  expect(found("branches pull").length).toBeGreaterThan(1);
  expect(found("branches +pull")).toEqual(["code__mergePullRequest"]);
  expect(found("+repo branches")).toEqual(["code__list_branches", "code__delete_branch"]);
});

test("a required word is meant literally: a synonym does not do", () => {
  expect(found("erase")).toContain("code__delete_branch");
  expect(found("+erase branch")).toEqual([]);
});

test("the tools of a server that is called by name come first", () => {
  const tools = [
    tool("mcp__tracker__create_comment", "Adds a comment."),
    tool("mcp__forge__create_comment", "Adds a comment."),
  ];
  expect(searchTools(tools, "comment on forge")[0]?.name).toBe("mcp__forge__create_comment");
  expect(searchTools(tools, "comment on tracker")[0]?.name).toBe("mcp__tracker__create_comment");
});

test("words that all tools of a server repeat do not tell them apart", () => {
  const tools = ["one", "two", "three", "four", "five"].map((name) =>
    tool(`mcp__notes__${name}`, `Does ${name}. Error responses: bad request.`),
  );
  const other = tool("mcp__other__failures", "Lists bad responses.");
  expect(searchTools([...tools, other], "bad responses")[0]?.name).toBe("mcp__other__failures");
});

test("answers with as many as asked for at most, five unless told", () => {
  const many = Array.from({ length: 9 }, (_, i) => tool(`mcp__chat__post_${i}`, "Posts."));
  expect(searchTools(many, "post")).toHaveLength(5);
  expect(found("branch", 1)).toHaveLength(1);
  expect(found("branch", 0)).toEqual([]);
});

test.each(["", "  ", "+", "!?"])("a query without words (`%s`) finds nothing", (query) => {
  expect(found(query)).toEqual([]);
});

test("says so when most of what was asked for is not there", () => {
  expect(searchTools(TOOLS, "order a pizza in a channel").every(({ weak }) => weak)).toBe(true);
  expect(searchTools(TOOLS, "merge pull request")[0]).toMatchObject({ weak: false });
});

const anyTool = fc.record({
  name: fc.string(),
  description: fc.string({ unit: "grapheme" }),
  searchHint: fc.string(),
  input: fc.dictionary(fc.string(), fc.jsonValue()),
});

test("takes any tools and any query, and answers the same again, in order of score", () => {
  fc.assert(
    fc.property(fc.array(anyTool), fc.string({ unit: "grapheme" }), (tools, query) => {
      const matches = searchTools(tools, query, { limit: 100 });
      expect(searchTools([...tools], query, { limit: 100 })).toEqual(matches);
      expect(matches.every(({ score }) => score > 0)).toBe(true);
      expect(matches.map(({ score }) => score)).toEqual(
        matches.map(({ score }) => score).sort((a, b) => b - a),
      );
    }),
    { numRuns: 200 },
  );
});
