import {
  addressOfHost,
  addressRange,
  type CallContext,
  defineTool,
  isLoopbackName,
  matchDomain,
  type ToolVote,
  Type,
  testSwitches,
} from "@gauntlet/core";
import { MAX_RESULT_BYTES } from "./limits.ts";
import { messages } from "./messages.ts";
import { destinationEffect } from "./net/destination-effect.ts";
import { FetchFailure } from "./net/fetch-failure.ts";
import { isLocalName } from "./net/local-name.ts";
import { isWebPort, portOf, readWebUrl } from "./net/web-url.ts";
import { webOptionsOf } from "./options.ts";
import type { WebFetchOutput } from "./show-page.ts";
import type { Summarize } from "./summarize.ts";

/** Above the time of a fetch, its conversion and an answer of a model about it. */
const CALL_TIMEOUT_MS = 240_000;

/** Makes the tool that fetches one page of the public web. @param summarize answers from pages that are too long. */
export function createWebFetch(summarize?: Summarize) {
  return defineTool({
    name: "WebFetch",
    description: messages.fetchDescription,
    input: Type.Object(
      {
        url: Type.String({ minLength: 1, maxLength: 8_192, description: messages.urlInput }),
        prompt: Type.String({ minLength: 1, description: messages.promptInput }),
      },
      { additionalProperties: false },
    ),

    isReadOnly: true,
    isConcurrencySafe: true,
    timeoutMs: CALL_TIMEOUT_MS,
    maxResultBytes: MAX_RESULT_BYTES,

    effectKinds: ["connect"],
    effects({ url }) {
      const target = readOrNothing(url);
      return target === undefined ? [] : [destinationEffect(target)];
    },
    validateInput: ({ url }) => objectionTo(url),
    async checkPermission({ url }, ctx) {
      const target = readOrNothing(url);
      return target && voteOn(target, ctx);
    },
    describeCall: ({ url }) => `fetch ${readOrNothing(url)?.href ?? url}`,

    async execute({ url, prompt }, ctx): Promise<WebFetchOutput> {
      const startedAt = performance.now();
      const { fetchPage, show, summarizeByModel } = await import("./loaded-on-use.ts");
      const asked = { prompt, summarize: summarize ?? summarizeByModel };
      const shown = await show(await fetchPage(readWebUrl(url), ctx), asked, ctx);
      return { ...shown, durationMs: Math.round(performance.now() - startedAt) };
    },

    toModel: ({ result, media }) =>
      media === undefined ? result : [{ type: "text", text: result }, ...media],
    toPerson({ outcome, output, text }) {
      if (outcome !== "succeeded") return text;
      const { url, code, codeText, bytes } = output as WebFetchOutput;
      return `${code} ${codeText} ${url} (${bytes} bytes)`;
    },
  });
}

function readOrNothing(url: string): URL | undefined {
  try {
    return readWebUrl(url);
  } catch {
    return undefined;
  }
}

function objectionTo(url: string): string | undefined {
  try {
    readWebUrl(url);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof FetchFailure) return thrown.message;
    throw thrown;
  }
}

/** What the address itself says, before anything is looked up. */
async function voteOn(url: URL, ctx: CallContext): Promise<ToolVote | undefined> {
  const { hostname } = url;
  const refused = await reasonToRefuse(hostname);
  if (refused !== undefined) return { behavior: "deny", why: refused };
  const { ports, preapprovedHosts } = webOptionsOf(ctx);
  const port = portOf(url);
  if (!isWebPort(port, ports)) return { behavior: "ask", why: messages.unusualPort(port) };
  const isPreapproved = url.port === "" && preapprovedHosts.some((host) => matchDomain(host, hostname));
  return isPreapproved ? { behavior: "allow", why: messages.preapproved(hostname) } : undefined;
}

async function reasonToRefuse(host: string): Promise<string | undefined> {
  const { allowLoopback = false } = testSwitches();
  const address = await addressOfHost(host);
  if (address === undefined) {
    const isLocal = isLocalName(host) && !(allowLoopback && isLoopbackName(host));
    return isLocal ? messages.localName(host) : undefined;
  }
  const range = await addressRange(address);
  const isFine = range === "public" || (allowLoopback && range === "loopback");
  return isFine ? undefined : messages.localAddress(host, range);
}
