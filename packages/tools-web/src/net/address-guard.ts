import { testSwitches } from "@gauntlet/core";
import type ipaddr from "ipaddr.js";
import { messages } from "../messages.ts";
import { FetchFailure } from "./fetch-failure.ts";

type Library = typeof ipaddr;

// Loaded on first use: a session that fetches nothing needs none of it.
const load = async (): Promise<Library> => (await import("ipaddr.js")).default;

/**
 * The kind of an address: `public` for what is given out for public use, else `private`, `loopback`, `linkLocal` and so
 * on. Mapped and embedded IPv4 addresses are judged as what they stand for.
 * @param address an IP address as the resolver or the socket gives it.
 * @source the registries of special-purpose addresses (RFC 6890), as ipaddr.js keeps them
 */
export async function rangeOf(address: string): Promise<string> {
  // Its functions call one another through the library object.
  const library = await load();
  if (!library.isValid(address)) return "unreadable";
  const parsed = library.process(address);
  const range = parsed.range();
  if (range !== "unicast") return range;
  // The library takes for unicast whatever is not listed as special; only this block is given out for use.
  const isGlobal = parsed.kind() === "ipv4" || parsed.match(library.parse("2000::"), 3);
  return isGlobal ? "public" : "reserved";
}

/**
 * Refuses an address that is not public.
 * @param host how the address is called towards the model.
 * @throws FetchFailure
 */
export async function checkAddress(address: string, host: string): Promise<void> {
  const range = await rangeOf(address);
  if (range === "public" || (range === "loopback" && testSwitches().allowLoopback)) return;
  throw new FetchFailure(messages.privateAddress(host, range));
}

/** The address a host of a URL spells, without brackets; undefined for a name. */
export async function addressOfHost(host: string): Promise<string | undefined> {
  const bare = bareHost(host);
  return (await load()).isValid(bare) ? bare : undefined;
}

/** A host of a URL as sockets want it: an IPv6 address without its brackets. */
export const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

const LOCAL_SUFFIXES = ["localhost", "local", "internal", "intranet", "lan", "home.arpa", "onion", "alt"];

/**
 * Whether a name is one of the local network or this machine, which no public server has.
 * @source RFC 6761, RFC 6762, RFC 8375, RFC 7686, RFC 9476; ICANN's reservation of `internal`
 */
export function isLocalName(host: string): boolean {
  if (!host.includes(".")) return true;
  return LOCAL_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

/** Whether a name stands for this machine's own loopback. */
export const isLoopbackName = (host: string): boolean => host === "localhost" || host.endsWith(".localhost");
