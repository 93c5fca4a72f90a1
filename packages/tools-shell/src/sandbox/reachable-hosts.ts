import { matchDomain } from "@gauntlet/core";

/** A machine a command may contact. */
export interface Host {
  /** A name or an address, as an effect has it. */
  readonly host: string;
  /** Default: the ports of http and https. */
  readonly port?: number;
}

/** Where a command may go. */
export interface Reach {
  /** Those the call was allowed to contact, each exactly. */
  readonly hosts: readonly Host[];
  /** Those every command may contact; `*.` stands for every subdomain. */
  readonly domains: readonly string[];
}

/** The ports of http and https. */
export const WEB_PORTS: readonly number[] = [80, 443];

/** What the proxy is asked for, told apart. */
export interface Target {
  /** As a URL spells it: lower case, addresses in one form, IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
}

/** Reads `host:port`; undefined for what is no plain host with a port. */
export function readTarget(text: string, defaultPort?: number): Target | undefined {
  if (!/^[^\s/@?#\\]+$/.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  const { hostname, port } = new URL(`http://${text}`);
  const hasPort = /:\d+$/.test(text);
  if (!hasPort && defaultPort === undefined) return undefined;
  return { host: hostname.replace(/\.$/, ""), port: hasPort ? Number(port || 80) : (defaultPort as number) };
}

/** Whether a command may contact a machine, and whether it was allowed by the very address. */
export function isReachable(
  { hosts, domains }: Reach,
  { host, port }: Target,
): { readonly allowed: boolean; readonly isNamed: boolean } {
  const isNamed = hosts.some(
    (one) =>
      readTarget(one.host, 80)?.host === host &&
      (one.port === undefined ? WEB_PORTS.includes(port) : one.port === port),
  );
  const isListed = WEB_PORTS.includes(port) && domains.some((domain) => matchDomain(domain, host));
  return { allowed: isNamed || isListed, isNamed };
}
