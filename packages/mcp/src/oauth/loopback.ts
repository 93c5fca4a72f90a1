import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A door on 127.0.0.1 through which a browser comes back with the answer. */
export interface Loopback {
  readonly url: string;
  /** The answer's parameters. @throws when it does not come in time. */
  answer(): Promise<URLSearchParams>;
  close(): Promise<void>;
}

const PATH = "/callback";

/**
 * Waits for one answer that carries the expected state; anything else is turned away, so that no page a browser is on
 * can push an answer of its own.
 */
export async function openLoopback(expectedState: () => string, timeoutMs: number): Promise<Loopback> {
  let take = (_: URLSearchParams): void => {};
  let fail = (_: Error): void => {};
  const answered = new Promise<URLSearchParams>((done, refuse) => {
    take = done;
    fail = refuse;
  });
  answered.catch(() => undefined);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const isAnswer = url.pathname === PATH && url.searchParams.get("state") === expectedState();
    response.writeHead(isAnswer ? 200 : 404, { "content-type": "text/plain", connection: "close" });
    response.end(
      isAnswer
        ? "You are logged in, or the terminal says why not. You can close this page.\n"
        : "Not found.\n",
    );
    if (isAnswer) take(url.searchParams);
  });
  await new Promise<void>((done, refuse) => {
    server.once("error", refuse);
    server.listen(0, "127.0.0.1", done);
  });
  const { port } = server.address() as AddressInfo;
  const timer = setTimeout(() => fail(new Error("nobody came back from the browser in time")), timeoutMs);
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    answer: () => answered,
    async close() {
      clearTimeout(timer);
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
