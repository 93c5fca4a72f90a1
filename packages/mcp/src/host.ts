import { type ConfiguredServer, matchGlob, messageOf, type Plugin } from "@gauntlet/core";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { createMcp } from "./create-mcp.ts";
import { createAuthProvider } from "./oauth/auth-provider.ts";
import { createTokenStore } from "./oauth/token-store.ts";
import { createPinStore } from "./pin-store.ts";
import { readServer, type ServerConfig } from "./server-config.ts";

/** What the client is set up with. */
export interface McpSetUp {
  /** The servers of a configuration, as `loadConfig` gives them. */
  readonly servers: readonly ConfiguredServer[];
  /** Absolute; pins and logins are kept in it. */
  readonly stateDirectory: string;
  /** Absolute paths servers may know of. */
  readonly roots: readonly string[];
  /** What variables in entries stand for, and where a server's process gets its few from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Patterns of names whose claims are believed; servers are `mcp:name`. */
  readonly trustEffects: readonly string[];
  /** False: what was approved is offered, and no server is started or contacted. Default: true. */
  readonly mayContact?: boolean;
}

/** The client, ready for a `Gauntlet`. */
export interface McpClient {
  /** Undefined when there is no server to use. */
  readonly plugin?: Plugin;
  readonly servers: readonly ServerConfig[];
  /** One sentence for people about each entry that cannot be used. */
  readonly problems: readonly string[];
}

/** Judges configured servers one by one; an entry that is broken does not take the others with it. */
export async function setUpMcp({
  servers: configured,
  stateDirectory,
  roots,
  env,
  trustEffects,
  mayContact = true,
}: McpSetUp): Promise<McpClient> {
  const { servers, problems } = readServers(configured, env);
  if (servers.length === 0) return { servers, problems };
  const tokens = createTokenStore(stateDirectory);
  const logins = new Map<ServerConfig, OAuthClientProvider>();
  for (const server of servers) {
    const login = server.launch.type === "stdio" ? undefined : await tokens.read(server);
    if (login?.tokens) logins.set(server, createAuthProvider(server, tokens, { login }));
  }
  const plugin = createMcp({
    servers,
    pins: createPinStore(stateDirectory),
    isTrusted: (from) => trustEffects.some((pattern) => matchGlob(pattern, from)),
    roots,
    env,
    mayContact,
    authFor: (server) => logins.get(server),
    now: () => new Date(),
  });
  return { plugin, servers, problems };
}

/** The servers of a configuration that can be used, and why others cannot. */
export function readServers(
  configured: readonly ConfiguredServer[],
  env: Readonly<Record<string, string | undefined>>,
): { readonly servers: readonly ServerConfig[]; readonly problems: readonly string[] } {
  const servers: ServerConfig[] = [];
  const problems: string[] = [];
  for (const entry of configured) {
    try {
      const server = readServer(entry, env);
      if (server) servers.push(server);
    } catch (thrown) {
      const { hint } = thrown as { readonly hint?: string };
      problems.push(hint === undefined ? messageOf(thrown) : `${messageOf(thrown)}; ${hint}`);
    }
  }
  return { servers, problems };
}
