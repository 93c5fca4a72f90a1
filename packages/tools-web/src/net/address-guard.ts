import { addressRange, testSwitches } from "@gauntlet/core";
import { messages } from "../messages.ts";
import { FetchFailure } from "./fetch-failure.ts";

/**
 * Refuses an address that is not public.
 * @param host how the address is called towards the model.
 * @throws FetchFailure
 */
export async function checkAddress(address: string, host: string): Promise<void> {
  const range = await addressRange(address);
  if (range === "public" || (range === "loopback" && testSwitches().allowLoopback)) return;
  throw new FetchFailure(messages.privateAddress(host, range));
}

/** A host of a URL as sockets want it: an IPv6 address without its brackets. */
export const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");
