import { MAX_REDIRECTS } from "../limits.ts";
import { messages } from "../messages.ts";
import { ConnectFailure, FetchFailure } from "./fetch-failure.ts";
import { get, type Reply } from "./get.ts";
import { resolveHost } from "./resolve-host.ts";
import { readWebUrl } from "./web-url.ts";

/** What a fetch is allowed to do. */
export interface Fetching {
  readonly start: URL;
  /** Whether the call was allowed to connect to the host and port of a URL. */
  isVoted(url: URL): boolean;
  readonly signal: AbortSignal;
}

/** Where a fetch ended: at a reply, or at a redirect to a place nobody has voted on. */
export type Arrival = {
  /** URLs that led here, the first one first. */
  readonly trail: readonly string[];
  /** Why http was used, where https was tried first. */
  readonly downgraded?: string;
} & ({ readonly reply: Reply } | { readonly moved: URL; readonly status: number });

/**
 * Fetches a URL and follows its redirects as long as they stay at a host that was voted on. Each step is checked like
 * the first: the URL, the vote, every address. http is tried as https first, once for each URL.
 * @throws FetchFailure when there is no reply, or too many redirects.
 */
export async function follow({ start, isVoted, signal }: Fetching): Promise<Arrival> {
  const way = createWay(signal);
  const trail: string[] = [];
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    // INVARIANT: nothing is looked up or connected to that the call was not allowed to contact.
    if (!isVoted(url)) throw new FetchFailure(messages.notVoted(url.host));
    const { reply, downgraded } = await way.reach(url);
    trail.push(reply.url.href);
    const so = { trail, ...(downgraded !== undefined && { downgraded }) };
    const next = nextOf(reply);
    if (next === undefined) return { ...so, reply };
    reply.close();
    if (!isVoted(next)) return { ...so, moved: next, status: reply.status };
    url = next;
  }
  throw new FetchFailure(messages.tooManyRedirects(start.href, MAX_REDIRECTS));
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function nextOf({ status, headers, url, close }: Reply): URL | undefined {
  const { location } = headers;
  if (!REDIRECTS.has(status) || location === undefined || location.trim() === "") return undefined;
  try {
    // Header values come as latin1; what is not ASCII in them was sent as UTF-8.
    const place = Buffer.from(location, "latin1").toString("utf8");
    return readWebUrl(URL.canParse(place, url.href) ? new URL(place, url).href : place);
  } catch (thrown) {
    close();
    throw new FetchFailure(messages.badRedirect(url.href, (thrown as Error).message));
  }
}

interface Way {
  reach(url: URL): Promise<{ readonly reply: Reply; readonly downgraded?: string }>;
}

/** Ways to the hosts of one fetch: each name is resolved once, whatever happens on the way. */
function createWay(signal: AbortSignal): Way {
  const addresses = new Map<string, Promise<readonly string[]>>();
  const upgraded = new Set<string>();
  const send = async (url: URL): Promise<Reply> => {
    const known = addresses.get(url.hostname) ?? resolveHost(url.hostname);
    addresses.set(url.hostname, known);
    return get({ url, addresses: await untilAborted(known, signal), signal });
  };
  return {
    async reach(url) {
      const secure = secureForm(url);
      if (secure === undefined || upgraded.has(secure.href)) return { reply: await send(url) };
      // A site that leads from https back to http would otherwise be asked the same for ever.
      upgraded.add(secure.href);
      try {
        return { reply: await send(secure) };
      } catch (thrown) {
        if (!(thrown instanceof ConnectFailure)) throw thrown;
        return { reply: await send(url), downgraded: thrown.message };
      }
    },
  };
}

/** The https form of an http URL. One that names a port keeps it: a port speaks one of the two. */
function secureForm(url: URL): URL | undefined {
  if (url.protocol !== "http:" || url.port !== "") return undefined;
  const secure = new URL(url);
  secure.protocol = "https:";
  return secure;
}

/** A resolver cannot be told to stop; it is left behind. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    if (signal.aborted) onAbort();
  });
}
