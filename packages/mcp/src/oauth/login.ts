import { ConfigError, messageOf, visibleText } from "@gauntlet/core";
import type { ServerConfig } from "../server-config.ts";
import { createAuthProvider } from "./auth-provider.ts";
import { openLoopback } from "./loopback.ts";
import type { TokenStore } from "./token-store.ts";

/** How long a person has to log in. */
const PATIENCE_MS = 300_000;

/**
 * Logs in at a server by the SDK's flow: finds its authorization server, registers, shows the person an address, waits
 * on 127.0.0.1 for the answer and stores the tokens.
 * @param show gets the address the person should open; nothing is opened for them.
 * @returns false when the server needs no login.
 * @throws GNT_MCP_LOGIN
 */
export async function login(
  server: ServerConfig,
  store: TokenStore,
  show: (url: URL) => void,
): Promise<boolean> {
  const { launch, name } = server;
  const refuse = (why: string, cause?: unknown): ConfigError =>
    new ConfigError("GNT_MCP_LOGIN", `the login at the MCP server \`${visibleText(name)}\` failed: ${why}`, {
      hint: `try again with \`gauntlet mcp login ${visibleText(name)}\``,
      cause,
    });
  if (launch.type === "stdio") {
    const message = `the MCP server \`${visibleText(name)}\` is a program of this machine and has no login`;
    throw new ConfigError("GNT_MCP_LOGIN", message, {
      hint: "use it without; only servers with a `url` have a login",
    });
  }
  const { tryLogin } = await import("./try-login.ts");
  let state = "";
  const loopback = await openLoopback(() => state, PATIENCE_MS);
  try {
    const provider = createAuthProvider(server, store, { door: { redirectUrl: loopback.url, show } });
    state = provider.expectedState;
    return await tryLogin(launch, provider, () => loopback.answer());
  } catch (thrown) {
    throw refuse(messageOf(thrown), thrown);
  } finally {
    await loopback.close();
  }
}
