import type { LoadedConfig, Plugin } from "@gauntlet/core";
import { writeNotice } from "./notice.ts";

/** Where the client keeps what it keeps, and what servers may know of. */
interface McpPlaces {
  readonly stateDirectory: string;
  /** Absolute paths. */
  readonly roots: readonly string[];
  readonly mayContact: boolean;
  /** Problems have been told already. */
  readonly quiet: boolean;
}

/** The MCP client for the servers of a configuration; loaded only when there are any. */
export async function mcpPlugins(
  { mcpServers, trustEffects }: LoadedConfig,
  { stateDirectory, roots, quiet, mayContact }: McpPlaces,
): Promise<readonly Plugin[]> {
  if (mcpServers.length === 0) return [];
  const { setUpMcp } = await import("@gauntlet/mcp");
  const { plugin, problems } = await setUpMcp({
    servers: mcpServers,
    stateDirectory,
    roots,
    env: process.env,
    trustEffects,
    mayContact,
  });
  for (const problem of quiet ? [] : problems) writeNotice(problem);
  return plugin ? [plugin] : [];
}
