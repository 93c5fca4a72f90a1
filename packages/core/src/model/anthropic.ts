import { setTimeout as delay } from "node:timers/promises";
import type { ClientOptions } from "@anthropic-ai/sdk";
import type { ServerSentEvent } from "@anthropic-ai/sdk/core/streaming";
import { readJsonStrictly } from "../contract/strict-json.ts";
import { ModelError } from "../errors.ts";
import { createAccumulator } from "./accumulate.ts";
import { failureAfterStart, failureBeforeStart, type ServerContext } from "./failure.ts";
import { featuresOf } from "./features.ts";
import type { MessagesClient, Stream } from "./messages-client.ts";
import {
  type ModelEvent,
  type ModelFeatures,
  type ModelPort,
  type ModelRequest,
  PLAIN_FEATURES,
} from "./port.ts";
import { toCountBody, toRequestBody } from "./request-body.ts";
import { withinSilence } from "./silence.ts";

const DEFAULT_BASE_URL = "https://api.anthropic.com";
const DEFAULT_IDLE_TIMEOUT_MS = 120_000;
const DRAIN_MS = 1_000;
/** Counting saves a summary at best; it must not hold up the request for long. */
const COUNT_TIMEOUT_MS = 10_000;
/** By then a request to a server on this machine is out as well. */
const LATE_AFTER_MS = 5;
const SHORTEST_SECRET = 4;
/** What the value of an HTTP header cannot hold. */
const NOT_SENT = /[^\t\x20-\x7e\x80-\xff]/;

/** How to reach the model server. Nothing is read from the environment: a key goes only where its owner sent it. */
export interface AnthropicOptions {
  readonly apiKey?: string | undefined;
  /** A bearer token, for gateways; used when there is no `apiKey`. */
  readonly authToken?: string | undefined;
  /** Default: the public API. With a base URL and neither key nor token, requests carry no authorization. */
  readonly baseURL?: string | undefined;
  /** How long the server may be silent, before its answer and between its events; default 120,000. */
  readonly idleTimeoutMs?: number | undefined;
  /** What the server takes, whatever the model is called. Default: what the public API takes; of other servers nothing. */
  readonly features?: Partial<ModelFeatures> | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** What the SDK gives, loaded on first use. */
interface Door {
  readonly client: MessagesClient;
  readonly rawEvents: typeof Stream.rawEvents;
}

/**
 * Makes a model port for the Anthropic Messages API or a server that speaks it. Creating it loads nothing and opens
 * no connection. Redirects are not followed, because they would carry the key elsewhere.
 * @returns a port whose streams throw GNT_MODEL_MISSING (no way to authorize), GNT_CONFIG_INVALID (an address or key
 * that cannot be used; nothing was sent), GNT_MODEL_REQUEST (refused or not reachable), GNT_MODEL_TOO_LARGE, GNT_MODEL_STREAM (broke off) or GNT_MODEL_IDLE (fell silent); after an abort the
 * signal's reason.
 */
export function createAnthropicModel(options: AnthropicOptions = {}): ModelPort {
  const { idleTimeoutMs = DEFAULT_IDLE_TIMEOUT_MS } = options;
  const baseURL = options.baseURL?.trim() || DEFAULT_BASE_URL;
  const server: ServerContext = {
    origin: URL.canParse(baseURL) ? new URL(baseURL).origin : "the base URL",
    secrets: secretsOf(options, baseURL),
  };
  let door: Promise<Door> | undefined;
  const openDoor = (): Promise<Door> => {
    door ??= loadDoor(options, idleTimeoutMs).catch((thrown: unknown) => {
      door = undefined;
      throw thrown;
    });
    return door;
  };
  return {
    name: "anthropic",
    ...(URL.canParse(baseURL) && { host: new URL(baseURL).hostname }),
    // Other servers that speak the protocol may know nothing of them.
    serverTools: baseURL === DEFAULT_BASE_URL ? ["web_search"] : [],
    features: (model) => ({
      ...(server.origin === new URL(DEFAULT_BASE_URL).origin ? featuresOf(model) : PLAIN_FEATURES),
      ...options.features,
    }),
    stream: (request, { signal }) => attempt(openDoor, request, { idleTimeoutMs, signal, server }),
    countTokens: (request, { signal }) => countTokens(openDoor, request, { signal, server }),
  };
}

interface AttemptOptions {
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly server: ServerContext;
}

/** Sends the request once and delivers its message. The connection is closed unless the message came to its end. */
async function* attempt(
  openDoor: () => Promise<Door>,
  request: ModelRequest,
  { idleTimeoutMs, signal, server }: AttemptOptions,
): AsyncGenerator<ModelEvent> {
  const limit = { idleTimeoutMs, signal };
  const connection = new AbortController();
  const accumulator = createAccumulator();
  let events: AsyncGenerator<ServerSentEvent> | undefined;
  try {
    signal.throwIfAborted();
    const { client, rawEvents } = await openDoor();
    const answer = withinSilence(send(client, request, connection.signal), limit);
    if (await isLate(answer)) yield { type: "waiting" };
    const response = await answer;
    checkEventStream(response);
    events = rawEvents(response, connection);
    while (!accumulator.isComplete) {
      const next = await withinSilence(events.next(), limit);
      if (next.done) break;
      yield* accumulator.push(parsed(next.value));
    }
    yield* accumulator.end();
  } catch (thrown) {
    signal.throwIfAborted();
    throw (accumulator.isStarted ? failureAfterStart : failureBeforeStart)(thrown, server);
  } finally {
    if (accumulator.isComplete && events !== undefined) void drain(events, connection);
    else connection.abort();
  }
}

/** Asks the server how many tokens a request has. */
async function countTokens(
  openDoor: () => Promise<Door>,
  request: ModelRequest,
  { signal, server }: Pick<AttemptOptions, "signal" | "server">,
): Promise<number> {
  try {
    const { client } = await openDoor();
    const body = toCountBody(request) as unknown as Parameters<typeof client.messages.countTokens>[0];
    const counted = await client.messages.countTokens(body, {
      signal,
      maxRetries: 0,
      timeout: COUNT_TIMEOUT_MS,
    });
    if (Number.isSafeInteger(counted.input_tokens) && counted.input_tokens >= 0) return counted.input_tokens;
    throw new ModelError("GNT_MODEL_REQUEST", "the model server gave no number of tokens", {
      hint: "the server does not count tokens as the Messages API does; they are estimated instead",
    });
  } catch (thrown) {
    signal.throwIfAborted();
    throw failureBeforeStart(thrown, server);
  }
}

function send(client: MessagesClient, request: ModelRequest, signal: AbortSignal): Promise<Response> {
  // Our blocks may be of types this version of the SDK does not name; the server judges them.
  const body = toRequestBody(request) as unknown as Parameters<typeof client.messages.create>[0];
  return client.messages.create(body, { signal, maxRetries: 0 }).asResponse();
}

/** Tells whether an answer has not come within a few milliseconds. Never rejects. */
function isLate(answer: Promise<unknown>): Promise<boolean> {
  const came = answer.then(
    () => false,
    () => false,
  );
  return Promise.race([came, delay(LATE_AFTER_MS, true, { ref: false })]);
}

function checkEventStream(response: Response): void {
  const type = response.headers.get("content-type");
  if (type === null || type.includes("event-stream")) return;
  throw new ModelError("GNT_MODEL_REQUEST", `the model server answered with \`${type}\`, not with events`, {
    hint: "check the base URL",
  });
}

/** Strict, because an event may hold a tool's input. Pings come through: they show that the server lives. */
function parsed({ data }: ServerSentEvent): unknown {
  if (data === "") return undefined;
  const read = readJsonStrictly(data);
  if ("value" in read) return read.value;
  throw new ModelError("GNT_MODEL_STREAM", `the stream has an event that cannot be read: ${read.problem}`, {
    isTransient: true,
  });
}

/** Reads what little follows the message, so that the connection can be used again; not for long. */
async function drain(events: AsyncGenerator<ServerSentEvent>, connection: AbortController): Promise<void> {
  const timer = setTimeout(() => connection.abort(), DRAIN_MS).unref();
  try {
    while (!(await events.next()).done);
  } catch {
    // The message is complete; how its connection ends is of no interest.
  } finally {
    clearTimeout(timer);
  }
}

async function loadDoor(options: AnthropicOptions, idleTimeoutMs: number): Promise<Door> {
  const apiKey = options.apiKey?.trim() || undefined;
  const authToken = options.authToken?.trim() || undefined;
  const baseURL = options.baseURL?.trim() || undefined;
  if (apiKey === undefined && authToken === undefined && baseURL === undefined) {
    throw new ModelError(
      "GNT_MODEL_MISSING",
      "no model is configured: there is no API key, token or base URL",
      { hint: "pass `apiKey`, `authToken` or `baseURL` to `createAnthropicModel`" },
    );
  }
  refuseUnsendable("the API key", apiKey);
  refuseUnsendable("the token", authToken);
  if (baseURL !== undefined && !/^https?:$/.test(URL.canParse(baseURL) ? new URL(baseURL).protocol : "")) {
    throw new ModelError(
      "GNT_CONFIG_INVALID",
      "the base URL of the model server is not an `http` or `https` address",
      { hint: "set `ANTHROPIC_BASE_URL` or `model.baseURL` to an address such as `https://host`" },
    );
  }
  const { MessagesClient: Client, Stream: Events } = await import("./messages-client.ts");
  const client = new Client({
    ...credentials(apiKey, authToken),
    baseURL: baseURL ?? DEFAULT_BASE_URL,
    webhookKey: null,
    maxRetries: 0,
    // Ours is the only clock; the SDK's must never be the first.
    timeout: idleTimeoutMs + 60_000,
    logLevel: "off",
    openTelemetry: false,
    fetchOptions: { redirect: "manual" },
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  return { client, rawEvents: Events.rawEvents };
}

/** Says whose fault it is when a key was copied with something beside it; the text of the key is in no message. */
function refuseUnsendable(what: string, secret: string | undefined): void {
  if (secret === undefined || !NOT_SENT.test(secret)) return;
  throw new ModelError(
    "GNT_CONFIG_INVALID",
    `${what} for the model server holds a character that cannot be sent`,
    { hint: "copy it again, the whole of it and nothing else" },
  );
}

/**
 * Exactly one credential is always passed, since without one the SDK searches the environment and the disk and would
 * send what it finds to any base URL. The one for "none" is removed again as a header.
 */
function credentials(apiKey: string | undefined, authToken: string | undefined): ClientOptions {
  if (apiKey !== undefined) return { apiKey };
  if (authToken !== undefined) return { authToken };
  return { apiKey: "none", defaultHeaders: { authorization: null, "x-api-key": null } };
}

/** Key, token, and a password in the address, in every form they are sent in. */
function secretsOf(options: AnthropicOptions, baseURL: string): readonly string[] {
  const { username = "", password = "" } = URL.canParse(baseURL) ? new URL(baseURL) : {};
  return [options.apiKey, options.authToken, username, password]
    .flatMap((secret) => [secret ?? "", secret?.trim() ?? ""])
    .filter((secret) => secret.length >= SHORTEST_SECRET);
}
