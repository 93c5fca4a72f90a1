/** An address without what may be secret in it: a name and a password, and what follows the question mark. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return "an address that cannot be read";
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}
