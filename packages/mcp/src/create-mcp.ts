import { definePlugin, type Plugin, Type } from "@gauntlet/core";
import { toldSlot } from "./instructions.ts";
import { resourceTools } from "./resource-tools.ts";
import { type ServersHost, serversResource } from "./servers.ts";

/** Options people may give under `packs["@gauntlet/mcp"]`. */
export const mcpOptions = Type.Object(
  {
    /** `strict`: tools that a server adds later are held back until they are approved. */
    pin: Type.Optional(Type.Literal("strict")),
  },
  { additionalProperties: false },
);

/**
 * The MCP client as one plugin. Each session has its own connections; what was approved of a server is shared, in the
 * pins.
 */
export function createMcp(host: ServersHost): Plugin {
  const servers = serversResource(host);
  return definePlugin({
    name: "@gauntlet/mcp",
    options: mcpOptions,
    tools: [...resourceTools(servers)],
    resources: [servers],
    slots: [toldSlot],
  });
}
