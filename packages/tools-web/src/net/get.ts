import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { testSwitches } from "@gauntlet/core";
import { MAX_HEADER_BYTES } from "../limits.ts";
import { messages } from "../messages.ts";
import { ACCEPTED_ENCODINGS } from "./decode-body.ts";
import { FetchFailure } from "./fetch-failure.ts";
import { type Destination, openSocket } from "./open-socket.ts";
import { USER_AGENT } from "./user-agent.ts";

/** The head of a reply, and its body as it comes. Whoever has it must close it. */
export interface Reply {
  /** What was asked for. */
  readonly url: URL;
  readonly status: number;
  readonly statusText: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As sent: still encoded. */
  readonly body: Readable;
  close(): void;
}

/** Markdown first: some sites for developers have it, and it needs no conversion. */
const ACCEPT = "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5";

/**
 * Makes one GET request over a connection of its own. Redirects are replies like any other; no cookie, no credential
 * and no referrer is sent.
 * @throws ConnectFailure when no connection comes about; FetchFailure when the server answers no HTTP.
 */
export async function get(destination: Destination): Promise<Reply> {
  const canned = cannedReply(destination.url);
  if (canned !== undefined) return canned;
  const socket = await openSocket(destination);
  const { url, signal } = destination;
  try {
    const response = await answerTo(url, { socket, signal });
    return {
      url,
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? "",
      headers: headersOf(response),
      body: response,
      close: () => socket.destroy(),
    };
  } catch (thrown) {
    socket.destroy();
    signal.throwIfAborted();
    throw new FetchFailure(messages.noHttp(url.host, (thrown as Error).message));
  }
}

function answerTo(
  url: URL,
  { socket, signal }: { readonly socket: Socket; readonly signal: AbortSignal },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request({
      createConnection: () => socket,
      method: "GET",
      path: `${url.pathname}${url.search}`,
      maxHeaderSize: MAX_HEADER_BYTES,
      setHost: false,
      headers: {
        host: url.host,
        "user-agent": USER_AGENT,
        accept: ACCEPT,
        "accept-encoding": ACCEPTED_ENCODINGS.join(", "),
        connection: "close",
      },
    });
    const onAbort = (): void => void asked.destroy(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
    asked.once("close", () => signal.removeEventListener("abort", onAbort));
    asked.on("error", reject);
    asked.once("response", resolve);
    if (signal.aborted) onAbort();
    asked.end();
  });
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}

/** What a test has written down as the reply for this URL. */
function cannedReply(url: URL): Reply | undefined {
  const { http = {} } = testSwitches();
  const key = Object.keys(http).find((text) => URL.canParse(text) && new URL(text).href === url.href);
  const reply = key === undefined ? undefined : http[key];
  if (reply === undefined) return undefined;
  const headers = Object.entries(reply.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    url,
    status: reply.status ?? 200,
    statusText: "",
    headers: Object.fromEntries(headers),
    body: Readable.from([Buffer.from(reply.body ?? "")]),
    close: () => undefined,
  };
}
