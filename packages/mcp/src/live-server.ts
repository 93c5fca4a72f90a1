import { messageOf, visibleText } from "@gauntlet/core";
import { MAX_ATTEMPTS, TIMES } from "./limits.ts";
import { listPages } from "./list-pages.ts";
import { messages } from "./messages.ts";
import type {
  ConnectFailed,
  ConnectOptions,
  RequestHow,
  SdkConnection,
  ServerRequests,
} from "./sdk-client.ts";
import type { ServerConfig } from "./server-config.ts";
import { describeFailure, ServerProblem, type ServerProblemDetail } from "./server-problem.ts";
import { type ReadTools, readTools } from "./tool-definition.ts";

/** One server of a session: connected when it is needed, connected again when it went away. */
export interface LiveServer {
  readonly config: ServerConfig;
  /** The connection, made when there is none. @throws ServerProblem */
  connected(): Promise<SdkConnection>;
  /** Asks for the tools. @throws ServerProblem */
  listTools(connection: SdkConnection): Promise<ReadTools>;
  /** Sends one request; what goes wrong names the server. @throws ServerProblem */
  request(method: string, params: object, how?: LiveRequest): Promise<Readonly<Record<string, unknown>>>;
  /** Ends the connection, and everything of it that runs. */
  close(): Promise<void>;
}

/** How a request is sent, and what errors call it; default: its method. */
export interface LiveRequest extends Partial<RequestHow> {
  /** The connection that must carry it; default: any. */
  readonly on?: SdkConnection;
  readonly what?: string;
}

const TIMED_OUT = "REQUEST_TIMEOUT";

/** What the SDK says of a request that took too long; the whole time is there when silence was not the reason. */
interface TimeoutData {
  readonly timeout?: number;
  readonly maxTotalTimeout?: number;
}

/** What a live server needs from outside. */
export interface LiveServerDoors {
  readonly connect: (
    how: Pick<ConnectOptions, "signal" | "timeoutMs" | "requests" | "onClose">,
  ) => Promise<SdkConnection>;
  readonly requests: Omit<ServerRequests, "toolsChanged">;
  /** The server says that its tools have changed; bursts are told once. */
  readonly toolsChanged: () => void;
  readonly now: () => number;
}

export function createLiveServer(config: ServerConfig, doors: LiveServerDoors): LiveServer {
  const over = new AbortController();
  let connection: Promise<SdkConnection> | undefined;
  let open: SdkConnection | undefined;
  let failures = 0;
  let nextTry = 0;
  let last: ServerProblem | undefined;
  let changing: NodeJS.Timeout | undefined;
  const problem = (what: string, detail?: ServerProblemDetail): ServerProblem =>
    new ServerProblem(config.name, what, detail);

  const noLogin = (): ServerProblem =>
    problem(`wants a login: run \`gauntlet mcp login ${visibleText(config.name)}\``, {
      wantsLogin: true,
      step: messages.tellPerson,
    });

  const connect = async (): Promise<SdkConnection> => {
    try {
      const made = await doors.connect({
        signal: over.signal,
        timeoutMs: config.startMs,
        requests: { ...doors.requests, toolsChanged },
        onClose: () => {
          connection = undefined;
        },
      });
      failures = 0;
      last = undefined;
      open = made;
      return made;
    } catch (thrown) {
      connection = undefined;
      failures += 1;
      nextTry = doors.now() + Math.min(TIMES.backoff * 2 ** (failures - 1), TIMES.maxBackoff);
      const { diagnosis = {}, wantsLogin = false } = thrown as Partial<ConnectFailed>;
      last = wantsLogin
        ? noLogin()
        : problem(`could not be reached: ${describeFailure(messageOf(thrown), diagnosis)}`);
      throw last;
    }
  };

  /** A server that keeps failing is not started with every call; the wait grows. */
  const waitForTurn = async (): Promise<void> => {
    const wait = nextTry - doors.now();
    if (failures === 0 || wait <= 0) return;
    if (failures >= MAX_ATTEMPTS || last?.wantsLogin) throw last ?? problem("could not be reached");
    await new Promise<void>((done, fail) => {
      const timer = setTimeout(done, wait);
      over.signal.addEventListener(
        "abort",
        () => {
          clearTimeout(timer);
          fail(problem("is not used any more: the session ended"));
        },
        { once: true },
      );
    });
  };

  function toolsChanged(): void {
    if (over.signal.aborted) return;
    clearTimeout(changing);
    changing = setTimeout(doors.toolsChanged, TIMES.settle);
  }

  const connected = (): Promise<SdkConnection> => {
    if (over.signal.aborted) return Promise.reject(problem("is not used any more: the session ended"));
    connection ??= waitForTurn().then(connect);
    connection.catch(() => {
      connection = undefined;
    });
    return connection;
  };

  const named = async <T>(live: SdkConnection, what: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (thrown) {
      if (wantsLogin(thrown)) throw noLogin();
      const { code, data } = thrown as { readonly code?: unknown; readonly data?: TimeoutData };
      if (code === TIMED_OUT) {
        const ms = data?.maxTotalTimeout ?? data?.timeout ?? 0;
        throw problem(messages.timedOut(what, ms / 1000, data?.maxTotalTimeout === undefined), {
          step: messages.mayBeDone,
        });
      }
      const diagnosis = live.diagnosis();
      if (diagnosis.ended === undefined) {
        throw problem(`failed at \`${what}\`: ${messageOf(thrown)}`, { step: messages.changeCall });
      }
      throw problem(`went away before it answered: ${describeFailure(diagnosis.ended, diagnosis)}`, {
        step: messages.mayBeDone,
      });
    }
  };
  const howOf = (how: Partial<RequestHow>): RequestHow => ({
    idleMs: config.idleMs,
    totalMs: config.callMs,
    ...how,
  });

  return {
    config,
    connected,
    async listTools(live) {
      if (!live.hasTools) return { tools: [], problems: [] };
      const how = { idleMs: config.startMs, totalMs: config.startMs, signal: over.signal };
      const list = listPages(live, { method: "tools/list", key: "tools" }, how);
      const { entries, problem: cut } = await named(live, "tools/list", list);
      const { tools, problems } = readTools(entries);
      return { tools, problems: [...(cut === undefined ? [] : [cut]), ...problems] };
    },
    async request(method, params, { what = method, on, ...how } = {}) {
      const live = on ?? (await connected());
      return await named(live, visibleText(what), live.request(method, params, howOf(how)));
    },
    async close() {
      over.abort(new Error("the session ended"));
      clearTimeout(changing);
      const live = await connection?.catch(() => undefined);
      await (live ?? open)?.close();
    },
  };
}

/** A server that let a connection in may still turn a request away. */
function wantsLogin(thrown: unknown): boolean {
  const { name, status } = thrown as { readonly name?: unknown; readonly status?: unknown };
  return name === "UnauthorizedError" || status === 401;
}
