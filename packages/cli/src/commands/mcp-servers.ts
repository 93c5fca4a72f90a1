import { homedir } from "node:os";
import { ConfigError, type ConfiguredServer, loadConfig, stateDirectory } from "@gauntlet/core";
import { createPinStore, type PinStore, readServers, type ServerConfig } from "@gauntlet/mcp";
import { writeNotice } from "../notice.ts";
import { workingDirectory } from "../working-directory.ts";

/** The flags of every `gauntlet mcp` command. */
export interface McpOptions {
  readonly cwd?: string;
  readonly settings?: string;
  readonly json?: boolean;
}

/** The servers of a configuration, with what is kept of them. */
export interface KnownServers {
  readonly configured: readonly ConfiguredServer[];
  /** Those of them that can be used. */
  readonly servers: readonly ServerConfig[];
  /** Why others cannot. */
  readonly problems: readonly string[];
  readonly pins: PinStore;
  readonly stateDirectory: string;
}

/** Reads the configuration of a directory and says what of it does not count; contacts no server. */
export async function knownServers({ cwd, settings }: McpOptions): Promise<KnownServers> {
  const home = homedir();
  const config = await loadConfig({
    cwd: workingDirectory(cwd),
    home,
    env: { ...process.env },
    ...(settings !== undefined && { settings }),
  });
  for (const notice of config.notices) writeNotice(notice);
  const env = { ...process.env, ...config.env };
  const state = stateDirectory(process.env, home);
  return {
    configured: config.mcpServers,
    ...readServers(config.mcpServers, env),
    pins: createPinStore(state),
    stateDirectory: state,
  };
}

/** The server of a name. @throws GNT_MCP_CONFIG when there is none that can be used. */
export function serverNamed(name: string, { servers, problems }: KnownServers): ServerConfig {
  const found = servers.find((server) => server.name === name);
  if (found) return found;
  const why = problems.find((problem) => problem.includes(`\`${name}\``));
  if (why !== undefined) throw new ConfigError("GNT_MCP_CONFIG", why);
  const known = servers.map((server) => `\`${server.name}\``).join(", ");
  throw new ConfigError("GNT_MCP_CONFIG", `no MCP server \`${name}\` is configured here`, {
    hint: known === "" ? "add one to `.mcp.json`" : `use one of ${known}`,
  });
}
