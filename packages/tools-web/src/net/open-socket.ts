import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { addressRange, testSwitches } from "@gauntlet/core";
import { CONNECT_TIMEOUT_MS, MAX_ADDRESSES_TRIED } from "../limits.ts";
import { messages } from "../messages.ts";
import { bareHost, checkAddress } from "./address-guard.ts";
import { ConnectFailure, FetchFailure } from "./fetch-failure.ts";
import { portOf } from "./web-url.ts";

/** Where to connect: the checked addresses of the URL's host, and nowhere else. */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Opens a connection to one of the checked addresses, with TLS for https. The name is not looked up again.
 * @throws ConnectFailure when none can be reached; the signal's reason after an abort.
 */
export async function openSocket({ url, addresses, signal }: Destination): Promise<Socket> {
  let last: unknown;
  for (const address of addresses.slice(0, MAX_ADDRESSES_TRIED)) {
    await stayOnMachine(address, url);
    try {
      return await within(signal, (until) => connectTo({ url, address, signal: until }));
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof FetchFailure && !(thrown instanceof ConnectFailure)) throw thrown;
      last = thrown;
    }
  }
  throw new ConnectFailure(messages.notReached(url.host, whyOf(last)));
}

/** Where a test plays names or replies, nothing else is connected to. */
async function stayOnMachine(address: string, url: URL): Promise<void> {
  const { dns, http } = testSwitches();
  if ((dns ?? http) === undefined || (await addressRange(address)) === "loopback") return;
  throw new ConnectFailure(messages.noReplyInTest(url.href));
}

interface Attempt {
  readonly url: URL;
  readonly address: string;
  readonly signal: AbortSignal;
}

async function connectTo({ url, address, signal }: Attempt): Promise<Socket> {
  const plain = connect({ host: address, port: portOf(url) });
  // Whoever uses the connection gets its errors; one that nobody waits for must not end the process.
  plain.on("error", () => undefined);
  await ready(plain, { event: "connect", signal });
  // What the kernel says counts, whatever the resolver or a proxy in between made of the address.
  await checkAddress(plain.remoteAddress ?? "", url.hostname).catch((thrown: unknown) => {
    plain.destroy();
    throw thrown;
  });
  if (url.protocol !== "https:") return plain;
  const host = bareHost(url.hostname);
  const secure = connectTls({
    socket: plain,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ["http/1.1"],
  });
  secure.on("error", () => undefined);
  await ready(secure, { event: "secureConnect", signal }).catch((thrown: unknown) => {
    plain.destroy();
    throw thrown;
  });
  return secure;
}

/** Waits for a socket to be usable; one that is not is destroyed. */
function ready(
  socket: Socket,
  { event, signal }: { readonly event: string; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void): void => {
      socket.off(event, onReady).off("error", onError).off("close", onClose);
      signal.removeEventListener("abort", onAbort);
      settle();
    };
    const fail = (why: unknown): void => {
      finish(() => reject(why));
      socket.destroy();
    };
    const onReady = (): void => finish(resolve);
    const onError = (error: Error): void => fail(error);
    const onClose = (): void => fail(new Error("closed"));
    const onAbort = (): void => fail(signal.reason);
    socket.once(event, onReady).once("error", onError).once("close", onClose);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

/** Gives a step its own time limit beside the signal. */
async function within<T>(signal: AbortSignal, step: (until: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const onAbort = (): void => limit.abort(signal.reason);
  const timer = setTimeout(() => limit.abort(new Error("no answer in time")), CONNECT_TIMEOUT_MS);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await step(limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

function whyOf(thrown: unknown): string {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  return typeof code === "string" ? code : String(message ?? "no address");
}
