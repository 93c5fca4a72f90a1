import { messages } from "../messages.ts";
import { FetchFailure } from "./fetch-failure.ts";

/**
 * Reads an address as a model writes it.
 * @returns a URL with an ASCII host without a trailing dot, and without its fragment, which no server gets to see.
 * @throws FetchFailure for what is no URL, another scheme than http(s), or user information.
 */
export function readWebUrl(text: string): URL {
  const url = parse(text.trim());
  if (url === undefined) throw new FetchFailure(messages.notAUrl(text));
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new FetchFailure(messages.otherScheme(url.protocol));
  if (url.username !== "" || url.password !== "") throw new FetchFailure(messages.userInfo(url.hostname));
  // Both spellings are one host; with the dot, some servers and certificates do not know their name.
  url.hostname = url.hostname.replace(/\.+$/, "");
  url.hash = "";
  return url;
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The port a URL leads to. */
export const portOf = ({ port, protocol }: URL): number =>
  port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);

/** Ports that web sites use beside those of the schemes. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

/** Whether a port is one that web sites use, or one of `more`. */
export const isWebPort = (port: number, more: readonly number[]): boolean =>
  WEB_PORTS.has(port) || more.includes(port);
