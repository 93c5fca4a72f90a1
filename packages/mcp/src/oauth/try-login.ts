import {
  Client,
  type OAuthClientProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { boundedFetch } from "../bounded-fetch.ts";
import type { Launch } from "../server-config.ts";

type Address = Extract<Launch, { readonly url: string }>;

/**
 * Knocks at a server; when it wants a login, waits for the answer, hands it over and knocks again.
 * @returns false when it wanted none.
 */
export async function tryLogin(
  launch: Address,
  provider: OAuthClientProvider,
  answer: () => Promise<URLSearchParams>,
): Promise<boolean> {
  const first = transportFor(launch, provider);
  try {
    await knock(first);
    return false;
  } catch (thrown) {
    if (!(thrown instanceof UnauthorizedError)) throw thrown;
  }
  const params = await answer();
  const refused = params.get("error");
  if (refused !== null) throw new Error(`the authorization server refused it (${refused.slice(0, 100)})`);
  await first.finishAuth(params);
  await knock(transportFor(launch, provider));
  return true;
}

function transportFor({ type, url, headers }: Address, authProvider: OAuthClientProvider) {
  const how = {
    authProvider,
    requestInit: { headers: { ...headers } },
    fetch: boundedFetch((to, init) => fetch(to, init)),
  };
  return type === "sse"
    ? new SSEClientTransport(new URL(url), how)
    : new StreamableHTTPClientTransport(new URL(url), how);
}

async function knock(transport: ReturnType<typeof transportFor>): Promise<void> {
  const client = new Client({ name: "gauntlet", version: "0.0.0" }, { capabilities: {} });
  client.onerror = () => {};
  try {
    await client.connect(transport, { timeout: 30_000 });
  } finally {
    await client.close().catch(() => undefined);
  }
}
