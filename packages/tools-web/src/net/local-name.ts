const LOCAL_SUFFIXES = ["localhost", "local", "internal", "intranet", "lan", "home.arpa", "onion", "alt"];

/**
 * Whether a name is one of the local network or this machine, which no public server has.
 * @source RFC 6761, RFC 6762, RFC 8375, RFC 7686, RFC 9476; ICANN's reservation of `internal`
 */
export function isLocalName(host: string): boolean {
  if (!host.includes(".")) return true;
  return LOCAL_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}
