/**
 * An address as it is written, without what may be secret in it: a name and a password, and what follows the question
 * mark. Variables such as `${HOST}` may stand in it.
 */
export function shownAddress(address: string): string {
  const [, scheme = "", place = ""] =
    /^([A-Za-z][\w+.-]*:\/\/)(?:[^/?#]*@)?([^?#]*)/.exec(address.trim()) ?? [];
  return scheme === "" ? "an address that cannot be read" : scheme + place.replace(/^([^/]*)\/$/, "$1");
}
