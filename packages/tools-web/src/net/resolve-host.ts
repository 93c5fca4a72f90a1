import { lookup } from "node:dns/promises";
import { addressOfHost, testSwitches } from "@gauntlet/core";
import { messages } from "../messages.ts";
import { bareHost, checkAddress } from "./address-guard.ts";
import { ConnectFailure } from "./fetch-failure.ts";

/**
 * The addresses of a host, all of them checked: one that is not public refuses the host, because who answers for the
 * name chooses which address is used.
 * @throws FetchFailure when one must not be connected to; ConnectFailure when the name does not resolve.
 */
export async function resolveHost(host: string): Promise<readonly string[]> {
  const literal = await addressOfHost(host);
  const addresses = literal === undefined ? await addressesOf(bareHost(host)) : [literal];
  for (const address of addresses) await checkAddress(address, host);
  return addresses;
}

async function addressesOf(name: string): Promise<readonly string[]> {
  const { dns, allowLoopback } = testSwitches();
  const isPlayed = dns !== undefined && !(allowLoopback && name === "localhost");
  const found = isPlayed ? (dns[name] ?? []) : await askSystem(name);
  if (found.length === 0) throw new ConnectFailure(messages.unknownHost(name));
  return found;
}

async function askSystem(name: string): Promise<readonly string[]> {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    throw new ConnectFailure(code === "ENOTFOUND" ? messages.unknownHost(name) : messages.noDns(name, code));
  }
}
