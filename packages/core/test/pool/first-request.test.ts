import { expect, test } from "vitest";
import { type Plugin, Type } from "../../src/index.ts";
import { toRequestBody } from "../../src/model/request-body.ts";
import { deferringWorld, PLAIN, REFERENCES, server } from "../deferral.ts";
import { tool } from "../world.ts";

const THINGS = ["issue", "pull_request", "branch", "comment", "release", "label", "milestone", "workflow"];
const ACTS = ["create", "list", "update", "delete", "get"];
const names = THINGS.flatMap((thing) => ACTS.map((act) => `${act}_${thing}`));
const input = Type.Object({
  owner: Type.String({ description: "Account that owns the repository, without the leading sign" }),
  repo: Type.String({ description: "Name of the repository, without its owner" }),
  page: Type.Optional(Type.Integer({ description: "Page of the answer, counted from one" })),
});
const servers: readonly Plugin[] = ["github", "gitlab", "linear", "azure-devops", "trello"].map((name) =>
  server(name, names, {
    input,
    description: "Does one thing to the things of a repository, and answers with what came of it.",
  }),
);

const firstBody = async (plugins: readonly Plugin[], more: object = {}) => {
  const world = await deferringWorld([], { toolList: [tool("A")], plugins, ...more });
  await world.prompt();
  return JSON.stringify(toRequestBody(world.model.requests[0] as never));
};

test.each([REFERENCES, PLAIN])(
  "five servers of forty tools cost a tenth of their definitions, and 25 bytes a tool",
  async (features) => {
    const without = await firstBody([], { features });
    const deferred = await firstBody(servers, { features });
    const loaded = await firstBody(servers, { features, deferral: { policy: "off" } });
    const [extra, all] = [deferred, loaded].map(
      (body) => Buffer.byteLength(body) - Buffer.byteLength(without),
    ) as [number, number];
    expect(extra / all).toBeLessThanOrEqual(0.1);
    expect(extra / 200).toBeLessThanOrEqual(25);
    for (const name of ["create_issue", "get_workflow"]) expect(deferred).toContain(name);
    expect(deferred).toContain("mcp__azure-devops__: ");
  },
);

test("the definitions of a session are these bytes, request after request", async () => {
  const world = await deferringWorld([], {
    toolList: [tool("A")],
    plugins: [server("pets", ["cat_feed", "dog_walk"])],
  });
  await world.prompt();
  await world.prompt("more");
  const tools = world.model.requests.map((request) => JSON.stringify(toRequestBody(request).tools));
  expect(new Set(tools).size).toBe(1);
  expect(tools[0]).toMatchInlineSnapshot(
    `"[{"name":"A","description":"The tool A of the test.","input_schema":{"type":"object","properties":{},"additionalProperties":true}},{"name":"ToolSearch","description":"Loads tools that exist but are not in your list of tools. Until one is loaded you cannot call it.\\nSearch before you say that something cannot be done. \`query\` is words for what you need (\`create pull request\`; \`+github\` must occur), or \`select:NAME,NAME\` for tools you know by name. At most five are loaded at a time; call them afterwards like any tool. Finding a tool does not permit its use.\\nThe names, each line first with what all in it begin with (\`a__: b c\` means \`a__b\` and \`a__c\`); one that ends in \`…\` is cut, and can be selected so:\\nmcp__pets__: cat_feed dog_walk","input_schema":{"type":"object","required":["query"],"properties":{"query":{"type":"string","minLength":1,"description":"Words for what you need, \`+word\` for one that must occur; or \`select:NAME,NAME\`"},"max_results":{"type":"integer","minimum":1,"description":"How many tools at most; default and limit 5"}},"additionalProperties":false},"cache_control":{"type":"ephemeral"}}]"`,
  );
});
