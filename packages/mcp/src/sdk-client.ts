import { InvariantError, isJsonObject, messageOf } from "@gauntlet/core";
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  type Transport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { httpTransport } from "./http-transport.ts";
import type { Launch } from "./server-config.ts";
import { type Program, StdioTransport } from "./stdio-transport.ts";

// Loads the SDK; itself loaded when the first server is contacted.

/** What a server may ask of this side. */
export interface ServerRequests {
  /** Absolute paths of the directories the session works in. */
  roots(): readonly string[];
  /** Asks the person; the answer is that of the protocol. */
  elicit(request: ElicitRequest, signal: AbortSignal): Promise<ElicitAnswer>;
  toolsChanged(): void;
}

/** A question of a server to the person. */
export interface ElicitRequest {
  readonly message: string;
  /** Schema of the answer: an object of simple values. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** An address the person should visit instead. */
  readonly url?: string;
}

export interface ElicitAnswer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>>;
}

/** How one request is sent. */
export interface RequestHow {
  readonly signal?: AbortSignal;
  /** Milliseconds of silence. */
  readonly idleMs: number;
  /** Milliseconds in all. */
  readonly totalMs: number;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A live connection. */
export interface SdkConnection {
  request(method: string, params: object, how: RequestHow): Promise<Readonly<Record<string, unknown>>>;
  /** Whether the server has resources. */
  readonly hasResources: boolean;
  readonly hasTools: boolean;
  /** What the server said of itself when it was met, as it came. */
  readonly instructions: unknown;
  /** What is known of the process: the end of standard error, and how it ended. */
  diagnosis(): Diagnosis;
  close(): Promise<void>;
}

export interface Diagnosis {
  readonly stderr?: string;
  readonly ended?: string;
  readonly isNoisy?: boolean;
}

/** What a connection is made with. */
export interface ConnectOptions {
  readonly launch: Launch;
  readonly program?: Program;
  readonly auth?: OAuthClientProvider;
  readonly requests: ServerRequests;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Called once, however the connection ends. */
  readonly onClose: () => void;
}

/** A connection that did not come about; the diagnosis says what the process left. */
export class ConnectFailed extends Error {
  readonly diagnosis: Diagnosis;
  /** The server wants somebody to log in. */
  readonly wantsLogin: boolean;

  constructor(cause: unknown, diagnosis: Diagnosis) {
    // How a process ended says more than that its connection did.
    super(diagnosis.ended ?? messageOf(cause), { cause });
    this.diagnosis = diagnosis;
    this.wantsLogin = cause instanceof UnauthorizedError || statusOf(cause) === 401;
  }
}

/**
 * Connects and says hello. An address that answers nothing of the present protocol is tried once more as an older
 * server with a stream of events.
 * @throws ConnectFailed; then nothing is left running.
 */
export async function connectSdk(options: ConnectOptions): Promise<SdkConnection> {
  const { launch } = options;
  if (launch.type !== "http") return await connectWith(transportFor(launch, options), options);
  try {
    return await connectWith(transportFor(launch, options), options);
  } catch (thrown) {
    if (!isOlderServer(thrown)) throw thrown;
    const older = transportFor({ ...launch, type: "sse" }, options);
    return await connectWith(older, options).catch(() => {
      throw thrown;
    });
  }
}

/** @source MCP specification, transports, backwards compatibility: 400, 404 or 405 to the first POST */
function isOlderServer(thrown: unknown): boolean {
  const status = statusOf((thrown as Error).cause);
  return status === 400 || status === 404 || status === 405;
}

const statusOf = (thrown: unknown): unknown => (thrown as { readonly status?: unknown } | undefined)?.status;

function transportFor(launch: Launch, { program, auth }: ConnectOptions): Transport {
  if (launch.type === "stdio") {
    if (program === undefined) throw new InvariantError("a server was to be started without its program");
    return new StdioTransport(program);
  }
  return httpTransport(launch, auth);
}

async function connectWith(
  transport: Transport,
  { requests, signal, timeoutMs, onClose }: ConnectOptions,
): Promise<SdkConnection> {
  const client = createClient(requests);
  const diagnosis = (): Diagnosis => diagnosisOf(transport);
  client.onerror = () => {}; // noise; what matters rejects a request or closes the connection
  const stopped = new Promise<never>((_, fail) => {
    const stop = (): void => fail(new Error("the session ended"));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  stopped.catch(() => undefined);
  try {
    await Promise.race([client.connect(transport, { timeout: timeoutMs }), stopped]);
  } catch (thrown) {
    // How the process ended by itself, not how it is ended now.
    const { ended } = diagnosis();
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
    const { ended: _, ...left } = diagnosis();
    throw new ConnectFailed(thrown, { ...left, ...(ended !== undefined && { ended }) });
  }
  client.onclose = onClose;
  const capabilities = client.getServerCapabilities() ?? {};
  return {
    hasResources: capabilities.resources !== undefined,
    hasTools: capabilities.tools !== undefined,
    instructions: client.getInstructions(),
    diagnosis,
    async request(method, params, { signal: until, idleMs, totalMs, onProgress }) {
      const result = await client.request({ method, params: params as Record<string, unknown> }, ANY_RESULT, {
        timeout: Math.min(idleMs, totalMs),
        maxTotalTimeout: totalMs,
        resetTimeoutOnProgress: true,
        // The SDK asks for progress only when somebody listens.
        onprogress: (progress) => onProgress?.(progress as Progress),
        ...(until && { signal: until }),
      });
      return isJsonObject(result) ? result : {};
    },
    async close() {
      client.onclose = () => {};
      await endSession(transport);
      await client.close().catch(() => undefined);
      await transport.close().catch(() => undefined);
    },
  };
}

/** Tells a server with sessions that this one is over; it need not care. */
async function endSession(transport: Transport): Promise<void> {
  if (!(transport instanceof StreamableHTTPClientTransport)) return;
  const patience = new Promise<void>((done) => setTimeout(done, 500).unref());
  await Promise.race([transport.terminateSession().catch(() => undefined), patience]);
}

function createClient(requests: ServerRequests): Client {
  const client = new Client(
    { name: "gauntlet", version: "0.0.0" },
    {
      capabilities: { roots: {}, elicitation: { form: {}, url: {} } },
      versionNegotiation: { mode: "legacy" },
    },
  );
  client.setRequestHandler("roots/list", async () => ({
    roots: requests.roots().map((path) => ({ uri: fileUri(path), name: path.split("/").at(-1) ?? path })),
  }));
  client.setRequestHandler("elicitation/create", async ({ params }, context) => {
    const { message, requestedSchema, url } = params as {
      message: string;
      requestedSchema?: Readonly<Record<string, unknown>>;
      url?: string;
    };
    const request = { message, ...(requestedSchema && { schema: requestedSchema }), ...(url && { url }) };
    return (await requests.elicit(request, context.mcpReq.signal)) as never;
  });
  client.setNotificationHandler("notifications/tools/list_changed", () => requests.toolsChanged());
  return client;
}

const fileUri = (path: string): string => new URL(`file://${encodeURI(path)}`).href;

const diagnosisOf = (transport: Transport): Diagnosis => {
  if (!(transport instanceof StdioTransport)) return {};
  const { stderr, ended, isNoisy } = transport;
  return { ...(stderr !== "" && { stderr }), ...(ended !== undefined && { ended }), isNoisy };
};

/** Results are judged by us, entry by entry: the SDK's schemas would drop a whole list for one of its tools. */
const ANY_RESULT = {
  "~standard": { version: 1, vendor: "gauntlet", validate: (value: unknown) => ({ value }) },
} as const;
