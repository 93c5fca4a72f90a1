import { lookup } from "node:dns/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { addressOfHost, addressRange, isLoopbackName } from "@gauntlet/core";
import { isReachable, type Reach, readTarget, type Target } from "./reachable-hosts.ts";

/** The way out of a sandbox: HTTP and CONNECT, to the machines that were allowed. */
export interface SandboxProxy {
  /** Starts to listen on a socket in the file system. */
  open(path: string): Promise<void>;
  /** Those that were asked for and refused, each once. */
  readonly refused: readonly string[];
  /** Ends every connection. */
  close(): void;
}

/** Finds the addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>;

const askSystem: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);
const CONNECT_TIMEOUT_MS = 30_000;
/** Headers between a client and its proxy. */
const HOP_BY_HOP = /^(connection|proxy-.*|keep-alive|te|trailer|upgrade|host)$/i;

/**
 * Makes the proxy of one command. Names are resolved once and the connection goes to the address that was checked. An
 * address that is not public is refused unless it is what an effect names.
 */
export function createSandboxProxy(reach: Reach, resolve: Resolve = askSystem): SandboxProxy {
  const refused = new Set<string>();
  const sockets = new Set<Socket>();
  const pinned = new Map<string, Promise<string | undefined>>();
  const addressFor = (target: Target, isNamed: boolean): Promise<string | undefined> => {
    const key = `${isNamed} ${target.host}`;
    const known = pinned.get(key) ?? checkedAddress(target.host, isNamed, resolve);
    pinned.set(key, known);
    // A look-up that failed may work the next time.
    known.catch(() => pinned.delete(key));
    return known;
  };
  const admit = async (
    target: Target | undefined,
  ): Promise<{ target: Target; address: string } | undefined> => {
    if (target === undefined) return undefined;
    const { allowed, isNamed } = isReachable(reach, target);
    const address = allowed ? await addressFor(target, isNamed).catch(() => undefined) : undefined;
    if (address !== undefined) return { target, address };
    refused.add(`${target.host}:${target.port}`);
    return undefined;
  };
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    return socket;
  };

  const server = createServer((incoming, response) => void forward(incoming, response));
  server.on("connection", track);
  server.on("connect", (incoming, client: Socket, head) => void tunnel(incoming.url ?? "", client, head));
  server.on("clientError", (_, socket) => socket.destroy());

  async function tunnel(asked: string, client: Socket, head: Buffer): Promise<void> {
    const way = await admit(readTarget(asked));
    if (way === undefined) {
      client.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
      return;
    }
    const there = track(connect({ host: way.address, port: way.target.port, timeout: CONNECT_TIMEOUT_MS }));
    there.once("connect", () => {
      there.setTimeout(0);
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      if (head.length > 0) there.write(head);
      there.pipe(client);
      client.pipe(there);
    });
    there.once("timeout", () => there.destroy());
    there.once("close", () => client.destroy());
    client.once("close", () => there.destroy());
  }

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = incoming.url ?? "";
    const url = /^http:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    const way = await admit(url && readTarget(url.host, 80));
    if (url === undefined || way === undefined) {
      response.writeHead(url === undefined ? 400 : 403, { connection: "close" });
      response.end("The sandbox of this command does not let it go there.\n");
      return;
    }
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.test(name)),
    );
    const onward = request({
      host: way.address,
      port: way.target.port,
      method: incoming.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
      agent: false,
    });
    onward.once("socket", track);
    onward.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.once("close", () => onward.destroy());
    incoming.pipe(onward);
  }

  return {
    open: (path) =>
      new Promise((done, fail) => {
        server.once("error", fail);
        server.listen(path, () => {
          // A process that has nothing else to do must not be kept for this.
          server.unref();
          done();
        });
      }),
    get refused() {
      return [...refused];
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The address to connect to; undefined when one of those a name has must not be connected to. */
async function checkedAddress(host: string, isNamed: boolean, resolve: Resolve): Promise<string | undefined> {
  const literal = await addressOfHost(host);
  if (literal !== undefined)
    return isNamed || (await addressRange(literal)) === "public" ? literal : undefined;
  const addresses = await resolve(host);
  const wanted = isNamed && isLoopbackName(host) ? "loopback" : "public";
  const ranges = await Promise.all(addresses.map(addressRange));
  return ranges.every((range) => range === wanted) ? addresses[0] : undefined;
}
