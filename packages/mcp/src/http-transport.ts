import {
  type OAuthClientProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { boundedFetch } from "./bounded-fetch.ts";
import type { Launch } from "./server-config.ts";

/** A server at an address. */
export type Address = Extract<Launch, { readonly url: string }>;

/** The way to a server at an address; with `authProvider` it may ask for a login. */
export function httpTransport(
  { type, url, headers }: Address,
  authProvider: OAuthClientProvider | undefined,
): SSEClientTransport | StreamableHTTPClientTransport {
  const how = {
    requestInit: { headers: { ...headers } },
    fetch: boundedFetch((to, init) => fetch(to, init)),
    ...(authProvider && { authProvider }),
  };
  const to = new URL(url);
  return type === "sse" ? new SSEClientTransport(to, how) : new StreamableHTTPClientTransport(to, how);
}
