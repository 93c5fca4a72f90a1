import { addressOfHost, addressRange, isLoopbackName, testSwitches } from "@gauntlet/core";
import { USER_AGENT } from "../net/user-agent.ts";
import type { SearchHit, SearchProvider, SearchRequest } from "./provider.ts";
import { searchMessages as messages } from "./search-messages.ts";

/** Milliseconds one search may take. */
const TIMEOUT_MS = 20_000;
/** Bytes of an answer that are read. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_HITS = 30;
const MAX_SNIPPET_CHARS = 500;

/**
 * Searches through an endpoint that answers `?q=…&format=json` with `{ results: [{ title, url, content }] }`, as SearXNG
 * does. The person names it, so it may be on their own machine; where it redirects to is not followed.
 */
export function httpSearch(endpoint: string): SearchProvider {
  return {
    unusable: () => (addressOf(endpoint) === undefined ? messages.badEndpoint : undefined),
    destination() {
      const url = addressOf(endpoint);
      return url && { host: url.hostname, ...(url.port !== "" && { port: Number(url.port) }) };
    },
    async search(request, { signal }) {
      const url = addressOf(endpoint);
      if (url === undefined) throw new Error(messages.badEndpoint);
      url.searchParams.set("q", queryOf(request));
      url.searchParams.set("format", "json");
      const content = hitsOf(await answerOf(url, signal), url.host);
      return { results: [{ tool_use_id: "search_1", content }], searches: 1, notes: [] };
    },
  };
}

function addressOf(endpoint: string): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  return /^https?:$/.test(url.protocol) && url.username + url.password === "" ? url : undefined;
}

/** One domain can be asked for in the query itself; what comes back is filtered in any case. */
const queryOf = ({ query, allowedDomains = [] }: SearchRequest): string =>
  allowedDomains.length === 1 ? `${query} site:${allowedDomains[0]}` : query;

async function answerOf(url: URL, outer: AbortSignal): Promise<string> {
  const { dns, http } = testSwitches();
  if ((dns ?? http) !== undefined && !(await isHere(url.hostname)))
    throw new Error(messages.endpointFailed(url.host, "a test plays the network"));
  const signal = AbortSignal.any([outer, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const response = await fetch(url, {
      redirect: "manual",
      signal,
      headers: { accept: "application/json", "user-agent": USER_AGENT },
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new EndpointError(messages.endpointStatus(url.host, response.status));
    }
    return await textOf(response, url.host);
  } catch (thrown) {
    outer.throwIfAborted();
    if (thrown instanceof EndpointError) throw thrown;
    throw new Error(messages.endpointFailed(url.host, whyOf(thrown)));
  }
}

async function isHere(host: string): Promise<boolean> {
  const address = await addressOfHost(host);
  return address === undefined ? isLoopbackName(host) : (await addressRange(address)) === "loopback";
}

class EndpointError extends Error {}

async function textOf(response: Response, host: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) throw new EndpointError(messages.endpointUnreadable(host));
  }
  return Buffer.concat(chunks).toString("utf8");
}

function whyOf(thrown: unknown): string {
  const { name, message, cause } = thrown as Error & { readonly cause?: NodeJS.ErrnoException };
  if (name === "TimeoutError") return "no answer in time";
  return cause?.code ?? cause?.message ?? message;
}

function hitsOf(text: string, host: string): readonly SearchHit[] {
  const results = listIn(text);
  if (results === undefined) throw new Error(messages.endpointUnreadable(host));
  return results.slice(0, MAX_HITS).flatMap((one): SearchHit[] => {
    const { url, title, content } = (one ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof url !== "string") return [];
    const snippet = typeof content === "string" ? oneLine(content).slice(0, MAX_SNIPPET_CHARS) : "";
    const name = typeof title === "string" && title.trim() !== "" ? oneLine(title) : url;
    return [{ title: name, url, ...(snippet !== "" && { snippet }) }];
  });
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

function listIn(text: string): readonly unknown[] | undefined {
  try {
    const { results } = JSON.parse(text) as { readonly results?: unknown };
    return Array.isArray(results) ? results : undefined;
  } catch {
    return undefined;
  }
}
