import {
  type CallContext,
  defineTool,
  inWords,
  isJsonObject,
  type Resource,
  type ResultContent,
  type ToolVote,
  Type,
  visibleText,
} from "@gauntlet/core";
import { readResources } from "./content.ts";
import { listPages } from "./list-pages.ts";
import { messages } from "./messages.ts";
import { toldToModel } from "./server-problem.ts";
import type { ServerSession } from "./server-session.ts";
import type { SessionServers } from "./servers.ts";

const SERVER = Type.String({ minLength: 1, description: "Name of the MCP server" });

/** The tools that reach what servers offer beside tools. */
export function resourceTools(servers: Resource<SessionServers>) {
  const voteOn = (server: string | undefined, ctx: CallContext): ToolVote | undefined => {
    const found = server === undefined ? undefined : ctx.resource(servers).find(server);
    const why = found && denialOf(found, ctx);
    return why === undefined ? undefined : { behavior: "deny", why };
  };
  const listResources = defineTool({
    name: "ListMcpResourcesTool",
    aliases: ["ListMcpResources"],
    description:
      "Lists the resources of MCP servers: files, records and other data a server offers to be read. Gives server, address, name and type of each. Use ReadMcpResourceTool to read one.",
    input: Type.Object(
      { server: Type.Optional(Type.String({ minLength: 1, description: "Only of this server" })) },
      { additionalProperties: false },
    ),
    isReadOnly: true,
    shouldDefer: true,
    effectKinds: [],
    effects: () => [],
    checkPermission: ({ server }, ctx) => voteOn(server, ctx),
    describeCall: ({ server }) =>
      visibleText(
        server === undefined
          ? "list the resources of all MCP servers"
          : `list the resources of the MCP server \`${server}\``,
      ),
    async execute({ server }, ctx) {
      const known = ctx.resource(servers);
      const found = server === undefined ? known.all : [known.find(server) ?? refuse(server, known)];
      const asked = found.map((one) => {
        const why = denialOf(one, ctx);
        return why === undefined ? one : { why: `(${visibleText(one.live.config.name)}: left out, ${why})` };
      });
      const lists = await Promise.all(asked.map((one) => ("why" in one ? one.why : listOf(one))));
      return lists.flat().join("\n") || messages.noResources;
    },
  });

  const readResourceTool = defineTool({
    name: "ReadMcpResourceTool",
    aliases: ["ReadMcpResource"],
    description: "Reads one resource of an MCP server, by the address ListMcpResourcesTool gives.",
    input: Type.Object(
      { server: SERVER, uri: Type.String({ minLength: 1, description: "Address of the resource" }) },
      { additionalProperties: false },
    ),
    shouldDefer: true,
    checkPermission: ({ server }, ctx) => voteOn(server, ctx),
    describeCall: ({ server, uri }) => visibleText(`read ${uri} of the MCP server \`${server}\``),
    async execute({ server, uri }, ctx): Promise<readonly ResultContent[]> {
      const known = ctx.resource(servers);
      const { live } = known.find(server) ?? refuse(server, known);
      const { contents } = await toldToModel(
        live.request("resources/read", { uri }, { signal: ctx.signal, what: uri }),
      );
      return readResources(Array.isArray(contents) ? contents : [], known.saveFile);
    },
    toModel: (content) => content,
  });
  return [listResources, readResourceTool] as const;
}

/** What denies every tool of a server denies its resources too. */
const denialOf = (server: ServerSession, ctx: CallContext): string | undefined =>
  server.refusal() ?? ctx.deniedBy(`mcp__${server.live.config.segment}__`);

async function listOf({ live }: ServerSession): Promise<readonly string[]> {
  const server = visibleText(live.config.name);
  try {
    const connection = await live.connected();
    if (!connection.hasResources) return [];
    const how = { idleMs: live.config.startMs, totalMs: live.config.startMs };
    const list = { method: "resources/list", key: "resources" } as const;
    const { entries, problem } = await listPages(connection, list, how);
    const lines = entries.filter(isJsonObject).map((entry) => lineOf(server, entry));
    return problem === undefined ? lines : [...lines, `(${server}: ${problem})`];
  } catch (thrown) {
    return [`(${server}: ${(thrown as Error).message})`];
  }
}

function lineOf(server: string, { uri, name, mimeType, description }: Record<string, unknown>): string {
  const about = [name, mimeType, description].filter((word) => typeof word === "string" && word !== "");
  return visibleText(`${server}  ${inWords(uri)}  ${about.join(", ")}`)
    .replaceAll("\n", " ")
    .slice(0, 600);
}

function refuse(name: string, { all }: SessionServers): never {
  throw new Error(
    messages.noServer(
      visibleText(name),
      all.map(({ live }) => live.config.name),
    ),
  );
}
