import { Client, type OAuthClientProvider, UnauthorizedError } from "@modelcontextprotocol/client";
import { type Address, httpTransport } from "../http-transport.ts";

/**
 * Knocks at a server; when it wants a login, waits for the answer, hands it over and knocks again.
 * @returns false when it wanted none.
 */
export async function tryLogin(
  launch: Address,
  provider: OAuthClientProvider,
  answer: () => Promise<URLSearchParams>,
): Promise<boolean> {
  const first = httpTransport(launch, provider);
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
  await knock(httpTransport(launch, provider));
  return true;
}

async function knock(transport: ReturnType<typeof httpTransport>): Promise<void> {
  const client = new Client({ name: "gauntlet", version: "0.0.0" }, { capabilities: {} });
  client.onerror = () => {};
  try {
    await client.connect(transport, { timeout: 30_000 });
  } finally {
    await client.close().catch(() => undefined);
  }
}
