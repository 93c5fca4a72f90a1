import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Cassette, type CassetteError, type CassetteTurn, errorsOf, fillCassette } from "./cassette.ts";
import { requestProblem } from "./check-request.ts";
import { createTurnFinder, type TurnFinder } from "./find-turn.ts";
import { answerTurn, type Mishap, sendError, streamTurn } from "./play-turn.ts";

const MAX_BODY_BYTES = 32 * 1024 * 1024;
const AFTER_THE_LAST: CassetteTurn = { blocks: [{ type: "text", text: "done" }] };

/** What a messages server plays, and how. */
export interface MessagesServerOptions {
  readonly cassette: Cassette;
  /** Values for the `{{name}}` placeholders of the cassette. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Keep the parsed body of every request; default false. */
  readonly keepBodies?: boolean;
}

/** One request as the server saw it. Times are milliseconds since the epoch, with fractions. */
export interface ServedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly arrivedAt: number;
  /** Present when bodies are kept and this one is JSON. */
  readonly body?: unknown;
  /** 0-based turn of the cassette; past the last for the closing answer, absent for a refused request. */
  readonly turn?: number;
  /** Absent while no answer has begun. */
  readonly status?: number;
  /** When each block had gone out whole. */
  readonly blocksSentAt: readonly number[];
  /** When the answer ended, whoever ended it. */
  readonly endedAt?: number;
}

/** A running messages server. */
export interface MessagesServer {
  /** Base URL for a client. */
  readonly url: string;
  /** In order of arrival; entries fill while their answer goes out. */
  readonly requests: readonly ServedRequest[];
  /** Ends every open connection and stops listening. */
  close(): Promise<void>;
}

type Entry = { -readonly [K in keyof ServedRequest]: ServedRequest[K] } & { blocksSentAt: number[] };

interface Show {
  readonly cassette: Cassette;
  readonly findTurn: TurnFinder;
  readonly keepBodies: boolean;
  readonly requests: Entry[];
  /** How often each mishap has happened, by turn and kind. */
  readonly happened: Map<string, number>;
  readonly closing: AbortController;
}

/**
 * Starts a server on 127.0.0.1 that plays a cassette over `POST /v1/messages`, as a stream or as JSON. Which turn is
 * played follows from the conversation in the request. Requests the API would refuse (pairing, order, empty texts,
 * breakpoints) are refused with 400. `POST /v1/messages/count_tokens` counts; it is not among `requests`. After the last turn it answers `done`.
 * @throws GNT_CONFIG_INVALID for a placeholder without a value.
 */
export async function startMessagesServer(options: MessagesServerOptions): Promise<MessagesServer> {
  const { variables = {}, port = 0, keepBodies = false } = options;
  const cassette = fillCassette(options.cassette, variables);
  const show: Show = {
    cassette,
    findTurn: createTurnFinder(cassette),
    keepBodies,
    requests: [],
    happened: new Map(),
    closing: new AbortController(),
  };
  const server = createServer((request, response) => {
    handle(show, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: show.requests,
    close: () =>
      new Promise((resolve) => {
        show.closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(show: Show, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
  if (request.method === "POST" && pathname === "/v1/messages/count_tokens")
    return answerCount(response, await bodyOf(request));
  const entry: Entry = { headers: request.headers, arrivedAt: now(), blocksSentAt: [] };
  show.requests.push(entry);
  response.setHeader("request-id", `req_${show.requests.length}`);
  const leaving = new AbortController();
  response.on("close", () => {
    entry.endedAt = now();
    leaving.abort();
  });
  const refuse = (status: number, type: string, message: string) => {
    entry.status = status;
    sendError(response, { status, type, message });
  };
  const path = new URL(request.url ?? "/", "http://127.0.0.1").pathname;
  if (request.method !== "POST" || path !== "/v1/messages")
    return refuse(404, "not_found_error", `nothing is at ${request.method} ${path}`);
  const text = await bodyOf(request);
  if (text === undefined) return refuse(413, "request_too_large", "the request is larger than 32 MB");
  const body = parsed(text);
  if (show.keepBodies && body !== undefined) entry.body = body;
  const problem = request.headers["anthropic-version"]
    ? requestProblem(body)
    : "the header anthropic-version is required";
  if (problem !== undefined) return refuse(400, "invalid_request_error", problem);
  const signal = AbortSignal.any([leaving.signal, show.closing.signal]);
  await play(show, entry, {
    response,
    signal,
    body: body as ValidBody,
    inputTokens: Math.ceil(text.length / 4),
  });
}

/** Tokens as everywhere here: about four characters make one. */
function answerCount(response: ServerResponse, text: string | undefined): void {
  if (text === undefined || parsed(text) === undefined) {
    sendError(response, { status: 400, type: "invalid_request_error", message: "the request is not JSON" });
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ input_tokens: Math.ceil(text.length / 4) }));
}

interface ValidBody {
  readonly model: string;
  readonly messages: readonly unknown[];
  readonly stream?: unknown;
}

interface Stage {
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
  readonly body: ValidBody;
  readonly inputTokens: number;
}

async function play(show: Show, entry: Entry, { response, signal, body, inputTokens }: Stage): Promise<void> {
  const index = show.findTurn(body.messages);
  const turn = show.cassette.turns[index] ?? AFTER_THE_LAST;
  entry.turn = index;
  const error = dueError(show, turn, index);
  if (error !== undefined && error.afterBlocks === undefined) {
    entry.status = error.status;
    return sendError(response, error);
  }
  const perform = body.stream === true ? streamTurn : answerTurn;
  entry.status = 200;
  await perform(response, {
    turn,
    index,
    model: body.model,
    inputTokens,
    mishap: mishapOf(show, turn, { index, error }),
    signal,
    onBlockSent: () => entry.blocksSentAt.push(now()),
  });
}

/** The first error of the turn that has not happened as often as it should; this time counts. */
const dueError = (show: Show, turn: CassetteTurn, index: number): CassetteError | undefined =>
  errorsOf(turn).find(({ times }, at) => isDue(show, `${index} error ${at}`, times));

function mishapOf(
  show: Show,
  { cutAfterBlocks, stallAfterBlocks }: CassetteTurn,
  { index, error }: { readonly index: number; readonly error: CassetteError | undefined },
): Mishap | undefined {
  if (error?.afterBlocks !== undefined) return { kind: "error", afterBlocks: error.afterBlocks, error };
  if (cutAfterBlocks !== undefined && isDue(show, `${index} cut`))
    return { kind: "cut", afterBlocks: cutAfterBlocks };
  if (stallAfterBlocks !== undefined && isDue(show, `${index} stall`))
    return { kind: "stall", afterBlocks: stallAfterBlocks };
  return undefined;
}

/** True, and counted, as long as a mishap has not happened so many times. */
function isDue({ happened }: Show, mishap: string, times = 1): boolean {
  const count = happened.get(mishap) ?? 0;
  happened.set(mishap, count + 1);
  return count < times;
}

/** Reads to the end also what is too large, since an answer before the end would be lost with the connection. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const now = (): number => performance.timeOrigin + performance.now();
