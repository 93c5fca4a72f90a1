import type { PluginLog, SessionTools, Tool } from "@gauntlet/core";
import { messages } from "./messages.ts";
import { toolName } from "./names.ts";
import type { ServerConfig } from "./server-config.ts";
import { type ForeignTool, isSameTool } from "./tool-definition.ts";

/** Which tools of one server are in the pool of its session, and which are held back and why. */
export interface Offers {
  /**
   * Brings tools into the pool, as approved or as ones that only their own name allows.
   * @returns the names under which they are new there.
   */
  offer(tools: readonly ForeignTool[], isApproved: boolean): readonly string[];
  /** Takes a tool out of the pool, or keeps it out. */
  holdBack(tool: string, why: string): void;
  /** Why a tool must not be called as it is; undefined when it is offered just so. */
  refusalOf(tool: ForeignTool): string | undefined;
  /** The server's own names of what is offered. */
  readonly offered: readonly string[];
}

export function createOffers({
  config,
  tools: session,
  log,
  create,
}: {
  readonly config: ServerConfig;
  readonly tools: Pick<SessionTools, "offer" | "withhold">;
  readonly log: PluginLog;
  readonly create: (tool: ForeignTool, isApproved: boolean) => Tool;
}): Offers {
  const current = new Map<string, ForeignTool>();
  const heldBack = new Map<string, string>();

  const holdBack = (tool: string, why: string): void => {
    current.delete(tool);
    heldBack.set(tool, why);
    session.withhold(toolName(config.name, tool), why);
  };
  return {
    holdBack,
    offer(tools, isApproved) {
      return tools.flatMap((tool) => {
        const before = current.get(tool.name);
        if (before !== undefined && isSameTool(before, tool)) return [];
        if (before !== undefined) holdBack(tool.name, messages.changed(config.name, tool.name));
        const made = create(tool, isApproved);
        const [taken] = session.offer(`mcp:${config.segment}`, [{ tool: made, byNameOnly: !isApproved }]);
        if (taken !== undefined) {
          log.warn(
            `the name \`${taken}\` is taken, so a tool of the MCP server \`${config.name}\` is left out; rename the server`,
          );
          return [];
        }
        current.set(tool.name, tool);
        heldBack.delete(tool.name);
        return [made.name];
      });
    },
    refusalOf(tool) {
      const why = heldBack.get(tool.name);
      if (why !== undefined) return why;
      const now = current.get(tool.name);
      return now !== undefined && isSameTool(now, tool)
        ? undefined
        : messages.changed(config.name, tool.name);
    },
    get offered() {
      return [...current.keys()];
    },
  };
}
