import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Answers a request for one path. */
export type Route = (request: IncomingMessage, response: ServerResponse) => void;

/** A web site on the loopback. */
export interface Site {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Paths that were asked for, with their query. */
  readonly requests: readonly string[];
  /** Headers of the last request. */
  lastHeaders(): IncomingMessage["headers"];
  /** Connections that are open. */
  openSockets(): number;
  /** Resolves when no connection is open any more. */
  idle(): Promise<void>;
}

/** Starts a site; it is gone after the test. */
export async function startSite(routes: Readonly<Record<string, Route>>): Promise<Site> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let wake = (): void => undefined;
  let last: IncomingMessage["headers"] = {};
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    last = request.headers;
    const route = routes[new URL(request.url ?? "", "http://site").pathname];
    if (route === undefined) response.writeHead(404).end();
    else route(request, response);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket
      .on("error", () => undefined)
      .on("close", () => {
        sockets.delete(socket);
        wake();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    lastHeaders: () => last,
    openSockets: () => sockets.size,
    async idle() {
      while (sockets.size > 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
  };
}

/** A route that gives one body. */
export const page =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}, status = 200): Route =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);

/** A route that leads elsewhere. */
export const redirect =
  (location: string, status = 302): Route =>
  (_, response) =>
    void response.writeHead(status, { location }).end();
