import { domainToASCII } from "node:url";
import type { SearchHit, SearchRequest } from "./provider.ts";
import { searchMessages as messages } from "./search-messages.ts";

/** The ASCII form of a domain's name, or undefined for anything else. */
function domainOf(name: string): string | undefined {
  const bare = name.trim().toLowerCase().replace(/\.+$/, "");
  // The conversion passes over what follows the name in a URL.
  if (/[/\\?#@:\s%]/.test(bare)) return undefined;
  const ascii = domainToASCII(bare);
  return /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]{2,}$/.test(ascii) ? ascii : undefined;
}

/** Names of domains in the form they are compared in. @throws Error in words for the model. */
export function readDomains(names: readonly string[] | undefined): readonly string[] | undefined {
  return names?.map((name) => {
    const domain = domainOf(name);
    if (domain === undefined) throw new Error(messages.badDomain(name));
    return domain;
  });
}

/** Whether a page is one the request asks for: providers are not taken at their word. */
export function isWanted({ url }: SearchHit, { allowedDomains, blockedDomains }: SearchRequest): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, protocol } = new URL(url);
  if (!/^https?:$/.test(protocol)) return false;
  const host = hostname.replace(/\.+$/, "");
  const isOf = (domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
  return (allowedDomains?.some(isOf) ?? true) && !(blockedDomains?.some(isOf) ?? false);
}
