import type ipaddr from "ipaddr.js";

// Loaded on first use: most sessions contact nobody.
const load = async (): Promise<typeof ipaddr> => (await import("ipaddr.js")).default;

/**
 * Addresses of public blocks at which a cloud tells its machines who they are.
 * @source Microsoft's page on the virtual public address 168.63.129.16
 */
const PLATFORM: ReadonlySet<string> = new Set(["168.63.129.16"]);

/**
 * The kind of an address: `public` for what is given out for public use, else `private`, `loopback`, `linkLocal` and so
 * on; `platform` for a cloud's own services, `unreadable` for what is no address. Mapped and embedded IPv4 addresses are judged as what they stand for.
 * @param address an IP address as the resolver or the socket gives it.
 * @source the registries of special-purpose addresses (RFC 6890), as ipaddr.js keeps them
 */
export async function addressRange(address: string): Promise<string> {
  // Its functions call one another through the library object.
  const library = await load();
  if (!library.isValid(address)) return "unreadable";
  const parsed = library.process(address);
  const range = parsed.range();
  if (range !== "unicast") return range;
  if (PLATFORM.has(parsed.toString())) return "platform";
  // The library takes for unicast whatever is not listed as special; only this block is given out for use.
  const isGlobal = parsed.kind() === "ipv4" || parsed.match(library.parse("2000::"), 3);
  return isGlobal ? "public" : "reserved";
}

/** The address a host of a URL spells, without brackets; undefined for a name. */
export async function addressOfHost(host: string): Promise<string | undefined> {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  return (await load()).isValid(bare) ? bare : undefined;
}

/**
 * Whether a name stands for this machine's own loopback.
 * @param host a name of a URL, in lower case.
 * @source RFC 6761
 */
export const isLoopbackName = (host: string): boolean => host === "localhost" || host.endsWith(".localhost");
